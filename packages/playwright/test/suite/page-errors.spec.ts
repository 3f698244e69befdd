// Every uncaught error of a page reaches the test, with the time at which it happened.
import { expect, test } from '@handreel/playwright';
import type { Page } from '@playwright/test';

async function openPage(page: Page, script: string): Promise<void> {
	const body = `<!doctype html><button id="throw"></button><script type="module">
		const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures: ['hand-tracking'] });
		const gl = document.createElement('canvas').getContext('webgl2', { xrCompatible: true });
		session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
		let frames = 0;
		const onFrame = () => { frames++; session.requestAnimationFrame(onFrame); globalThis.work?.(frames); };
		session.requestAnimationFrame(onFrame);
		${script}
	</script>`;
	await page.route('http://localhost:9/', (route) => route.fulfill({ contentType: 'text/html', body }));
	await page.goto('http://localhost:9/');
}

test('a promise that is rejected in a frame', async ({ page, xr }) => {
	await openPage(page, "globalThis.work = async (frames) => { if (frames === 31) throw new Error('no promise'); };");
	await xr.enter();
	await expect(xr.stepTo(1)).rejects.toThrow('stepTo: the page threw at 0.500 s: no promise');
	await xr.step();
});

test('a listener that throws, dated when the event was fired', async ({ page, xr }) => {
	await openPage(page, "session.onselectstart = () => { throw new Error('no listener'); };");
	await xr.enter();
	const error = await xr.right.pinch([0.1, 1.3, -0.4]).then(
		() => null,
		(thrown) => (thrown as Error).message,
	);
	const event = xr.events.find(({ type }) => type === 'selectstart');
	expect(event?.time).toBeLessThan(xr.time - 0.02);
	expect(error).toBe(`stepTo: the page threw at ${event?.time.toFixed(3)} s: no listener`);
});

test('an error between two calls', async ({ page, xr }) => {
	await openPage(page, "document.querySelector('#throw').onclick = () => { throw new Error('no click'); };");
	await xr.enter();
	await xr.stepTo(0.25);
	await page.locator('#throw').dispatchEvent('click');
	await expect(xr.stepTo(1)).rejects.toThrow('stepTo: the page threw at 0.250 s: no click');
});

test('several errors of one call', async ({ page, xr }) => {
	await openPage(page, "globalThis.work = () => { throw new Error('always'); };");
	await expect(xr.enter()).rejects.toThrow('the page threw at 0.000 s: always');
	await expect(xr.step(5)).rejects.toThrow(
		/^step: the page threw at 0\.017 s: always; and at 0\.033 s: always; and at 0\.050 s: always, and 2 more$/,
	);
});

test('an error after the last call fails the test', async ({ page, xr }) => {
	await openPage(page, "document.querySelector('#throw').onclick = () => { throw new Error('late'); };");
	await xr.enter();
	await page.locator('#throw').dispatchEvent('click');
	// From here on: nothing before may fail.
	test.fail();
});

test('an error while the page loads fails the test, after all of its calls', async ({ page, xr }) => {
	await openPage(page, "throw new Error('while loading');");
	await xr.enter();
	await xr.step();
	test.fail();
});

test('errors that were reported do not fail the test again', async ({ page, xr }) => {
	await openPage(page, "throw new Error('while loading');");
	await xr.enter();
	await expect(xr.checkErrors()).rejects.toThrow('xr: the page threw at 0.000 s: while loading');
	await xr.checkErrors();
});

test.describe('ignored', () => {
	test.use({ pageErrors: 'ignore' });

	test('errors are in the trace only', async ({ page, xr }) => {
		await openPage(page, "globalThis.work = () => { throw new Error('always'); };");
		await xr.enter();
		await xr.step(3);
		const track = (await xr.trace())?.tracks.find(({ name }) => name === 'errors');
		expect(track?.kind).toBe('events');
	});
});

declare const drawn: number[];

test('random numbers are the same in each run', async ({ page, xr }) => {
	const draws: number[][] = [];
	for (let run = 0; run < 2; run++) {
		await openPage(page, 'globalThis.drawn = Array.from({ length: 1000 }, Math.random);');
		await xr.enter();
		draws.push(await page.evaluate(() => drawn));
	}
	const [first = [], second] = draws;
	expect(first).toEqual(second);
	expect(new Set(first).size).toBe(1000);
	expect(first.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
	expect(Math.min(...first)).toBeGreaterThanOrEqual(0);
	expect(Math.max(...first)).toBeLessThan(1);
});

test.describe('without a seed', () => {
	test.use({ replay: { randomSeed: null } });

	test('random numbers are random', async ({ page, xr }) => {
		await openPage(page, 'globalThis.drawn = [Math.random(), Math.random()];');
		await xr.enter();
		const before = await page.evaluate(() => drawn);
		await page.reload();
		expect(await page.evaluate(() => drawn)).not.toEqual(before);
	});
});
