// Libraries load hands from the network. The fixture answers with built-in meshes.
import { fileURLToPath } from 'node:url';
import { type Curve, createCurve, createRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { expect, test } from '@handreel/playwright';
import { replayIntoPage } from '@handreel/playwright/page';
import type { Page } from '@playwright/test';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

test.use({ recording: '../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin', render: 'none' });

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
});
test.afterAll(() => server.close());

/** The distances of the bones of a hand from the joints that the library read, in meters. */
type Distances = Record<string, number>;
declare const listDistances: () => Distances;
/** The names of the meshes of a controller. */
declare const listMeshes: () => string[];

const THREE = `<!doctype html>
<script type="importmap">{ "imports": {
	"three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"
} }</script>
<script type="module">
import * as THREE from 'three';
import { XRHandModelFactory } from 'three/addons/webxr/XRHandModelFactory.js';
import { VRButton } from 'three/addons/webxr/VRButton.js';
const renderer = new THREE.WebGLRenderer();
renderer.setSize(32, 16);
renderer.xr.enabled = true;
document.body.append(renderer.domElement, VRButton.createButton(renderer, { optionalFeatures: ['hand-tracking'] }));
const scene = new THREE.Scene();
const hand = renderer.xr.getHand(0);
hand.add(new XRHandModelFactory().createHandModel(hand, 'mesh'));
scene.add(hand);
globalThis.listDistances = () => {
	const distances = {};
	hand.traverse(({ isSkinnedMesh, skeleton }) => {
		if (!isSkinnedMesh) return;
		for (const { name, position } of skeleton.bones) {
			if (hand.joints[name].position.length() > 0.1) distances[name] = position.distanceTo(hand.joints[name].position);
		}
	});
	return distances;
};
const camera = new THREE.PerspectiveCamera();
renderer.setAnimationLoop(() => renderer.render(scene, camera));
</script>`;

const CONTROLLERS = `<!doctype html>
<script type="importmap">{ "imports": {
	"three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"
} }</script>
<script type="module">
import * as THREE from 'three';
import { XRControllerModelFactory } from 'three/addons/webxr/XRControllerModelFactory.js';
import { VRButton } from 'three/addons/webxr/VRButton.js';
const renderer = new THREE.WebGLRenderer();
renderer.xr.enabled = true;
document.body.append(renderer.domElement, VRButton.createButton(renderer));
const scene = new THREE.Scene();
const grip = renderer.xr.getControllerGrip(0);
grip.add(new XRControllerModelFactory().createControllerModel(grip));
scene.add(grip);
globalThis.listMeshes = () => {
	const names = [];
	grip.traverse(({ isMesh, name }) => isMesh && names.push(name));
	return names.sort();
};
renderer.setAnimationLoop(() => renderer.render(scene, new THREE.PerspectiveCamera()));
</script>`;

const AFRAME = `<!doctype html>
<script src="/aframe/dist/aframe-master.min.js"></script>
<a-scene loading-screen="enabled: false" embedded style="width: 32px; height: 16px">
	<a-entity id="hand" hand-tracking-controls="hand: left"></a-entity>
</a-scene>
<script>
globalThis.listDistances = () => {
	const { hasPoses, jointPoses, bones } = document.querySelector('#hand').components['hand-tracking-controls'];
	const { THREE } = globalThis.AFRAME;
	const distances = {};
	if (!hasPoses) return distances;
	const names = Object.keys(Object.fromEntries(document.querySelector('a-scene').xrSession.inputSources[0].hand));
	for (const { name, position } of bones ?? []) {
		const at = names.indexOf(name) * 16 + 12;
		const joint = new THREE.Vector3(...jointPoses.subarray(at, at + 3));
		if (joint.length() > 0.1) distances[name] = position.distanceTo(joint);
	}
	return distances;
};
</script>`;

const BABYLON = `<!doctype html>
<canvas width="32" height="16"></canvas>
<script src="/babylonjs/babylon.js"></script>
<script src="/babylonjs-loaders/babylon.glTFFileLoader.min.js"></script>
<script>
(async () => {
	const { BABYLON } = globalThis;
	const engine = new BABYLON.Engine(document.querySelector('canvas'));
	const scene = new BABYLON.Scene(engine);
	scene.useRightHandedSystem = true;
	new BABYLON.FreeCamera('camera', BABYLON.Vector3.Zero(), scene);
	engine.runRenderLoop(() => scene.render());
	const xr = await BABYLON.WebXRDefaultExperience.CreateAsync(scene, { disableTeleportation: true });
	const { featuresManager } = xr.baseExperience;
	const tracking = featuresManager.getEnabledFeature(BABYLON.WebXRFeatureName.HAND_TRACKING);
	globalThis.listDistances = () => {
		const distances = {};
		const hand = tracking.getHandByHandedness('left');
		const mesh = hand?.handMesh;
		if (!mesh?.isVisible || !mesh.material.isReady(mesh)) return distances;
		const names = BABYLON.WebXRHandTracking._GenerateDefaultHandMeshRigMapping('left');
		for (const [name, boneName] of Object.entries(names)) {
			const bone = mesh.skeleton.bones.find((one) => one.name === boneName);
			const joint = hand.getJointMesh(name).position;
			if (joint.length() < 0.1) continue;
			distances[name] = BABYLON.Vector3.Distance(bone.getLocalMatrix().getTranslation(), joint);
		}
		return distances;
	};
})();
</script>`;

/** Opens a page that can reach files of the installed packages and nothing else. Returns its other requests. */
async function openPage(page: Page, body: string): Promise<string[]> {
	const asked: string[] = [];
	page.on('request', (request) => {
		if (!request.url().startsWith(server.origin)) asked.push(request.url());
	});
	server.page = body;
	await page.goto(server.origin);
	return asked;
}

for (const [name, body, meshes] of [
	['three.js', THREE, 1],
	['A-Frame', AFRAME, 1],
	['Babylon.js', BABYLON, 2],
] as const) {
	test(`the button of ${name} enters, and its hand model moves a mesh without the network`, async ({ page, xr }) => {
		const asked = await openPage(page, body);
		await xr.enter();
		await expect
			.poll(async () => {
				await xr.step();
				return Object.keys(await page.evaluate(() => listDistances())).length;
			})
			.toBe(25);
		await xr.step(2);
		const distances = await page.evaluate(() => listDistances());
		expect(Math.max(...Object.values(distances))).toBeLessThan(1e-6);
		expect(asked.filter((url) => url.endsWith('.glb'))).toHaveLength(meshes);
	});
}

test('the controller model of three.js shows the built-in controller', async ({ page }) => {
	const still = (value: number): Curve => createCurve([0, value]);
	const rest = {
		position: { x: still(0), y: still(1), z: still(0.5) },
		rotation: { x: still(0), y: still(0), z: still(0), w: still(1) },
	};
	const recording = createRecording({
		controllers: {
			left: {
				tracked: createCurve([0, 1, 1, 1], { kind: 'boolean' }),
				grip: rest,
				aim: rest,
				buttons: [{}, {}, {}, {}],
				axes: [still(0), still(0), still(0), still(0)],
				profiles: ['unknown-touch', 'generic-trigger-squeeze-thumbstick'],
			},
		},
	});
	const xr = await replayIntoPage(page, encodeReel(recording), { render: 'none' });
	await openPage(page, CONTROLLERS);
	await xr.enter();
	await expect
		.poll(async () => {
			await xr.step();
			return page.evaluate(() => listMeshes());
		})
		.toEqual(['a_button', 'b_button', 'body', 'head', 'squeeze', 'thumbstick', 'trigger']);
});

test('models of controllers are built in, and the network is not used', async ({ page, xr }) => {
	await openPage(page, '<!doctype html>');
	expect(xr.time).toBe(0);
	const models = [
		'https://cdn.jsdelivr.net/npm/@webxr-input-profiles/assets@1.0/dist/profiles/profilesList.json',
		'https://immersive-web.github.io/webxr-input-profiles/packages/viewer/dist/profiles/profilesList.json',
		'https://controllers.babylonjs.com/oculus/left.babylon',
		'https://cdn.aframe.io/controllers/meta/quest-touch-plus/left.glb',
	];
	const answers = await page.evaluate(
		(urls) => Promise.all(urls.map((url) => fetch(url).then(({ status }) => status, String))),
		models,
	);
	expect(answers).toEqual([200, 200, 404, 200]);
});

test('scripts of the input profiles are not answered: they are code of the page', async ({ page, context, xr }) => {
	const contentType = 'text/javascript';
	const headers = { 'access-control-allow-origin': '*' };
	await context.route(/^https:/, (route) =>
		route.fulfill({ contentType, headers, body: `export default '${new URL(route.request().url()).pathname}'` }),
	);
	await openPage(page, '<!doctype html>');
	expect(xr.time).toBe(0);
	const scripts = [
		'https://cdn.jsdelivr.net/npm/@webxr-input-profiles/motion-controllers@1.0/dist/motion-controllers.module.js',
		'https://cdn.jsdelivr.net/npm/@webxr-input-profiles/motion-controllers/+esm',
		'https://immersive-web.github.io/webxr-input-profiles/packages/motion-controllers/dist/motion-controllers.module.js',
	];
	const loaded = await page.evaluate(
		(urls) => Promise.all(urls.map((url) => import(url).then((module) => module.default, String))),
		scripts,
	);
	expect(loaded).toEqual(scripts.map((url) => new URL(url).pathname));
});
