// The bounds that MEASURES.md states for copies within the default tolerances, on recorded files: keys on lines, and reels, which
// have cubic curves.
import { readFileSync } from 'node:fs';
import { type Recording, readRecording, SIDES } from '@handreel/core';
import { optimizeRecording } from '@handreel/core/edit';
import { type HandMeasures, type MotionMeasures, measureRecording } from '@handreel/core/measure';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';

const FILES = ['mrtk-2.8.3-full-5s', 'mrtk-2.8.3-lost', 'mrtk-2.5.4-lost', 'mrtk-2.8.3-pruned', 'doc-1.1-8byte'];
const COPIES: Readonly<Record<string, (recording: Recording) => Recording>> = {
	optimized: (recording) => optimizeRecording(recording),
	'stored as a reel': (recording) => decodeReel(encodeReel(recording, { tolerances: {} })),
};

/** m/s: what the filter leaves of a wave of 1 mm. */
const SPEED = 0.036;
/** m/s: losses leave few samples beside the median. */
const MEDIAN_SPEED_LOST = 0.11;
/** Shares. */
const PATH = 0.03;
const REACH = 0.05;
const SMOOTHNESS = 0.05;

describe.each(FILES)('%s', (name) => {
	const recording = readRecording(readFileSync(new URL(`../../../../fixtures/recorded/${name}.bin`, import.meta.url)));
	const { head, hands } = measureRecording(recording);
	const medianSpeed = name.includes('lost') ? MEDIAN_SPEED_LOST : SPEED;

	it.each(Object.entries(COPIES))('%s', (_, copy) => {
		const after = measureRecording(copy(recording));
		expectMotion(after.head?.motion, head?.motion, SPEED);
		for (const side of SIDES) expectHand(after.hands?.[side], hands?.[side], medianSpeed);
	});
});

function expectHand(actual: HandMeasures | undefined, expected: HandMeasures | undefined, medianSpeed: number): void {
	if (actual === undefined || expected === undefined) {
		expect(actual).toBe(expected);
		return;
	}
	expect(actual.reaches.count).toBe(expected.reaches.count);
	expect(actual.pinches.count).toBe(expected.pinches.count);
	expect(actual.tracking).toEqual(expected.tracking);
	for (const [joint, motion] of Object.entries(expected.motion)) {
		expectMotion(actual.motion[joint as 'wrist'], motion, medianSpeed);
	}
	expectShare(actual.reaches.distances?.median, expected.reaches.distances?.median, REACH);
	expectShare(actual.reaches.durations?.median, expected.reaches.durations?.median, REACH);
	expect(Math.abs((actual.smoothness ?? 0) - (expected.smoothness ?? 0))).toBeLessThan(SMOOTHNESS);
}

function expectMotion(
	actual: MotionMeasures | null | undefined,
	expected: MotionMeasures | null | undefined,
	medianSpeed: number,
): void {
	expectShare(actual?.pathLength, expected?.pathLength, PATH);
	for (const [figure, limit] of [
		['median', medianSpeed],
		['p95', SPEED],
		['p99', SPEED],
		['peak', SPEED],
	] as const) {
		expect(Math.abs((actual?.speed[figure] ?? 0) - (expected?.speed[figure] ?? 0)), figure).toBeLessThan(limit);
	}
}

function expectShare(actual: number | undefined, expected: number | undefined, limit: number): void {
	if (expected === undefined) expect(actual).toBeUndefined();
	else expect(Math.abs((actual ?? Number.NaN) / expected - 1)).toBeLessThan(limit);
}
