// Figures that must not depend on where a recording is, which hand is which, and how fast it plays.
import { readFileSync } from 'node:fs';
import { type Recording, readRecording, SIDES } from '@handreel/core';
import {
	concatRecordings,
	mirrorRecording,
	moveRecording,
	resampleRecording,
	shiftRecording,
	splitRecording,
	stretchRecording,
	trimRecording,
} from '@handreel/core/edit';
import {
	type HandMeasures,
	listReaches,
	type MotionMeasures,
	measureRecording,
	type RecordingMeasures,
} from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { expectFigures } from '../support/expect-figures.ts';
import { makeMotion } from '../support/made-motion.ts';

const recorded = readFixture('mrtk-2.8.3-full-5s');

describe('moving', () => {
	it('changes nothing but the height above the floor', () => {
		const [turn, half] = [Math.sin(0.6), Math.cos(0.6)];
		const moved = moveRecording(recorded, [3, 0.5, -2, 0, turn, 0, half]);
		const before = measureRecording(recorded);
		const after = measureRecording(moved);
		expect(after.head?.height?.median).toBeCloseTo((before.head?.height?.median ?? 0) + 0.5, 5);
		expectFigures(withoutHeight(after), withoutHeight(before), 1e-3);
	});

	it('may turn in any direction, for motion, workspace, size and turning', () => {
		const before = measureRecording(recorded);
		const after = measureRecording(moveRecording(recorded, [1, 2, 3, 0.5, 0.5, 0.5, 0.5]));
		expectFigures(after.head?.motion, before.head?.motion, 1e-3);
		expectFigures(after.head?.turning, before.head?.turning, 1e-3);
		expectFigures(pick(after), pick(before), 1e-3);
	});
});

describe.each(['mrtk-2.8.3-full-5s', 'mrtk-2.8.3-lost', 'doc-1.1-8byte'])('%s', (name) => {
	const original = readFixture(name);
	const before = measureRecording(original);

	// Times at 30 s are exact to a microsecond or two, which is a ten-thousandth of an interval and counts for jerk.
	it.each([30, 0.37, -2, -60])('has the same figures if it starts %f s later', (seconds) => {
		const after = measureRecording(shiftRecording(original, seconds));
		expectFigures(withoutDerivatives(after), withoutDerivatives(before), 2e-3);
		expectFigures(after.hands?.left.tracking, before.hands?.left.tracking, 1e-5);
		expectFigures(listSpeeds(after), listSpeeds(before), 2e-3);
	});

	it('has the same figures after trimming away what lies before it', () => {
		const late = shiftRecording(original, 5);
		expectFigures(
			measureRecording(trimRecording(late, { start: 5 })).hands?.left.motion.wrist?.speed,
			before.hands?.left.motion.wrist?.speed,
			2e-3,
		);
	});

	it('has the same figures after splitting and joining', () => {
		const pieces = splitRecording(original, [0.3, 0.7]).map(({ recording }) => recording);
		const joined = concatRecordings(pieces);
		expectFigures(listSpeeds(measureRecording(joined)), listSpeeds(before), 0.02);
	});

	it('has exactly the same figures after mirroring twice', () => {
		expect(measureRecording(mirrorRecording(mirrorRecording(original)))).toEqual(before);
	});

	// Lines between samples cut the corners at keys. A copy has a pose a frame nearer to a loss.
	it.each([60, 72, 90, 120])('has figures of the same size as a copy sampled at %i Hz', (frameRate) => {
		const after = measureRecording(resampleRecording(original, { frameRate }));
		for (const side of SIDES) {
			const [hand, copy] = [before.hands?.[side], after.hands?.[side]];
			expect(copy?.reaches.count).toBe(hand?.reaches.count);
			expect(copy?.pinches.count).toBe(hand?.pinches.count);
			expectFigures(copy?.motion.wrist?.pathLength, hand?.motion.wrist?.pathLength, 0.03);
			expectFigures(copy?.motion.wrist?.speed, hand?.motion.wrist?.speed, 0.05);
			expectFigures(copy?.motion.wrist?.acceleration?.p95, hand?.motion.wrist?.acceleration?.p95, 0.03);
			expectFigures(copy?.motion.wrist?.jerk?.p95, hand?.motion.wrist?.jerk?.p95, 0.12);
		}
		expectFigures(after.head?.motion?.speed, before.head?.motion?.speed, 0.01);
		expectFigures(after.head?.motion?.acceleration?.p95, before.head?.motion?.acceleration?.p95, 0.03);
		expectFigures(after.head?.motion?.jerk?.p95, before.head?.motion?.jerk?.p95, 0.06);
	});
});

describe('mirroring', () => {
	it('swaps the hands and changes nothing else', () => {
		const { hands, ...rest } = measureRecording(recorded);
		const { hands: mirroredHands, ...mirroredRest } = measureRecording(mirrorRecording(recorded));
		expectFigures(mirroredRest, rest, 1e-6);
		expectFigures({ left: mirroredHands?.right, right: mirroredHands?.left }, hands, 1e-6);
	});

	it('swaps the sides of reaches', () => {
		const swapped = listReaches(mirrorRecording(recorded)).map((reach) => ({
			...reach,
			side: reach.side === 'left' ? 'right' : 'left',
		}));
		const sort = (reaches: readonly object[]) => reaches.map((reach) => JSON.stringify(reach)).sort();
		expect(swapped).toHaveLength(listReaches(recorded).length);
		expectFigures(sort(swapped).map(parse), sort(listReaches(recorded)).map(parse), 1e-6);
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
		expectFigures(scale(after?.speed, factor), before?.speed, 0.01);
		expectFigures(scale(after?.acceleration, factor ** 2), before?.acceleration, 0.02);
		expectFigures(scale(after?.jerk, factor ** 3), before?.jerk, 0.03);
	});

	it('does so exactly if rate and cutoff are stretched too', () => {
		const before = measureRecording(wave).hands?.left.motion.wrist;
		const options = { sampleRate: 30, cutoff: 5, stillSpeed: 0.015 };
		const after = measureRecording(stretchRecording(wave, 2), options).hands?.left.motion.wrist;
		expect(after?.pathLength).toBeCloseTo(before?.pathLength ?? 0, 5);
		expectFigures(scale(after?.speed, 2), before?.speed, 1e-5);
		expectFigures(scale(after?.acceleration, 4), before?.acceleration, 1e-4);
		expectFigures(scale(after?.jerk, 8), before?.jerk, 1e-3);
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

function readFixture(name: string): Recording {
	return readRecording(readFileSync(new URL(`../../../../fixtures/recorded/${name}.bin`, import.meta.url)));
}

// All figures but acceleration, jerk and those of key times.
function withoutDerivatives({ duration, hands, gaze, head }: RecordingMeasures): object {
	const pickHand = ({ motion, ...hand }: HandMeasures): object => hand;
	return {
		duration,
		gaze,
		turning: head?.turning,
		height: head?.height,
		left: hands && pickHand(hands.left),
		right: hands && pickHand(hands.right),
	};
}

function listSpeeds({ head, hands }: RecordingMeasures): object {
	const pickMotion = (motion: MotionMeasures | null | undefined): object | null =>
		motion ? { speed: motion.speed, pathLength: motion.pathLength, stillShare: motion.stillShare } : null;
	return {
		head: pickMotion(head?.motion),
		hands: SIDES.map((side) => Object.values(hands?.[side].motion ?? {}).map(pickMotion)),
	};
}

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
