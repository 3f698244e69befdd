// The element in Chromium.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findSample } from '@handreel/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchGolden } from '../../../scripts/match-golden.ts';
import { openTestPage, type TestPage } from '../../../scripts/test-page.ts';
import type { PlayerKit } from './pages/player-page.ts';

declare const kit: PlayerKit;
/** What a strict page has reported. */
declare const violations: readonly string[];
declare const axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

let test: TestPage;
beforeAll(async () => {
	test = await openTestPage({ script: 'packages/player/test/pages/player-page.ts' });
	await test.page.waitForFunction('globalThis.kit !== undefined');
});
afterAll(() => test?.close());

it('shows a recording, with keyboard and screen reader', async () => {
	const { page } = test;
	await page.evaluate(() => kit.show());
	const player = page.locator('#shown');
	matchGolden(await player.screenshot(), new URL('./goldens/player.png', import.meta.url));
	await expect(player.getByRole('button', { name: 'Play' }).count()).resolves.toBe(1);
	const stage = player.getByRole('img', { name: /^A grab\. Arrow keys turn the view/ });
	await stage.focus();
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('Space');
	await player.getByRole('button', { name: 'Pause' }).waitFor();
	await player.getByRole('button', { name: 'Pause' }).click();
	const slider = player.getByRole('slider', { name: 'Time' });
	await slider.focus();
	await page.keyboard.press('Home');
	expect(await slider.getAttribute('aria-valuetext')).toBe('0.0 of 4.9 seconds');
	await page.keyboard.press('ArrowRight');
	expect(await page.evaluate(() => (document.querySelector('#shown') as HTMLMediaElement).currentTime)).toBe(0.01);
	await page.addScriptTag({ content: readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8') });
	const { violations } = await page.evaluate(() => axe.run());
	const own = violations.filter(({ nodes }) => nodes.some(({ html }) => !/<html|<body/.test(html)));
	expect(own.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
	await page.evaluate(() => document.querySelector('#shown')?.remove());
});

it('looks the same on a page whose policy forbids WebAssembly, which reports it once', async () => {
	const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
	const html = `<!doctype html>${policy}<title>strict</title><body style="margin:0"><script type="module" src="/code/page.js"></script>`;
	const watch =
		"globalThis.violations = []; addEventListener('securitypolicyviolation', (e) => violations.push(e.blockedURI))";
	const strict = await openTestPage({ script: 'packages/player/test/pages/player-page.ts', html, before: [watch] });
	try {
		await strict.page.evaluate(() => kit.show());
		const picture = await strict.page.locator('#shown').screenshot();
		matchGolden(picture, new URL('./goldens/player.png', import.meta.url));
		expect(await strict.page.evaluate(() => violations)).toEqual(['wasm-eval']);
	} finally {
		await strict.close();
	}
});

it('plays, pauses and ends as a video does', async () => {
	const { times, events, paused, duration } = await test.page.evaluate(() => kit.play());
	expect(times[0]).toBe(0);
	expect(times[1]).toBeGreaterThan(0);
	expect(times[2]).toBe(times[1]);
	expect(paused).toEqual([true, false, true, true]);
	expect(duration).toBeCloseTo(4.933, 3);
	expect(events.filter((type) => type !== 'timeupdate' && type !== 'pinch')).toEqual([
		'play',
		'pause',
		'play',
		'ended',
	]);
	expect(events).toContain('timeupdate');
	expect(events).toContain('pinch');
});

it('shows live frames, and stands still while it is paused', async () => {
	expect(await test.page.evaluate(() => kit.showLive())).toEqual({
		text: 'Live',
		paused: [false, true],
		duration: Number.POSITIVE_INFINITY,
		isStill: true,
		error: 'TypeError: push: the element needs the attribute live',
	});
});

it('reads other formats and explains what is wrong', async () => {
	const load = (src: string): Promise<{ error: string | null; duration: number }> =>
		test.page.evaluate((address) => kit.load(address), src);
	const reel = await load('/files/fixtures/reels/mrtk-2.8.3-n100.reel');
	expect(reel.error).toBeNull();
	expect(reel.duration).toBeGreaterThan(0.5);
	const sample = await load('sample:wave');
	expect(sample.error).toBeNull();
	expect(sample.duration).toBeCloseTo(findSample('wave').duration, 2);
	expect((await load('sample:waev')).error).toMatch(/there is no sample 'waev'; expected one of .*wave/);
	expect((await load('/missing.bin')).error).toMatch(/missing\.bin could not be loaded \(404\)/);
	expect((await load('/files/package.json')).error).toMatch(/./);
});

it('loads when it comes into view, and releases its graphics', async () => {
	expect(await test.page.evaluate(() => kit.isLazy())).toEqual([true, true]);
	expect(await test.page.evaluate(() => kit.repeat(18))).toBe(18);
});

it('shows more recordings than a browser has WebGL contexts, and survives their loss', async () => {
	expect(await test.page.evaluate(() => kit.crowd(20))).toEqual([20, 20]);
	expect(await test.page.evaluate(() => kit.lose())).toEqual({ kept: true, isDrawnAgain: true });
});

it('keeps its time when it moves, until it gets another recording', async () => {
	expect(await test.page.evaluate(() => kit.move())).toEqual([2.2, 2.2, 0]);
});

it('shows its poster until the recording is there', async () => {
	const { page } = test;
	await page.evaluate(() => {
		const player = document.createElement('handreel-player');
		player.id = 'posted';
		player.setAttribute('poster', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=');
		document.body.append(player);
	});
	const poster = page.locator('#posted .poster');
	await poster.waitFor();
	await page.evaluate(() =>
		document.querySelector('#posted')?.setAttribute('src', '/files/fixtures/recorded/mrtk-2.8.3-full-5s.bin'),
	);
	await poster.waitFor({ state: 'hidden' });
	expect(await page.locator('#posted canvas').count()).toBe(1);
	await page.evaluate(() => document.querySelector('#posted')?.remove());
});

it('causes no errors and no foreign requests', () => {
	// After a loss of graphics, three.js frees objects that are gone already.
	const expected = /missing\.bin|404|object does not belong to this context/;
	expect(test.complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
});
