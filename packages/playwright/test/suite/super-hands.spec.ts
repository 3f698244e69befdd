// An application that others wrote, unchanged: the pointer example of the A-Frame component super-hands, as its package
// holds it. Another project of the configuration replaces a part of its script, so that the test has to fail.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import type { Page } from '@playwright/test';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

const examples = join(dirname(fileURLToPath(import.meta.resolve('super-hands/package.json'))), 'examples');
let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(examples);
});
test.afterAll(() => server.close());

// A-Frame points with the ray of this controller, and with the grip of newer ones.
test.use({
	performer: { input: 'controllers', profiles: ['htc-vive', 'generic-trigger-squeeze-touchpad'] },
	// Nobody looks at the pictures.
	render: 'none',
	viewport: { width: 640, height: 320 },
});
test.setTimeout(180_000);

/** Serves the examples. The page does without its other scripts, which only decorate it. */
async function openExample(page: Page, path: string): Promise<void> {
	const [from = '', to = ''] = (test.info().project.metadata['replace'] as string[] | undefined) ?? [];
	await page.route('**', (route) => {
		const { hostname, pathname } = new URL(route.request().url());
		// The fixture has models of controllers.
		if (hostname === 'cdn.aframe.io') return route.fallback();
		if (hostname !== 'localhost') return route.abort();
		if (from === '' || !pathname.endsWith('.js')) return route.continue();
		const source = readFileSync(join(examples, pathname), 'utf8');
		expect(source.split(from)).toHaveLength(2);
		return route.fulfill({ body: source.replace(from, to), contentType: 'text/javascript' });
	});
	await page.goto(`${server.origin}/${path}`);
}

test('a controller takes a cube of the super-hands example and puts it down', async ({ page, xr }) => {
	await openExample(page, 'mouse/');
	// The page compiles 3 MB of scripts first.
	await xr.enter({ timeout: 90_000 });
	const cube = xr.object(({ type, firstPosition: [x, y, z] }) => {
		return type === 'Mesh' && Math.hypot(x, y - 1, z + 1.25) < 0.1;
	});
	await xr.right.pointAt(cube).down('trigger');
	await xr.right.pointAt([0.6, 1.2, -1.1]);
	await expect(cube).toBeNear([0.6, 1.2, -1.1], 0.15);
	await xr.right.up('trigger').pointAt([-0.5, 1, -1]);
	await expect(cube).toBeNear([0.6, 1.2, -1.1], 0.15);
	await expect(cube).toHaveMoved(0.5);
});

test('the mouse drags a cube of the super-hands example, without a session', async ({ page, scene }) => {
	await openExample(page, 'mouse/index-mouse.html');
	scene.timeout = 90_000;
	const cube = scene.object({ selector: '.cube' }).filter({ near: [[0, 1, -1.25], 0.1] });
	// The place is no longer a reason to find it once it has moved.
	const taken = scene.object({ ref: `o${(await cube.node()).id}` });
	await taken.dragTo({ dx: 90, dy: -40 });
	await expect(taken).not.toBeNear([0, 1, -1.25], 0.2);
});

test("hand-controls of the example's A-Frame, 1.4, use the hand model", async ({ page, xr }) => {
	server.page = `<!doctype html><script src="/build.js"></script>
<a-scene><a-entity id="hand" hand-controls="hand: right"></a-entity></a-scene>`;
	await page.goto(server.origin);
	// Errors of the page would fail the calls.
	await xr.enter({ timeout: 90_000 });
	await page.evaluate(() => {
		const own = globalThis as unknown as {
			presses: string[];
			document: { querySelector(id: string): { addEventListener(type: string, listen: () => void): void } };
		};
		own.presses = [];
		own.document.querySelector('#hand').addEventListener('triggerdown', () => own.presses.push('triggerdown'));
	});
	// A-Frame looks for controllers twice a second.
	await xr.right.wait(1).down('trigger').wait(0.1);
	expect(await page.evaluate(() => (globalThis as unknown as { presses: string[] }).presses)).toEqual(['triggerdown']);
});
