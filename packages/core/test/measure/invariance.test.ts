// Figures that must not depend on where a recording is, which hand is which, and how fast it plays.
import { readFileSync } from 'node:fs';
import { type Recording, readRecording } from '@handreel/core';
import { mirrorRecording, moveRecording, shiftRecording, stretchRecording } from '@handreel/core/edit';
import { listReaches, measureRecording, type RecordingMeasures } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { makeMotion } from '../support/made-motion.ts';

const recorded: Recording = readRecording(
	readFileSync(new URL('../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin', import.meta.url)),
);

describe('moving', () => {
	it('changes nothing but the height above the floor', () => {
		const [turn, half] = [Math.sin(0.6), Math.cos(0.6)];
		const moved = moveRecording(recorded, [3, 0.5, -2, 0, turn, 0, half]);
		const before = measureRecording(recorded);
		const after = measureRecording(moved);
		expect(after.head?.height?.median).toBeCloseTo((before.head?.height?.median ?? 0) + 0.5, 5);
		expectSame(withoutHeight(after), withoutHeight(before), 1e-3);
	});

	it('may turn in any direction, for motion, workspace, size and turning', () => {
		const before = measureRecording(recorded);
		const after = measureRecording(moveRecording(recorded, [1, 2, 3, 0.5, 0.5, 0.5, 0.5]));
		expectSame(after.head?.motion, before.head?.motion, 1e-3);
		expectSame(after.head?.turning, before.head?.turning, 1e-3);
		expectSame(pick(after), pick(before), 1e-3);
	});
});

describe('mirroring', () => {
	it('swaps the hands and changes nothing else', () => {
		const { hands, ...rest } = measureRecording(recorded);
		const { hands: mirroredHands, ...mirroredRest } = measureRecording(mirrorRecording(recorded));
		expectSame(mirroredRest, rest, 1e-6);
		expectSame({ left: mirroredHands?.right, right: mirroredHands?.left }, hands, 1e-6);
	});

	it('swaps the sides of reaches', () => {
		const swapped = listReaches(mirrorRecording(recorded)).map((reach) => ({
			...reach,
			side: reach.side === 'left' ? 'right' : 'left',
		}));
		const sort = (reaches: readonly object[]) => reaches.map((reach) => JSON.stringify(reach)).sort();
		expect(swapped).toHaveLength(listReaches(recorded).length);
		expectSame(sort(swapped).map(parse), sort(listReaches(recorded)).map(parse), 1e-6);
	});
});

describe('stretching time', () => {
	const wave = makeMotion({
		rate: 60,
		duration: 6,
		hands: { left: { wrist: (t) => [0.3 * Math.sin(5 * t), 1 + 0.1 * Math.sin(3 * t), 0.4] } },
	});

	it.each([0.5, 0.8, 2])('by %f scales speed, acceleration and jerk by its powers', (factor) => {
		const before = measureRecording(wave).hands?.left.motion.wrist;
		const after = measureRecording(stretchRecording(wave, factor)).hands?.left.motion.wrist;
		expectSame(scale(after?.speed, factor), before?.speed, 0.01);
		expectSame(scale(after?.acceleration, factor ** 2), before?.acceleration, 0.02);
		expectSame(scale(after?.jerk, factor ** 3), before?.jerk, 0.03);
	});

	it('does so exactly if rate and cutoff are stretched too', () => {
		const before = measureRecording(wave).hands?.left.motion.wrist;
		const options = { sampleRate: 30, cutoff: 5, stillSpeed: 0.015 };
		const after = measureRecording(stretchRecording(wave, 2), options).hands?.left.motion.wrist;
		expect(after?.pathLength).toBeCloseTo(before?.pathLength ?? 0, 5);
		expectSame(scale(after?.speed, 2), before?.speed, 1e-5);
		expectSame(scale(after?.acceleration, 4), before?.acceleration, 1e-4);
		expectSame(scale(after?.jerk, 8), before?.jerk, 1e-3);
	});

	it('by shifting leaves motion and reaches as they are', () => {
		const shifted = listReaches(shiftRecording(wave, 1));
		for (const [i, { start, distance }] of listReaches(wave).entries()) {
			if (i === 0) continue;
			expect(shifted[i]?.start).toBeCloseTo(start + 1, 3);
			expect(shifted[i]?.distance).toBeCloseTo(distance, 3);
		}
	});
});

function withoutHeight({ head, ...measures }: RecordingMeasures): object {
	return { ...measures, head: { motion: head?.motion, turning: head?.turning } };
}

function pick({ hands }: RecordingMeasures): object {
	const { motion, workspace, size, reach, pinches } = hands!.left;
	return { motion, workspace, size, reach, pinches };
}

function scale(figures: object | null | undefined, factor: number): object {
	return Object.fromEntries(Object.entries(figures ?? {}).map(([name, value]) => [name, value * factor]));
}

function parse(text: string): unknown {
	return JSON.parse(text);
}

// Compares all numbers of two structures, relative to their size; noise of a micrometer or so does not count.
function expectSame(actual: unknown, expected: unknown, tolerance: number, path = ''): void {
	if (typeof expected === 'number' && typeof actual === 'number') {
		const limit = tolerance * Math.max(Math.abs(expected), 1e-3) + 1e-9;
		expect(Math.abs(actual - expected), `${path}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(limit);
	} else if (typeof expected === 'object' && expected !== null) {
		expect(Object.keys(actual as object), path).toEqual(Object.keys(expected));
		for (const [name, value] of Object.entries(expected)) {
			expectSame((actual as Record<string, unknown>)[name], value, tolerance, `${path}.${name}`);
		}
	} else expect(actual, path).toEqual(expected);
}
