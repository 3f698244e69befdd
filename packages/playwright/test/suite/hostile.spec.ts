// Pages that misbehave. Each call must fail with an error that explains the problem, and must not hang.
import { readFileSync } from 'node:fs';
import { expect, test } from '@handreel/playwright';
import { replayIntoPage, type XRReplay } from '@handreel/playwright/page';
import type { Page } from '@playwright/test';

const FILE = '../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin';
test.use({ recording: FILE });

/** The page of most tests, which open one address after the other. */
let page: Page;
let xr: XRReplay;
test.beforeAll(async ({ browser }) => {
	page = await browser.newPage();
	xr = await replayIntoPage(page, readFileSync(new URL(FILE, import.meta.url)));
});
test.afterAll(() => page.close());

const ENTER = `
	const session = await navigator.xr.requestSession('immersive-vr');
	const gl = document.createElement('canvas').getContext('webgl2', { xrCompatible: true });
	session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
`;

async function openPage(page: Page, script: string): Promise<void> {
	await page.route('http://localhost:9/**', async (route) => {
		const { pathname } = new URL(route.request().url());
		if (pathname === '/silent') return;
		if (pathname === '/slow') await page.waitForLoadState();
		const body =
			pathname === '/'
				? `<!doctype html><button>Enter</button><script type="module">${script}</script>`
				: '<!doctype html>elsewhere';
		return route.fulfill({ contentType: 'text/html', body });
	});
	await page.goto('http://localhost:9/');
}

const inFrame = (code: string): string => `${ENTER}
	let frames = 0;
	const onFrame = () => { frames++; session.requestAnimationFrame(onFrame); ${code} };
	session.requestAnimationFrame(onFrame);`;

async function failure(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => 'nothing was thrown',
		(error: Error) => error.message,
	);
}

test('throws in its frame callback', async () => {
	await openPage(page, inFrame("if (frames === 30) throw new Error('boom');"));
	await xr.enter();
	expect(await failure(xr.playToEnd())).toBe('playToEnd: the page threw at 0.483 s: boom');
});

test('never calls requestSession', async ({ page, xr }) => {
	await openPage(page, '');
	expect(await failure(xr.enter({ timeout: 300 }))).toMatch(
		/^enter: the page has not called navigator\.xr\.requestSession within 300 ms; no known enter button found; pass `by`$/,
	);
	expect(await failure(xr.enter({ by: 'button', timeout: 300 }))).toMatch(/requestSession within 300 ms$/);
});

test('throws before it starts', async ({ page, xr }) => {
	await openPage(page, "throw new Error('no start')");
	expect(await failure(xr.enter({ timeout: 300 }))).toMatch(/; pass `by`; it threw: no start$/);
});

test('changes its address after an error', async ({ page, xr }) => {
	const change = "fetch('/slow').then(() => history.pushState(null, '', '/later'))";
	await openPage(page, `addEventListener('error', () => ${change}); throw new Error('no start')`);
	await page.waitForURL('**/later');
	expect(await failure(xr.enter({ timeout: 300 }))).toMatch(/; it threw: no start$/);
});

test('stays after an error, because the next page has no content', async ({ page, xr }) => {
	await openPage(page, "throw new Error('no start')");
	await page.route('http://localhost:9/nothing', (route) => route.fulfill({ status: 204 }));
	await page.goto('http://localhost:9/nothing').catch(() => {});
	await page.evaluate(() => history.pushState(null, '', '/later'));
	expect(await failure(xr.enter({ timeout: 300 }))).toMatch(/; it threw: no start$/);
});

test('opens after a page that threw', async ({ page, xr }) => {
	await openPage(page, "throw new Error('earlier')");
	expect(await failure(xr.enter({ timeout: 300 }))).toMatch(/; it threw: earlier$/);
	await openPage(page, '');
	expect(await failure(xr.enter({ timeout: 300 }))).toMatch(/; pass `by`$/);
	await openPage(page, "throw new Error('later')");
	expect(await failure(xr.enter({ timeout: 300 }))).toMatch(/; it threw: later$/);
});

test('loads something between its session and its layer', async () => {
	const loading = inFrame('').replace('const gl', "await fetch('/slow'); const gl");
	await openPage(page, loading.replace('onFrame = () => {', 'onFrame = (time) => { window.start ??= time;'));
	await xr.enter();
	await xr.playToEnd();
	// It sees the whole recording.
	expect(await page.evaluate('start')).toBeCloseTo(1000 / 60, 5);
});

test('loads something when it first sees hands', async () => {
	await openPage(
		page,
		`${ENTER} session.oninputsourceschange = async () => {
			await fetch('/slow');
			document.title = performance.now().toFixed(3);
		};`,
	);
	await xr.enter();
	expect(await page.title()).toBe('16.667');
});

test('requests a file that never arrives', async () => {
	await openPage(page, `fetch('/silent').catch(() => {}); ${ENTER}`);
	await xr.enter();
	expect(xr.time).toBe(0);
});

test('requests a feature that is refused', async () => {
	await openPage(page, "navigator.xr.requestSession('immersive-vr', { requiredFeatures: ['depth'] }).catch(() => {})");
	expect(await failure(xr.enter())).toMatch(
		/^enter: the page requested immersive-vr and got NotSupportedError.*'depth'/,
	);
});

test('shows an inline session before the user enters', async () => {
	await openPage(
		page,
		`const inline = await navigator.xr.requestSession('inline');
		const onFrame = () => inline.requestAnimationFrame(onFrame);
		onFrame();
		document.querySelector('button').onclick = () => navigator.xr.requestSession('immersive-vr');`,
	);
	await xr.enter({ by: 'button' });
	await xr.stepTo(0);
	expect(xr.time).toBe(0);
	expect(xr.events.findLast(({ type }) => type === 'sessionstart')).toMatchObject({ mode: 'immersive-vr', time: 0 });
});

test('ends the session itself', async () => {
	await openPage(page, inFrame('if (frames === 30) session.end();'));
	await xr.enter();
	expect(await failure(xr.playToEnd())).toMatch(/^playToEnd: no session at 0\.\d+ s: the page .* ended it/);
	await xr.step();
	expect(xr).toHaveEvents([{ type: 'sessionstart' }, { type: 'end' }]);
});

test('navigates away', async () => {
	await openPage(page, inFrame("if (frames === 30) location.href = '/elsewhere';"));
	await xr.enter();
	const expected = /the page navigated to http:\/\/localhost:9\/elsewhere; its session is gone$/;
	// On a busy machine the recording ends before the other page has been loaded.
	const left = xr.playToEnd().then(() => page.waitForURL('**/elsewhere'));
	expect(await failure(left.then(() => xr.stepTo(100)))).toMatch(expected);
	expect(await failure(xr.step())).toMatch(expected);
	// Chromium can hang if a page is closed in the moment in which it commits a navigation.
	await page.waitForURL('**/elsewhere');
});

test('hangs in its frame callback', async ({ page, xr }) => {
	// Waits forever, without using the CPU.
	const block = "const request = new XMLHttpRequest(); request.open('GET', '/silent', false); request.send();";
	await openPage(page, inFrame(`if (frames === 30) { ${block} }`));
	await xr.enter();
	xr.timeout = 1500;
	expect(await failure(xr.playToEnd())).toMatch(/^playToEnd: the page did not respond within 1500 ms/);
});

test('is closed', async ({ page, xr }) => {
	await openPage(page, ENTER);
	await xr.enter();
	await page.close();
	expect(await failure(xr.step())).toBe('step: the page is closed');
});

test('was opened too early', async ({ browser }) => {
	const page = await browser.newPage();
	await page.goto('data:text/html,early');
	const { XRReplay: Replay } = await import('@handreel/playwright/page');
	const xr: XRReplay = new Replay(page, { markers: [], duration: 0 } as never);
	expect(await failure(xr.step())).toMatch(/^step: data:.* was opened before the fixture xr was set up/);
	await page.close();
});

test('is not opened at all', async ({ xr }) => {
	expect(await failure(xr.enter())).toBe('enter: no page is open; call page.goto first');
});

test('has no marker with the name', async () => {
	await openPage(page, ENTER);
	await xr.enter();
	expect(await failure(xr.seekMarker('grab'))).toMatch(
		/^seekMarker: name: no marker 'grab'.* the recording has: none$/,
	);
});
