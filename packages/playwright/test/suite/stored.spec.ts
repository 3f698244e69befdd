// Scenes and pictures that are compared with stored files.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

const PAGE = `<!doctype html><body style="margin: 0">
<p id="title" style="position: absolute; margin: 0; color: white">Shop</p><canvas width="320" height="200"></canvas>
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js" } }</script>
<script type="module">
import * as THREE from 'three';
const renderer = new THREE.WebGLRenderer({ canvas: document.querySelector('canvas') });
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(50, 320 / 200, 0.1, 50);
camera.position.z = 5;
const shelf = new THREE.Group();
shelf.name = 'shelf';
scene.add(shelf);
const cup = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial({ color: 0xff8800 }));
cup.name = 'cup';
cup.position.x = -1.5;
shelf.add(cup);
renderer.render(scene, camera);
</script>`;

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
	server.page = PAGE;
});
test.afterAll(() => server.close());
test.use({ viewport: { width: 320, height: 200 } });

test.beforeEach(async ({ page, scene }, info) => {
	mkdirSync(dirname(info.snapshotPath('any')), { recursive: true });
	await page.goto(server.origin);
	await expect(scene.object('cup')).toBeVisible();
});
test.afterEach(({ page: _ }, info) => rmSync(dirname(info.snapshotPath('any')), { recursive: true }));

test('compares the scene with a stored file', async ({ scene }, info) => {
	const file = info.snapshotPath('shelf.txt');
	const options = { name: 'shelf.txt', within: 'shelf', color: true };
	writeFileSync(file, '- group shelf at 0 0 0\n  - mesh cup at -1.5 0 0 #ff8800\n');
	await expect(scene).toMatchSceneSnapshot(options);
	writeFileSync(file, '- group shelf at 0 0 0\n  - mesh mug at -1.5 0 0 #ff8800\n');
	await expect(scene).not.toMatchSceneSnapshot(options);
	await expect(expect(scene).toMatchSceneSnapshot(options)).rejects.toThrow('mesh mug');
});

test('compares pictures of locators and pages as Playwright does', async ({ page }, info) => {
	const title = page.locator('#title');
	await page.screenshot({ path: info.snapshotPath('page.png') });
	await title.screenshot({ path: info.snapshotPath('title.png') });
	await expect(page).toHaveScreenshot('page.png');
	await expect(title).toHaveScreenshot('title.png', { maxDiffPixels: 0 });
	await title.evaluate((element) => element.setAttribute('style', 'position: absolute; margin: 0; background: red'));
	for (const [receiver, name] of [
		[page, 'page.png'],
		[title, 'title.png'],
	] as const) {
		await expect(expect(receiver).toHaveScreenshot(name, { timeout: 1000 })).rejects.toThrow(name);
	}
});
