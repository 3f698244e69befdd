// Apps inside a frame of the page.
import { readFileSync } from 'node:fs';
import { expect, test } from '@handreel/playwright';
import { replayIntoPage, type XRReplay } from '@handreel/playwright/page';
import type { Page } from '@playwright/test';

const FILE = '../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin';

/** The page of all tests, which is opened again with other frames. */
let page: Page;
let xr: XRReplay;
test.beforeAll(async ({ browser }) => {
	page = await browser.newPage();
	xr = await replayIntoPage(page, readFileSync(new URL(FILE, import.meta.url)));
});
test.afterAll(() => page.close());

/** The app's log: its clock in each frame. */
declare const times: number[];

const APP = `<!doctype html><canvas></canvas><button id="go">Enter</button><script>
globalThis.times = [];
document.querySelector('button').onclick = async () => {
	const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures: ['hand-tracking'] });
	const gl = document.querySelector('canvas').getContext('webgl2', { xrCompatible: true });
	session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
	const onFrame = () => {
		session.requestAnimationFrame(onFrame);
		times.push(performance.now());
		gl.clearColor(0, times.length % 2, 0, 1);
		gl.clear(gl.COLOR_BUFFER_BIT);
		if (times.length === 60) top.postMessage('a second has passed', '*');
	};
	session.requestAnimationFrame(onFrame);
};
</script>`;

/** Opens a page around frames; `localhost:9` serves it and the app, `other.test` the app as another origin. */
async function openPage(frames: string): Promise<void> {
	await page.route(/^https?:\/\/(localhost:9|other\.test)\//, (route) => {
		const { pathname } = new URL(route.request().url());
		const outer = `<!doctype html>${frames}<script>onmessage = ({ data }) => { document.title = data; }</script>`;
		return route.fulfill({
			contentType: 'text/html',
			body: { '/': outer, '/app': APP }[pathname] ?? '<!doctype html>',
		});
	});
	await page.goto('http://localhost:9/');
}

for (const [where, html, url] of [
	['of the same origin', '<iframe src="/app"></iframe>', 'http://localhost:9/app'],
	['without an address', `<iframe srcdoc='${APP.replaceAll("'", '&#39;')}'></iframe>`, 'about:srcdoc'],
	['inside a frame', '<iframe srcdoc="<iframe src=/app></iframe>"></iframe>', 'http://localhost:9/app'],
	[
		'of another origin, beside one without scripts',
		'<iframe src="/plain" sandbox></iframe><iframe src="https://other.test/app" allow="xr-spatial-tracking"></iframe>',
		'https://other.test/app',
	],
] as const) {
	test(`an app in a frame ${where} is entered, stepped and seen`, async () => {
		await openPage(html);
		await xr.enter({ by: '#go' });
		await xr.stepTo(0.5);
		const pictures = [await page.screenshot()];
		await xr.step();
		pictures.push(await page.screenshot());
		await xr.stepTo(1.2);
		expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(false);
		expect(xr.time).toBe(1.2);
		expect(xr).toHaveEvents([{ type: 'sessionstart' }, { type: 'selectstart', side: 'left' }]);
		await expect(page).toHaveTitle('a second has passed');
		const seen = (await page.frame({ url })?.evaluate(() => times)) ?? [];
		expect(seen.length).toBeGreaterThan(70);
		// Both clocks stop at the same time, except for the last step, which is a fraction of a frame.
		expect(Math.abs((seen.at(-1) ?? 0) - (await page.evaluate(() => performance.now())))).toBeLessThan(1000 / 60);
	});
}

test('an app in a frame without the permission for XR gets an error', async () => {
	await openPage('<iframe src="https://other.test/app"></iframe>');
	await expect(xr.enter({ by: '#go' })).rejects.toThrow(
		/^enter: the page requested immersive-vr and got NotSupportedError.*xr-spatial-tracking$/,
	);
});

for (const [origin, message] of [
	['', /^step(To)?: no session at 0\.500 s/],
	['https://other.test', /^stepTo: the frame with the session was removed from the page$/],
] as const) {
	test(`a frame of ${origin || 'the same origin'} takes its session with it when it is removed`, async () => {
		await openPage(`<iframe src="${origin}/app" allow="xr-spatial-tracking"></iframe>`);
		await xr.enter({ by: '#go' });
		await xr.stepTo(0.5);
		await page.evaluate(() => document.querySelector('iframe')?.remove());
		await expect(xr.stepTo(1)).rejects.toThrow(message);
	});
}
