import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { getKeyValue, type Recording, readRecording, SIDES } from '@handreel/core';
import { compareRecordings, listExcesses, TOLERANCE_DEFAULTS } from '@handreel/core/edit';
import { chooseLayout, listKeyTimes } from '@handreel/core/internal';
import { decodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { useBrowser } from '../support/use-browser.ts';

declare const handreelRecorder: {
	mark(name: string): void;
	toBytes(layout?: string, keys?: { keepAllKeys: boolean }): Uint8Array | null;
	download(name?: string): void;
};

const open = useBrowser();
const FRAME = 1 / 60;
const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const LOST = 'fixtures/recorded/mrtk-2.8.3-lost.bin';

function load(file: string): Recording {
	return readRecording(readFileSync(join(root, file)));
}

/**
 * Replays a file into a page that is recorded by the script, and returns what that recorded. Frames are where the recorded
 * device had them: elsewhere they would cut corners.
 */
async function record(file: string, keys?: { keepAllKeys: boolean }): Promise<Recording> {
	const page = await open({ recording: file, scripts: ['record.js'] });
	const times = [...listKeyTimes(load(file))];
	const base64 = await page.evaluate(
		async ([frames, given]) => {
			await kit.start('immersive-vr', ['local', 'eye-tracking']);
			for (const time of frames) {
				await handreel.driver.stepTo(time);
				if (time === frames[30]) handreelRecorder.mark('frame 30');
			}
			const bytes = handreelRecorder.toBytes('mrtk-1.1', given)!;
			return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
		},
		[times, keys] as const,
	);
	return readRecording(Buffer.from(base64, 'base64'));
}

/** Paths that deviate by more than a multiple of the optimizer's tolerances, except for palms, which are synthesized. */
function listFar(original: Recording, copy: Recording, factor: number): string[] {
	const comparison = compareRecordings(original, copy, { onlyTracked: true, end: original.duration - FRAME });
	const tolerances = Object.fromEntries(
		Object.entries(TOLERANCE_DEFAULTS).map(([name, value]) => [name, value * factor]),
	);
	const far = listExcesses(comparison, tolerances).filter(({ path }) => !path.includes('.palm.'));
	return far.map(({ path, max, time }) => `${path}: ${max} at ${time} s`);
}

describe('recording a replay', () => {
	it.each([FULL, LOST])('reproduces %s within the tolerances of the optimizer', async (file) => {
		const original = load(file);
		const copy = await record(file);
		// Rounding to float32 may add a millionth of a meter.
		expect(listFar(original, copy, 1.002)).toEqual([]);
		const { onlyInA, onlyInB, states, markers } = compareRecordings(original, copy);
		expect({ onlyInA, onlyInB }).toEqual({ onlyInA: [], onlyInB: [] });
		for (const { count, seconds } of states) expect(seconds).toBeLessThanOrEqual(count * FRAME + 1e-6);
		expect(markers.onlyInB.map(({ name }) => name)).toEqual(['frame 30']);
		expect(copy.duration).toBeCloseTo(original.duration, 5);
		expect(chooseLayout(copy)).toBe('mrtk-1.1');
		expect(copy.layout).toEqual({ version: '1.1', keys: 'simple', markers: true });
	});

	it('reproduces every frame if all keys are kept', async () => {
		// Rotations that are straight lines between recorded keys bend a little when each frame has unit length.
		expect(listFar(load(FULL), await record(FULL, { keepAllKeys: true }), 0.5)).toEqual([]);
	});
});

describe('a reel of a replay', () => {
	it('also has pointing rays, radii and information', async () => {
		const page = await open({ recording: FULL, scripts: ['record.js'] });
		const { base64, rays } = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const seen = await kit.inFrames(session, 30, (frame) =>
				[...session.inputSources].map((input) => frame.getPose(input.targetRaySpace, space)!.transform.position.x),
			);
			const bytes = handreelRecorder.toBytes('reel', { keepAllKeys: true })!;
			return { rays: seen, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
		});
		const recording = decodeReel(Buffer.from(base64, 'base64'));
		expect(recording.info).toMatchObject({ frameRate: 60, referenceSpace: 'local', date: '2024-01-01T00:00:00.000Z' });
		expect(recording.controllers).toBeNull();
		SIDES.forEach((side, i) => {
			const { aim, radii } = recording.hands![side];
			expect(radii).toMatchObject({ wrist: 0.0215, thumbTip: 0.0088 });
			const x = aim!.position.x;
			const recorded = Array.from({ length: x.count }, (_, key) => getKeyValue(x, key));
			expect(recorded).toEqual(rays.map((positions) => expect.closeTo(positions[i]!, 6)));
		});
	});
});

describe('the recording script', () => {
	it('downloads the recording, even after the session has ended', async () => {
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
		const recording = readRecording(readFileSync(await download.path()), { require: ['hands', 'head'] });
		expect(before).toBeNull();
		expect(download.suggestedFilename()).toBe('mine.bin');
		expect(recording.duration).toBeCloseTo(0.2, 6);
		expect(recording.gaze).toBeNull();
	});
});
