// Objects of a left-handed scene of Babylon.js, taken by a hand in its own WebXR experience.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import { serveFiles } from '../support/serve-files.ts';

const PAGE = `<!doctype html>
<canvas width="320" height="160"></canvas>
<script src="/babylonjs/babylon.js"></script>
<script src="/babylonjs-loaders/babylon.glTFFileLoader.min.js"></script>
<script>
(async () => {
	const { BABYLON } = globalThis;
	const engine = new BABYLON.Engine(document.querySelector('canvas'));
	const scene = new BABYLON.Scene(engine);
	new BABYLON.FreeCamera('camera', BABYLON.Vector3.Zero(), scene);
	const table = new BABYLON.TransformNode('table', scene);
	table.position.set(0.1, 1, 0.3);
	const block = BABYLON.MeshBuilder.CreateBox('block', { size: 0.05 }, scene);
	block.parent = table;
	block.position.set(0.1, 0.1, 0.1);
	engine.runRenderLoop(() => scene.render());
	const xr = await BABYLON.WebXRDefaultExperience.CreateAsync(scene, {
		disableTeleportation: true,
		disablePointerSelection: true,
		disableNearInteraction: true,
		uiOptions: { sessionMode: 'immersive-vr' },
	});
	const hands = xr.baseExperience.featuresManager.getEnabledFeature(BABYLON.WebXRFeatureName.HAND_TRACKING);
	const { sessionManager } = xr.baseExperience;
	let held = null;
	sessionManager.onXRSessionInit.add((session) => {
		session.addEventListener('selectstart', ({ inputSource }) => {
			const tip = hands.getHandByHandedness(inputSource.handedness).getJointMesh('index-finger-tip');
			const distance = BABYLON.Vector3.Distance(tip.getAbsolutePosition(), block.getAbsolutePosition());
			if (distance < 0.05) held = tip;
		});
		session.addEventListener('selectend', () => {
			held = null;
		});
	});
	sessionManager.onXRFrameObservable.add(() => held && block.setAbsolutePosition(held.getAbsolutePosition()));
})();
</script>`;

// Nobody looks at the pictures.
test.use({ render: 'none' });
test.setTimeout(180_000);

test('a hand takes an object of Babylon.js, and the trace follows it', async ({ page, xr }) => {
	const server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
	server.page = PAGE;
	await page.goto(server.origin);
	await xr.enter({ timeout: 90_000 });
	const block = xr.object('table/block');
	// The scene is left-handed: its z is WebXR's −z.
	await expect(block).toBeNear([0.2, 1.1, -0.4], 0.001);
	await xr.right.reach(block).pinch();
	await expect(block).toBeInHand('right');
	await xr.right.moveTo([0, 1.3, -0.4]).release().rest();
	await expect(block).toBeNear([0, 1.3, -0.4], 0.04);
	await expect(block).toHaveMoved(0.25);
	await expect(block).not.toBeInHand('right');
	const trace = await xr.trace();
	const track = trace?.tracks.find(({ name }) => name === 'table/block');
	if (track?.kind !== 'pose') throw new Error('the trace has no track for the block');
	const { floats, start, count, stride } = track.position.x;
	expect(floats[start + 1]).toBeCloseTo(0.2, 3);
	const [last] = await block.position();
	expect(floats[start + (count - 1) * stride + 1]).toBeCloseTo(last, 4);
	server.close();
});
