// Scenes that are not where the person is: rigs, teleports, frames. Scenes that change while a test runs.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
});
test.afterAll(() => server.close());

declare const app: {
	readonly hits: { name: string; distance: number }[];
	readonly teleport: (x: number, y: number, z: number) => void;
	readonly setRig: (x: number, y: number, z: number, angle: number) => void;
	readonly rebuild: () => void;
	readonly touches: { start: number; end: number }[];
};

// Rays of all controllers look for objects; a fingertip touches the button; a pinch takes the cup.
const THREE_PAGE = `<!doctype html>
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }</script>
<body style="margin: 0"><script type="module">
import * as THREE from 'three';
import { VRButton } from 'three/addons/webxr/VRButton.js';
const renderer = new THREE.WebGLRenderer();
renderer.setSize(400, 200);
renderer.xr.enabled = true;
document.body.append(renderer.domElement, VRButton.createButton(renderer, { optionalFeatures: ['hand-tracking'] }));
let scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(60, 2, 0.1, 100);
camera.position.set(0, 1.6, 1);
const rig = new THREE.Group();
rig.add(camera);
scene.add(rig);
const box = (name, size, x, y, z, parent = scene) => {
	const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshBasicMaterial({ color: 'red' }));
	mesh.name = name;
	mesh.position.set(x, y, z);
	parent.add(mesh);
	return mesh;
};
const shelf = new THREE.Group();
shelf.name = 'shelf';
scene.add(shelf);
const targets = [box('near', [0.1, 0.1, 0.1], 0.3, 1.4, -2), box('far', [0.1, 0.1, 0.1], 6, 1, -9)];
const button = box('button', [0.1, 0.1, 0.1], 0, 1.3, -0.45);
const cup = box('cup', [0.05, 0.05, 0.05], 0.2, 1.1, -0.4, shelf);
let held = null;
const ray = new THREE.Raycaster();
globalThis.app = {
	hits: [],
	touches: [],
	teleport(x, y, z) {
		const space = renderer.xr.getReferenceSpace();
		renderer.xr.setReferenceSpace(space.getOffsetReferenceSpace(new XRRigidTransform({ x: -x, y: -y, z: -z })));
	},
	setRig(x, y, z, angle) {
		rig.position.set(x, y, z);
		rig.rotation.y = angle;
	},
	rebuild() {
		const next = new THREE.Scene();
		next.add(rig);
		const mesh = new THREE.Mesh(new THREE.BoxGeometry(0.1, 0.1, 0.1));
		mesh.name = 'near';
		mesh.position.set(1, 1, -2);
		next.add(mesh);
		scene = next;
	},
};
for (const index of [0, 1]) {
	const controller = renderer.xr.getController(index);
	rig.add(controller);
	controller.addEventListener('selectstart', () => {
		controller.updateWorldMatrix(true, false);
		ray.setFromXRController(controller);
		const [hit] = ray.intersectObjects(targets);
		const point = targets.map((target) => ray.ray.distanceToPoint(target.position));
		app.hits.push({ name: hit?.object.name ?? '', distance: Math.min(...point) });
	});
	const hand = renderer.xr.getHand(index);
	rig.add(hand);
	hand.addEventListener('pinchstart', () => {
		const tip = hand.joints['index-finger-tip'];
		const [from, to] = [tip, cup].map((object) => object.getWorldPosition(new THREE.Vector3()));
		if (from.distanceTo(to) < 0.06 && !globalThis.isBroken) tip.attach(held = cup);
	});
	hand.addEventListener('pinchend', () => held && scene.attach(cup));
}
let touched = false;
renderer.setAnimationLoop((time) => {
	const tip = renderer.xr.getHand(1).joints['index-finger-tip'] ?? renderer.xr.getHand(0).joints['index-finger-tip'];
	const isTouched = [0, 1].some((index) => {
		const joint = renderer.xr.getHand(index).joints['index-finger-tip'];
		if (!joint?.visible) return false;
		const place = joint.getWorldPosition(new THREE.Vector3());
		return new THREE.Box3().setFromObject(button).distanceToPoint(place) < 0.008;
	});
	if (isTouched && !touched) app.touches.push({ start: time, end: 0 });
	if (!isTouched && touched) app.touches.at(-1).end = time;
	touched = isTouched;
	renderer.render(scene, camera);
});
</script>`;

for (const input of ['hands', 'controllers'] as const) {
	test.describe(input, () => {
		test.use({ performer: { input }, render: 'none' });

		test(`rays of ${input} hit objects from a rig and after a teleport`, async ({ page, xr }) => {
			server.page = THREE_PAGE;
			await page.goto(server.origin);
			await xr.enter();
			const select = async (name: string): Promise<void> => {
				await xr.right.pointAt(xr.object(name)).pinch().release();
				const hit = await page.evaluate(() => app.hits.at(-1));
				expect(hit).toEqual({ name, distance: expect.any(Number) });
				expect(hit?.distance).toBeLessThan(0.05);
			};
			await select('near');
			await page.evaluate(() => app.teleport(5, 0.2, -7));
			await xr.step(2);
			await select('far');
			await page.evaluate(() => {
				app.teleport(-5, -0.2, 7);
				app.setRig(4, 0.5, -8, -0.6);
			});
			await xr.step(2);
			await select('far');
			await expect(xr.object('far')).toBeLookedAt();
			const [x, , z] = (await xr.object('far').person()).head;
			expect(Math.hypot(x - 4, z + 8)).toBeLessThan(0.2);
		});
	});
}

test('a hand takes objects where the rig is', async ({ page, xr }) => {
	server.page = THREE_PAGE;
	await page.goto(server.origin);
	await xr.enter();
	await page.evaluate(() => app.setRig(0.3, 0.1, -0.2, 0.5));
	await xr.step(2);
	const cup = xr.object('shelf/cup');
	await xr.right.pinch(cup);
	await expect(cup).toBeInHand('right');
	await xr.right.moveTo([0.1, 1.4, -0.5]);
	// It hangs below a joint of the hand now.
	expect((await cup.node()).path).not.toContain('shelf');
	await expect(cup).toBeNear([0.1, 1.4, -0.5], 0.04);
	await xr.right.release();
	await expect(cup).not.toBeInHand('right');
});

test('an object that stays where it is, is not in the hand', async ({ page, xr }) => {
	server.page = THREE_PAGE.replace('<body', '<script>isBroken = true</script><body');
	await page.goto(server.origin);
	await xr.enter();
	const cup = xr.object('cup');
	await xr.right.reach(cup).pinch();
	await expect(expect(cup).toBeInHand('right')).rejects.toThrow(
		/^the right hand is closed and 0\.0 cm from shelf\/cup .*, but does not take it along: the object moved 0\.00 mm/,
	);
	await expect(cup).not.toBeInHand('right');
});

test('both hands act on objects of one plan', async ({ page, xr }) => {
	server.page = THREE_PAGE;
	await page.goto(server.origin);
	await xr.enter();
	await xr.perform(({ left, right }) => {
		right.pinch(xr.object('cup')).moveTo([0.2, 1.3, -0.4]);
		left.after(right).poke(xr.object('button'));
		expect(() => left.time).toThrow('time: not known before the objects of earlier calls are found');
	});
	await expect(xr.object('cup')).toBeInHand('right');
	const [touch, ...more] = await page.evaluate(() => app.touches);
	expect(more).toEqual([]);
	expect((touch?.end ?? 0) - (touch?.start ?? 0)).toBeGreaterThan(50);
	expect((touch?.end ?? 0) - (touch?.start ?? 0)).toBeLessThan(300);
});

test('a rebuilt scene replaces the old one', async ({ page, xr }) => {
	server.page = THREE_PAGE;
	await page.goto(server.origin);
	await xr.enter();
	await expect(xr.object('near')).toBeNear([0.3, 1.4, -2]);
	await page.evaluate(() => app.rebuild());
	await xr.step();
	await expect(xr.object('near')).toBeNear([1, 1, -2]);
});

test('a picture of an object without a session is taken with the camera of the page', async ({ page, xr }) => {
	server.page = THREE_PAGE;
	await page.goto(server.origin);
	await expect(xr.object('near').screenshot()).rejects.toThrow('the page has drawn no frame; call xr.step before');
	await xr.step(2);
	const shot = await xr.object('button').screenshot();
	// Width and height of a PNG file: 10 cm at 1.4 m, and 6 pixels around it.
	const [width, height] = [shot.readUInt32BE(16), shot.readUInt32BE(20)];
	expect(width).toBeGreaterThan(20);
	expect(width).toBeLessThan(35);
	expect(Math.abs(width - height)).toBeLessThan(3);
	await xr.enter();
	await xr.lookAt(xr.object('button'));
	expect((await xr.object('button').screenshot()).readUInt32BE(16)).toBeGreaterThan(20);
});

test('a frame of the same origin has a scene', async ({ page, xr }) => {
	server.page = '<!doctype html><iframe src="/inner" width="420" height="220"></iframe>';
	await page.route(`${server.origin}/inner`, (route) => route.fulfill({ contentType: 'text/html', body: THREE_PAGE }));
	await page.goto(server.origin);
	await xr.enter();
	const cup = xr.object('cup');
	await xr.right.pinch(cup);
	await expect(cup).toBeInHand('right');
	await xr.lookAt(cup);
	expect((await cup.screenshot()).readUInt32BE(16)).toBeGreaterThan(15);
	const trace = await xr.trace();
	expect(trace?.tracks.map(({ name }) => name)).toContain('shelf/cup');
	await page.evaluate(() => document.querySelector('iframe')?.remove());
	await expect(cup.position()).rejects.toThrow('no scene found');
});

for (const isRightHanded of [false, true]) {
	test(`modules of Babylon.js have a scene, and their camera moves: right-handed ${isRightHanded}`, async ({
		page,
		xr,
	}) => {
		test.setTimeout(180_000);
		server.page = `<!doctype html><canvas width="320" height="160"></canvas>
<script type="importmap">{ "imports": { "@babylonjs/core/": "/@babylonjs/core/" } }</script>
<script type="module">
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { WebXRExperienceHelper } from '@babylonjs/core/XR/webXRExperienceHelper.js';
import '@babylonjs/core/Helpers/sceneHelpers.js';
const engine = new Engine(document.querySelector('canvas'));
const scene = new Scene(engine);
scene.useRightHandedSystem = ${isRightHanded};
new FreeCamera('camera', Vector3.Zero(), scene);
const block = CreateBox('block', { size: 0.1 }, scene);
block.position.set(3, 1.2, ${isRightHanded ? -6 : 6});
engine.runRenderLoop(() => scene.render());
const helper = await WebXRExperienceHelper.CreateAsync(scene);
const button = document.createElement('button');
button.textContent = 'Enter VR';
button.onclick = async () => {
	await helper.enterXRAsync('immersive-vr', 'local-floor');
	helper.sessionManager.session.addEventListener('selectstart', ({ frame, inputSource }) => {
		const { transform } = frame.getPose(inputSource.targetRaySpace, helper.sessionManager.referenceSpace);
		const { matrix: m, position: p } = transform;
		// In the scene: along −z of the ray.
		const sign = ${isRightHanded ? 1 : -1};
		const to = [block.position.x - p.x, block.position.y - p.y, block.position.z * sign - p.z];
		const along = [-m[8], -m[9], -m[10]];
		const dot = to[0] * along[0] + to[1] * along[1] + to[2] * along[2];
		globalThis.missed = Math.hypot(...to.map((value, i) => value - along[i] * dot));
	});
};
document.body.append(button);
globalThis.move = (x, z) => helper.camera.position.addInPlace(new Vector3(x, 0, z));
</script>`;
		await page.goto(server.origin);
		await xr.enter({ timeout: 90_000 });
		await xr.step(2);
		await page.evaluate(
			(z) => (globalThis as unknown as { move(x: number, z: number): void }).move(2.5, z),
			isRightHanded ? -5 : 5,
		);
		await xr.step(3);
		const block = xr.object('block');
		await expect(block).toBeNear([3, 1.2, -6], 0.001);
		await xr.right.pointAt(block).pinch().release();
		expect(await page.evaluate(() => (globalThis as unknown as { missed: number }).missed)).toBeLessThan(0.05);
		await expect(block).toBeLookedAt();
	});
}
