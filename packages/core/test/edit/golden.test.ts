import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
	compactRecording,
	concatRecordings,
	reverseRecording,
	shiftRecording,
	splitRecording,
	stretchRecording,
} from '../../src/edit.ts';
import {
	createFrameSample,
	createSampler,
	type FrameSample,
	type Recording,
	readRecording,
	writeRecording,
} from '../../src/index.ts';

const folder = new URL('../../../../fixtures/recorded/', import.meta.url);
const recordings = readdirSync(folder)
	.filter((name) => name.endsWith('.bin') && !name.includes('0bytes'))
	.map((name) => ({ name, recording: readRecording(readFileSync(new URL(name, folder))) }));

describe.each(recordings)('$name', ({ recording }) => {
	const { duration } = recording;

	it('plays as before when it is cut into pieces and put together', () => {
		// A recording of a single moment has no inside to cut at.
		const cuts = duration > 0 ? [duration / 3, duration * 0.7] : [];
		const pieces = splitRecording(recording, cuts);
		const whole = concatRecordings(pieces.map((piece) => piece.recording));
		expect(whole.duration).toBeCloseTo(duration, 5);
		expectSameFrames(recording, whole, (time) => time);
	});

	it('plays as before when it is shifted and stretched there and back', () => {
		const away = stretchRecording(shiftRecording(recording, 0.5), 3);
		expectSameFrames(recording, shiftRecording(stretchRecording(away, 1 / 3), -0.5), (time) => time);
	});

	it('plays backwards when it is reversed', () => {
		expectSameFrames(recording, reverseRecording(recording), (time) => duration - time);
	});

	it('is the same file when it is compacted', () => {
		expect(Buffer.compare(writeRecording(compactRecording(recording)), writeRecording(recording))).toBe(0);
	});
});

function expectSameFrames(before: Recording, after: Recording, toAfter: (time: number) => number): void {
	const [first, second] = [createSampler(before), createSampler(after)];
	const [a, b] = [createFrameSample(), createFrameSample()];
	let worst = 0;
	for (let i = 0; i < 23; i++) {
		const time = ((i + 0.413) / 23) * before.duration;
		first.sampleFrame(time, a);
		second.sampleFrame(toAfter(time), b);
		worst = Math.max(worst, differenceOf(a, b));
	}
	expect(worst).toBeLessThan(2e-4);
}

// Rotations may differ in sign: compare products of their components.
function differenceOf(a: FrameSample, b: FrameSample): number {
	const poses = (frame: FrameSample) => [frame.head, frame.hands.left.joints, frame.hands.right.joints];
	let worst = a.hands.left.tracked === b.hands.left.tracked && a.hands.right.tracked === b.hands.right.tracked ? 0 : 1;
	if (a.hands.left.pinching !== b.hands.left.pinching || a.hands.right.pinching !== b.hands.right.pinching) worst = 1;
	poses(a).forEach((rows, part) => {
		const others = poses(b)[part] as Float32Array;
		for (let at = 0; at < rows.length; at += 7) {
			if (Number.isNaN(rows[at]!) !== Number.isNaN(others[at]!)) worst = 1;
			let dot = 0;
			for (let i = at + 3; i < at + 7; i++) dot += rows[i]! * others[i]!;
			const sign = dot < 0 ? -1 : 1;
			for (let i = at; i < at + 7; i++) {
				const scale = Math.max(1, Math.abs(rows[i]!));
				const difference = Math.abs(rows[i]! - (i < at + 3 ? 1 : sign) * others[i]!) / scale;
				if (difference > worst) worst = difference;
			}
		}
	});
	a.gaze.forEach((value, i) => {
		const difference = Math.abs(value - b.gaze[i]!);
		if (difference > worst) worst = difference;
	});
	return worst;
}
