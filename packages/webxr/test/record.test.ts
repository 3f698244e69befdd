import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	compareRecordings,
	DEFAULT_TOLERANCES,
	describeLayout,
	listExcesses,
	type Recording,
	readRecording,
} from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';
import { useBrowser } from './support/use-browser.ts';

declare const handreelRecorder: {
	mark(name: string): void;
	toBytes(layout?: string, tolerances?: 'keep-all'): Uint8Array | null;
	download(name?: string): void;
};

const open = useBrowser();
const FRAME = 1 / 60;
const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const LOST = 'fixtures/recorded/mrtk-2.8.3-lost.bin';

function load(file: string): Recording {
	return readRecording(readFileSync(join(root, file)));
}

/** Replays a file into a page that is recorded by the script, and returns what that recorded. */
async function record(file: string, tolerances?: 'keep-all', frameRate = 60): Promise<Recording> {
	const page = await open({ recording: file, options: { frameRate }, scripts: ['record.js'] });
	const base64 = await page.evaluate(async (given) => {
		await kit.start('immersive-vr', ['local', 'eye-tracking']);
		await handreel.driver.stepTo(0.5);
		handreelRecorder.mark('half a second');
		await handreel.driver.stepToEnd();
		const bytes = handreelRecorder.toBytes('mrtk-1.1', given)!;
		return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
	}, tolerances);
	return readRecording(Buffer.from(base64, 'base64'));
}

/** Paths that are further off than a multiple of the optimiser's tolerances allows. The palm is made up. */
function listFar(original: Recording, copy: Recording, factor: number): string[] {
	const comparison = compareRecordings(original, copy, { onlyTracked: true, end: original.duration - FRAME });
	const tolerances = Object.fromEntries(
		Object.entries(DEFAULT_TOLERANCES).map(([name, value]) => [name, value * factor]),
	);
	const far = listExcesses(comparison, tolerances).filter(({ path }) => !path.includes('.palm.'));
	return far.map(({ path, max, time }) => `${path}: ${max} at ${time} s`);
}

describe('recording what is replayed', () => {
	it.each([FULL, LOST])('gives %s back within the tolerances of the optimiser', async (file) => {
		const original = load(file);
		// Twice as many frames as the device gave: frames do not hit the keys, and corners between frames are cut.
		expect(listFar(original, await record(file, 'keep-all', 120), 1)).toEqual([]);
	});

	it('is optimised unless told otherwise, and has everything that there was', async () => {
		const original = load(FULL);
		const copy = await record(FULL);
		// What the optimiser may add, and what frames at other times than the keys miss.
		expect(listFar(original, copy, 1.1)).toEqual([]);
		const { onlyInA, onlyInB, states } = compareRecordings(original, copy);
		expect({ onlyInA, onlyInB }).toEqual({ onlyInA: [], onlyInB: [] });
		for (const { count, seconds } of states) expect(seconds).toBeLessThanOrEqual(count * FRAME + 1e-6);
		expect(copy.markers).toEqual([{ name: 'half a second', time: 0.5 }]);
		expect(copy.duration).toBeCloseTo(original.duration, 6);
		expect(describeLayout(copy.layout).name).toBe('mrtk-1.1');
	});

	it('keeps hands lost that were lost', async () => {
		const { states } = compareRecordings(load(LOST), await record(LOST));
		const tracked = states.find(({ path }) => path === 'hands.left.tracked')!;
		expect(tracked.seconds).toBeLessThanOrEqual(tracked.count * FRAME + 1e-6);
	});
});

describe('the recording script', () => {
	it('saves what was recorded as a file, also when the session is over', async () => {
		const page = await open({ recording: FULL, scripts: ['record.js'] });
		const downloading = page.waitForEvent('download');
		const before = await page.evaluate(() => handreelRecorder.toBytes());
		await page.evaluate(async () => {
			const { session } = await kit.start('immersive-ar', ['local']);
			await handreel.driver.stepTo(0.2);
			await session.end();
			handreelRecorder.download('mine.bin');
		});
		const download = await downloading;
		const recording = readRecording(readFileSync(await download.path()), { require: ['hands', 'camera'] });
		expect(before).toBeNull();
		expect(download.suggestedFilename()).toBe('mine.bin');
		expect(recording.duration).toBeCloseTo(0.2, 6);
		expect(recording.gaze).toBeNull();
	});
});
