// The same recording in the same page, again and again.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { enterPage } from '../support/enter-page.ts';
import { makeController, makeRecording, states } from '../support/made-recording.ts';
import { useBrowser } from '../support/use-browser.ts';

const FILE = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const open = useBrowser();

interface Seen {
	readonly frames: unknown[];
	readonly events: unknown[];
}
declare const seen: Seen;

/** What the page saw, as JSON: Playwright takes seconds to copy that many values one by one. */
function readSeen(page: Page): Promise<string> {
	return page.evaluate(() => JSON.stringify({ frames: seen.frames, events: seen.events }));
}

it.each([
	['three', 10],
	['babylon', 2],
	['aframe', 2],
] as const)(
	'replays of a page built on %s, %i of them, give identical poses, events and pictures',
	async (library, count) => {
		const runs = new Set<string>();
		let picture: Buffer = Buffer.alloc(0);
		for (let run = 0; run < count; run++) {
			const page = await open({
				url: `/packages/webxr/test/pages/${library}.html`,
				recording: FILE,
				options: { render: 'last', mutations: { jitter: { position: 0.002 } } },
			});
			await enterPage(page);
			await page.evaluate(() => handreel.driver.stepTo(2));
			const json = await readSeen(page);
			picture = await page.locator('canvas').screenshot();
			runs.add(createHash('sha256').update(json).update(picture).digest('hex'));
			const { frames, events } = JSON.parse(json) as Seen;
			expect(frames.length).toBeGreaterThan(115);
			expect(events.length).toBeGreaterThan(2);
			await page.close();
		}
		expect(runs.size).toBe(1);
		// Not just a blank canvas.
		expect(picture.length).toBeGreaterThan(200);
	},
);

it('ten replays of controllers give identical poses, buttons, axes and events', async () => {
	const controllers = { left: makeController(states(0, 1)), right: makeController(states(0, 1, 1.2, 0, 1.4, 1)) };
	const page = await open({
		url: '/packages/webxr/test/pages/controllers-three.html',
		recording: encodeReel(makeRecording({ controllers })),
		options: { render: 'none' },
	});
	const runs = new Set<string>();
	for (let run = 0; run < 10; run++) {
		if (run > 0) await page.reload();
		await enterPage(page);
		await page.evaluate(() => handreel.driver.stepToEnd());
		const json = await readSeen(page);
		runs.add(json);
		const { frames, events } = JSON.parse(json) as Seen;
		expect(frames.length).toBeGreaterThan(115);
		expect(events.length).toBeGreaterThan(5);
	}
	expect(runs.size).toBe(1);
});

it('decodes a reel to the same bits in Chromium as in Node', async () => {
	const bytes = readFileSync(`${root}/fixtures/reels/mrtk-2.8.3-n100.reel`);
	const page = await open({ recording: bytes });
	// As JSON for the same reason as above.
	const words: number[] = JSON.parse(await page.evaluate(`JSON.stringify((${listWords})(handreel.driver.recording))`));
	expect(words).toEqual(listWords(decodeReel(bytes)));
	expect(words.length).toBeGreaterThan(10_000);
});

// The words of all keys. It also runs in the page, so it must not use variables of its module.
function listWords(part: object): number[] {
	if ('floats' in part) {
		const { floats, start, count, stride } = part as {
			floats: Float32Array;
			start: number;
			count: number;
			stride: number;
		};
		return [...new Uint32Array(floats.buffer, floats.byteOffset + 4 * start, count * stride)];
	}
	return Object.values(part).flatMap((value) => (value !== null && typeof value === 'object' ? listWords(value) : []));
}
