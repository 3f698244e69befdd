import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, createSampler, type Recording, readRecording, writeRecording } from '@handreel/core';
import { type Comparison, compareRecordings, listExcesses } from '@handreel/core/edit';
import { listKeyTimes } from '@handreel/core/internal';
import { type RecordedKeysOptions, Recorder } from '@handreel/core/record';
import { describe, expect, it } from 'vitest';
import { listGolden } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';

const folder = join(root, 'fixtures/recorded');
const files = listGolden(folder).filter((name) => name !== 'mrtk-2.8.3-0bytes.bin');

/** Key times, and frames between them; more frames where curves may not be linear. */
function listFrameTimes(recording: Recording): number[] {
	const times = new Set<number>([0, ...listKeyTimes(recording)]);
	const frameRate = recording.layout?.keys === 'full' ? 240 : 60;
	for (let i = 0; i < recording.duration * frameRate; i++) times.add(Math.fround(i / frameRate));
	return [...times].filter((time) => time >= 0).sort((a, b) => a - b);
}

function recordAgain(recording: Recording, options: RecordedKeysOptions): Recording {
	const sections = (['head', 'hands', 'gaze'] as const).filter((section) => recording[section] !== null);
	const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY, sections });
	recorder.start();
	const sampler = createSampler(recording);
	const frame = createFrameSample();
	for (const time of listFrameTimes(recording)) recorder.capture(sampler.sampleFrame(time, frame));
	for (const { time, name } of recording.markers) recorder.addMarker(name, time);
	recorder.stop();
	return readRecording(writeRecording(recorder.toRecording(options)));
}

describe.each(files)('%s, sampled and recorded again', (name) => {
	const original = readRecording(readFileSync(join(folder, name)));
	let everyFrame: Recording | null = null;
	const recordEveryFrame = (): Recording => {
		everyFrame ??= recordAgain(original, { keepAllKeys: true });
		return everyFrame;
	};

	it('reproduces every frame', () => {
		const [before, after] = [createFrameSample(), createFrameSample()];
		const again = createSampler(recordEveryFrame());
		const sampler = createSampler(original);
		for (const time of listFrameTimes(original)) {
			sampler.sampleFrame(time, before);
			again.sampleFrame(time, after);
			expectClose(after.head, before.head);
			expectClose(after.gaze, before.gaze);
			for (const side of ['left', 'right'] as const) {
				const [given, taken] = [before.hands[side], after.hands[side]];
				if (taken.tracked !== given.tracked || taken.pinching !== given.pinching)
					expect([time, side, taken.tracked, taken.pinching]).toEqual([time, side, given.tracked, given.pinching]);
				if (given.tracked) expectClose(taken.joints, given.joints);
			}
		}
	});

	it('plays the same within the tolerances, to the end', () => {
		const again = recordAgain(original, {});
		// A recorder does not see the curves between frames, so the deviation of linear interpolation between frames is
		// allowed on top. The steps and overshoots of one file cannot be compared between its frames.
		const frames = recordEveryFrame();
		const judge = (truth: Recording): Comparison =>
			compareRecordings(truth, again, { onlyTracked: true, samplesPerInterval: 2 });
		const seen = judge(frames);
		expect(listExcesses(seen)).toEqual([]);
		const isWild = name === 'mrtk-2.5.4-tangents.bin';
		const comparison = isWild ? seen : judge(original);
		const { channels } = compareRecordings(original, frames, { onlyTracked: true, samplesPerInterval: 2 });
		const unseen = new Map(channels.map(({ path, max }) => [path, max]));
		const reduced = comparison.channels.map((channel) => ({
			...channel,
			max: channel.max - unseen.get(channel.path)!,
		}));
		expect(listExcesses({ ...comparison, channels: reduced })).toEqual([]);
		expect(comparison.onlyInA).toEqual([]);
		expect(comparison.onlyInB).toEqual([]);
		expect(comparison.states.filter(({ seconds }) => seconds > 0)).toEqual([]);
		expect(comparison.markers.onlyInA.filter(({ time }) => time >= 0)).toEqual([]);
		expect(again.duration).toBe(original.duration);
	});
});

// Poses and rays must be present in both or in neither; rotations may differ in sign.
function expectClose(taken: Float32Array, given: Float32Array): void {
	for (let i = 0; i < given.length; i++) {
		const error = Math.min(Math.abs(taken[i]! - given[i]!), Math.abs(taken[i]! + given[i]!));
		const scale = Math.max(1, Math.abs(given[i]!));
		if (!(error <= 1e-6 * scale) && !(Number.isNaN(taken[i]) && Number.isNaN(given[i])))
			expect({ i, value: taken[i] }).toEqual({ i, value: given[i] });
	}
}
