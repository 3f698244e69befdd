// Objects of A-Frame and Babylon.js, taken with the libraries' own interaction: the pages only place objects.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import type { Page } from '@playwright/test';

const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));

const AFRAME = `<!doctype html>
<script src="/aframe/dist/aframe-master.min.js"></script>
<a-scene loading-screen="enabled: false" embedded style="width: 400px; height: 200px">
	<a-entity id="leftHand" hand-tracking-grab-controls="hand: left"></a-entity>
	<a-entity id="rightHand" hand-tracking-grab-controls="hand: right"></a-entity>
	<a-entity id="shelf" position="0 1 -0.5">
		<a-box id="block" grabbable width="0.08" height="0.08" depth="0.08" position="0.15 0.1 0.05" color="tomato"></a-box>
	</a-entity>
	<a-box id="other" width="0.08" height="0.08" depth="0.08" position="-0.3 1.1 -0.4"></a-box>
</a-scene>`;

const BABYLON = (isRightHanded: boolean, isBroken: boolean): string => `<!doctype html>
<canvas id="canvas" width="400" height="200"></canvas>
<script src="/babylonjs/babylon.js"></script>
<script>
(async () => {
	const engine = new BABYLON.Engine(document.querySelector('#canvas'));
	const scene = new BABYLON.Scene(engine);
	scene.useRightHandedSystem = ${isRightHanded};
	new BABYLON.FreeCamera('camera', new BABYLON.Vector3(0, 1.6, 0), scene);
	new BABYLON.HemisphericLight('light', BABYLON.Vector3.Up(), scene);
	const root = new BABYLON.TransformNode('shelf', scene);
	const block = BABYLON.MeshBuilder.CreateBox('block', { size: 0.2 }, scene);
	block.parent = root;
	block.position.set(0.3, 1.2, ${isRightHanded ? -1.5 : 1.5});
	if (!${isBroken}) block.addBehavior(new BABYLON.SixDofDragBehavior());
	engine.runRenderLoop(() => scene.render());
	await BABYLON.WebXRDefaultExperience.CreateAsync(scene, {
		disableTeleportation: true,
		inputOptions: { doNotLoadControllerMeshes: true },
	});
})();
</script>`;

async function open(page: Page, html: string): Promise<void> {
	await page.route('http://localhost:9/**', (route) => {
		const { pathname } = new URL(route.request().url());
		if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
		return route.fulfill({ contentType: 'text/javascript', body: readFileSync(`${modules}${pathname}`, 'utf8') });
	});
	await page.goto('http://localhost:9/');
}

test.describe('with hands', () => {
	test('A-Frame: a pinch takes the block', async ({ page, xr }) => {
		await open(page, AFRAME);
		await xr.enter();
		const block = xr.object('block');
		expect((await block.node()).path).toMatch(/shelf\/block$/);
		expect(await block.position()).toEqual([0.15, 1.1, -0.45].map((value) => expect.closeTo(value, 5)));
		const { min, max } = await block.bounds();
		expect(max.map((value, i) => value - min[i]!)).toEqual([0.08, 0.08, 0.08].map((value) => expect.closeTo(value, 5)));
		await xr.right.reach(block).pinch();
		await expect(block).toBeInHand('right');
		await xr.right.moveTo([0.05, 1.3, -0.4]).release().rest();
		await expect(block).toBeNear([0.05, 1.3, -0.4], 0.03);
		await expect(xr.object('other')).not.toHaveMoved(0.001);
	});
});

test.describe('with controllers', () => {
	test.use({ performer: { input: 'controllers' } });

	for (const isRightHanded of [true, false]) {
		test(`Babylon.js, ${isRightHanded ? 'right' : 'left'}-handed: a ray drags the block`, async ({ page, xr }) => {
			await open(page, BABYLON(isRightHanded, false));
			await xr.enter();
			const block = xr.object('shelf/block');
			expect(await block.position()).toEqual([0.3, 1.2, -1.5].map((value) => expect.closeTo(value, 5)));
			const { min, max } = await block.bounds();
			expect([min[2], max[2]]).toEqual([expect.closeTo(-1.6, 4), expect.closeTo(-1.4, 4)]);
			await xr.right.pointAt(block).pinch().pointAt([-0.2, 1.3, -1.5]).wait(0.5).release();
			await expect(block).toHaveMoved(0.15);
		});
	}

	test('Babylon.js: a block that cannot be dragged stays', async ({ page, xr }) => {
		await open(page, BABYLON(true, true));
		await xr.enter();
		await xr.right.pointAt(xr.object('block')).pinch().pointAt([-0.2, 1.3, -1.5]).release();
		await expect(xr.object('block')).not.toHaveMoved(0.001);
	});

	test('a scene that is not global is used by its handle', async ({ page, xr }) => {
		await open(page, BABYLON(true, false));
		await xr.enter();
		const scene = await page.evaluateHandle('BABYLON.EngineStore.LastCreatedScene');
		await page.evaluate('delete globalThis.BABYLON');
		await expect(xr.object('block').position()).rejects.toThrow('no scene found');
		await xr.useScene(scene);
		expect(await xr.object('block').isVisible()).toBe(true);
	});
});
