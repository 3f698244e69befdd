// Values of objects that are not there yet, and what failures show.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

// The scene waits for data from the server, as pages with models do.
const PAGE = `<!doctype html><body style="margin: 0"><canvas width="640" height="400"></canvas>
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js" } }</script>
<script type="module">
import * as THREE from 'three';
const { names } = await (await fetch('/data')).json();
const renderer = new THREE.WebGLRenderer({ canvas: document.querySelector('canvas') });
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(50, 640 / 400, 0.1, 50);
camera.position.z = 5;
names.forEach((name, i) => {
	const mesh = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial({ color: 0x888888 }));
	mesh.name = name;
	mesh.position.z = -2 * i;
	scene.add(mesh);
});
const floor = new THREE.Mesh(new THREE.PlaneGeometry(), new THREE.MeshBasicMaterial({ visible: false }));
floor.name = 'floor';
floor.position.set(-1.5, 0, 0);
scene.add(floor);
const crates = new THREE.InstancedMesh(new THREE.BoxGeometry(0.4, 0.4, 0.4), new THREE.MeshBasicMaterial(), 2);
for (let i = 0; i < 2; i++) crates.setMatrixAt(i, new THREE.Matrix4().setPosition(1.5, 0, -i));
scene.add(crates);
const raycaster = new THREE.Raycaster();
globalThis.log = [];
document.addEventListener('click', ({ offsetX, offsetY }) => {
	raycaster.setFromCamera(new THREE.Vector2((offsetX / 640) * 2 - 1, 1 - (offsetY / 400) * 2), camera);
	globalThis.log.push(raycaster.intersectObjects(scene.children)[0]?.object.name);
});
renderer.setAnimationLoop(() => renderer.render(scene, camera));
</script>`;

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
	server.page = PAGE;
});
test.afterAll(() => server.close());
test.use({ viewport: { width: 640, height: 400 } });

const NAMES = ['lamp', '', ''];

test('values and snapshots wait for a scene that is still loading', async ({ page, scene }) => {
	let answer = (): void => {};
	const isAsked = new Promise<void>((asked) => {
		void page.route('**/data', async (route) => {
			asked();
			await new Promise<void>((resolve) => {
				answer = resolve;
			});
			await route.fulfill({ json: { names: NAMES } });
		});
	});
	await page.goto(server.origin);
	await isAsked;
	// What does not wait finds nothing.
	expect(await scene.object('lamp').count()).toBe(0);
	expect(await scene.object('lamp').isVisible()).toBe(false);
	await expect(scene.object('lamp').now.position()).rejects.toThrow('no scene found');
	await expect(expect(scene.object('lamp')).toHaveMoved(1, { timeout: 50 })).rejects.toThrow('no scene found');
	const position = scene.object('lamp').position();
	const snapshot = scene.snapshot({ references: false });
	answer();
	expect(await position).toEqual([0, 0, 0]);
	expect(await snapshot).toContain('- mesh lamp at 0 0 0');
});

test.describe('a scene that is there', () => {
	test.beforeEach(async ({ page, scene: _ }) => {
		await page.route('**/data', (route) => route.fulfill({ json: { names: NAMES } }));
		await page.goto(server.origin);
	});

	test('distinguishes objects without names, and instances', async ({ scene }) => {
		const unnamed = scene.object(
			({ name, type, instances }) => name === '' && type === 'Mesh' && instances === undefined,
		);
		const { id } = await unnamed.nth(1).node();
		await expect(unnamed.nth(1).click({ timeout: 50 })).rejects.toThrow(
			new RegExp(`Mesh \\[o${id}\\] is covered by lamp`),
		);
		const crates = scene.object(({ instances }) => instances === 2);
		const own = (await crates.node()).id;
		await expect(crates.instance(1).click({ timeout: 50, at: [1.5, 0, -1] })).rejects.toThrow(
			`instance 1 of Mesh [o${own}] is covered by instance 0 of Mesh [o${own}] (this point)`,
		);
	});

	test('acts on what is there for pointers alone if told to', async ({ page, scene }) => {
		const floor = scene.object('floor');
		await expect(floor.click({ timeout: 50 })).rejects.toThrow(
			/floor draws nothing: .*its material is invisible.*; force: true acts anyway/,
		);
		await floor.click({ force: true });
		expect(await page.evaluate(() => (globalThis as unknown as { log: string[] }).log)).toEqual(['floor']);
	});

	test('several matches do not wait', async ({ scene }) => {
		scene.timeout = 60_000;
		await expect(scene.object({ type: 'Mesh' }).position()).rejects.toThrow('matches 5 objects');
	});

	test('a picture shows where an object was expected', async ({ scene }) => {
		await expect(expect(scene.object('lamp')).toBeNear([1, 1, 0], 0.1, { timeout: 50 })).rejects.toThrow(
			'lamp is at [0, 0, 0], 1.41 m from [1, 1, 0]',
		);
		expect(scene.failure?.drawing).toMatch(/>lamp<\/text>[\s\S]*>expected here<\/text>/);
	});
});
