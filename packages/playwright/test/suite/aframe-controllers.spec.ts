// A-Frame's own components read named parts of the models that they load. The fixture answers with built-in models.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
});
test.afterAll(() => server.close());

declare const ready: string[];
declare const gestures: string[];
declare const readTrigger: () => number;
/** What the rays of both hands meet. */
declare const readHits: () => string[][];

const openScene = (entities: string): string => `<!doctype html>
<script src="/aframe/dist/aframe-master.min.js"></script>
<script>
globalThis.ready = [];
globalThis.gestures = [];
addEventListener('controllermodelready', ({ detail }) => ready.push(detail.name), true);
for (const name of ['gripclose', 'gripopen', 'pistolstart', 'pistolend', 'pointingstart']) {
	addEventListener(name, () => gestures.push(name), true);
}
globalThis.readHits = () => [...document.querySelectorAll('[raycaster]')].map(
	({ components }) => components.raycaster.intersectedEls.map(({ id }) => id),
);
globalThis.readTrigger = () => document.querySelector('#right').object3D.getObjectByName('trigger').parent.position.y;
</script>
<a-scene loading-screen="enabled: false" embedded style="width: 32px; height: 16px">${entities}</a-scene>`;

for (const [profile, hasNodes] of [
	['oculus-touch', false],
	['oculus-touch-v2', false],
	['oculus-touch-v3', true],
	['meta-quest-touch-pro', true],
	['meta-quest-touch-plus', true],
] as const) {
	test.describe(profile, () => {
		test.use({
			performer: { input: 'controllers', profiles: [profile, 'oculus-touch', 'generic-trigger-squeeze-thumbstick'] },
			render: 'none',
		});

		test(`A-Frame loads the built-in model of ${profile}, and its parts follow buttons`, async ({ page, xr }) => {
			const errors: string[] = [];
			page.on('pageerror', ({ message }) => errors.push(message));
			server.page = openScene(`<a-entity id="left" meta-touch-controls="hand: left"></a-entity>
				<a-entity id="right" meta-touch-controls="hand: right"></a-entity>`);
			await page.goto(server.origin);
			await xr.enter();
			await expect
				.poll(async () => {
					await xr.step();
					return page.evaluate(() => ready);
				})
				.toEqual(['meta-touch-controls', 'meta-touch-controls']);
			const before = await page.evaluate(() => readTrigger());
			await xr.right.down('trigger').stick(1, 1).press('squeeze').press('thumbstick');
			const after = await page.evaluate(() => readTrigger());
			expect(after > before).toBe(hasNodes);
			expect(errors).toEqual([]);
		});

		test(`the laser of A-Frame hits what ${profile} points at`, async ({ page, xr }) => {
			server.page = openScene(`<a-box id="near" position="0.4 1.2 -2" scale="0.1 0.1 0.1"></a-box>
				<a-box id="high" position="-0.6 1.9 -2.5" scale="0.1 0.1 0.1"></a-box>
				<a-entity id="left" laser-controls="hand: left" raycaster="objects: a-box"></a-entity>
				<a-entity id="right" laser-controls="hand: right" raycaster="objects: a-box"></a-entity>`);
			await page.goto(server.origin);
			await xr.enter();
			await expect
				.poll(async () => {
					await xr.step();
					return page.evaluate(() => ready.length);
				})
				.toBe(2);
			await xr.right.pointAt(xr.object('near'));
			await xr.left.pointAt(xr.object('high'));
			await expect
				.poll(async () => {
					await xr.step();
					return page.evaluate(() => readHits());
				})
				.toEqual([['high'], ['near']]);
		});
	});
}

test.describe('hand-controls', () => {
	test.use({
		performer: { input: 'controllers', profiles: ['oculus-touch-v3', 'generic-trigger-squeeze-thumbstick'] },
		render: 'none',
	});

	for (const style of ['lowPoly', 'highPoly', 'toon']) {
		test(`A-Frame's ${style} hands change their shape with buttons`, async ({ page, xr }) => {
			const errors: string[] = [];
			page.on('pageerror', ({ message }) => errors.push(message));
			server.page = openScene(`<a-entity hand-controls="hand: right; handModelStyle: ${style}"></a-entity>`);
			await page.goto(server.origin);
			await xr.enter();
			await xr.right.down('squeeze').down('trigger').up('trigger').up('squeeze').press('trigger');
			expect(errors).toEqual([]);
			expect(await page.evaluate(() => gestures)).toEqual(['pistolstart', 'pistolend']);
		});
	}
});
