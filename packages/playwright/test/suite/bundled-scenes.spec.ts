// Pages that are bundled from modules, without globals: Babylon.js with its own pointer behaviors, and React Three Fiber.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import type { Page } from '@playwright/test';
import { bundlePage } from '../support/bundle-page.ts';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

const BABYLON_APP = `
import { ExecuteCodeAction } from '@babylonjs/core/Actions/directActions.js';
import { ActionManager } from '@babylonjs/core/Actions/actionManager.js';
import { PointerDragBehavior } from '@babylonjs/core/Behaviors/Meshes/pointerDragBehavior.js';
import { Camera } from '@babylonjs/core/Cameras/camera.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import '@babylonjs/core/Culling/ray.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { Scene } from '@babylonjs/core/scene.js';
const engine = new Engine(document.querySelector('canvas'));
const scene = new Scene(engine);
const camera = new FreeCamera('camera', new Vector3(0, 0, -5), scene);
if (location.search === '?orthographic') {
	camera.mode = Camera.ORTHOGRAPHIC_CAMERA;
	Object.assign(camera, { orthoLeft: -3.2, orthoRight: 3.2, orthoBottom: -2, orthoTop: 2 });
}
new HemisphericLight('light', Vector3.Up(), scene);
const slider = CreateBox('slider', { size: 0.6 }, scene);
slider.position.x = -1;
const drag = new PointerDragBehavior({ dragPlaneNormal: new Vector3(0, 0, 1) });
// Follows at once. Otherwise it lags some frames behind the mouse, and stops where the button is released.
drag.dragDeltaRatio = 1;
slider.addBehavior(drag);
const lamp = CreateBox('lamp', { size: 0.6 }, scene);
lamp.position.x = 1;
lamp.material = new StandardMaterial('glass', scene);
lamp.actionManager = new ActionManager(scene);
lamp.actionManager.registerAction(
	new ExecuteCodeAction(ActionManager.OnPickTrigger, () => {
		lamp.material.diffuseColor = new Color3(1, 0, 0);
	}),
);
engine.runRenderLoop(() => scene.render());`;

const REACT_APP = `
import { Canvas } from '@react-three/fiber';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
function Box({ article, x }) {
	const [isOn, setOn] = useState(false);
	return h(
		'mesh',
		{ article, 'position-x': x, onClick: () => setOn(true) },
		h('boxGeometry'),
		h('meshBasicMaterial', { color: isOn ? 'red' : 'gray' }),
	);
}
createRoot(document.querySelector('main')).render(
	h(Canvas, null, h(Box, { article: 'cup', x: -1 }), h(Box, { article: 'plate', x: 1 })),
);`;

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
});
test.afterAll(() => server.close());
test.use({ viewport: { width: 640, height: 400 } });

async function open(page: Page, body: string, code: string, search = ''): Promise<void> {
	const app = await bundlePage(code);
	await page.route('**/app.js', (route) => route.fulfill({ contentType: 'text/javascript', body: app }));
	server.page = `<!doctype html><body style="margin: 0">${body}<script type="module" src="/app.js"></script>`;
	await page.goto(`${server.origin}/${search}`);
}

for (const kind of ['perspective', 'orthographic'] as const) {
	test(`drags and clicks what behaviors and actions of Babylon.js listen for, ${kind}`, async ({ page, scene }) => {
		await open(page, '<canvas width="640" height="400"></canvas>', BABYLON_APP, `?${kind}`);
		expect(await page.evaluate(() => 'BABYLON' in globalThis)).toBe(false);
		const slider = scene.object('slider');
		await expect(slider).toBeVisible();
		expect((await scene.camera.state()).kind).toBe(kind);
		await slider.dragTo({ dx: 0, dy: -80 });
		// In the plane of its middle, 5 m away, a perspective of 0.8 rad shows 200 pixels in 2.11 m.
		const meters = kind === 'orthographic' ? 0.8 : (80 * 5 * Math.tan(0.4)) / 200;
		await expect(slider).toHavePosition([-1, meters, 0], { within: 0.01 });
		await scene.object('lamp').click();
		await expect(scene.object({ name: 'lamp', material: 'glass' })).toHaveColor('#ff0000');
	});
}

test('finds objects of React Three Fiber by their props', async ({ page, scene }) => {
	await open(page, '<main style="height: 400px"></main>', REACT_APP);
	await scene.object({ props: { article: 'plate' } }).click();
	await expect(scene.object({ props: { article: 'plate' } })).toHaveColor('#ff0000');
	await expect(scene.object({ props: { article: 'cup' } })).toHaveColor('#808080');
	await expect(scene.object({ props: { article: 'spoon' } })).toHaveCount(0);
});
