import {
	type ControllerSample,
	createFrameSample,
	type FrameSample,
	type Recording,
	SIDES,
	sampleFrame,
} from '@handreel/core';
import { listKeyTimes } from '@handreel/core/internal';
import { expect } from 'vitest';

/** The palm is not a joint of WebXR: pages cannot see the recorded palm. */
const PALM = 2;
/** Seconds by which the time of a frame may be rounded. */
const ROUNDING = 1e-5;

/**
 * Expects a take to be a part of a recording, frame by frame: each captured frame has the poses of the recording at the time
 * `offset` later. Returns the number of frames and the largest difference, in meters or as a component of a rotation.
 */
export function compareFrames(
	original: Recording,
	take: Recording,
	offset: number,
	tolerance: number,
): { readonly frames: number; readonly max: number } {
	const a = createFrameSample();
	const b = createFrameSample();
	const later = createFrameSample();
	let max = 0;
	let frames = 0;
	for (const time of listKeyTimes(take)) {
		sampleFrame(original, time + offset, a);
		sampleFrame(original, time + offset + ROUNDING, later);
		sampleFrame(take, time, b);
		max = Math.max(max, compareFrame(a, b, time));
		for (const side of SIDES) {
			const [from, to] = [a.controllers[side], later.controllers[side]];
			max = Math.max(max, compareController(from, to, b.controllers[side], time));
		}
		frames++;
	}
	expect(max).toBeLessThanOrEqual(tolerance);
	return { frames, max };
}

function compareFrame(a: FrameSample, b: FrameSample, time: number): number {
	let max = comparePose(a.head, b.head, 0);
	if (a.gazePresent && b.gazePresent)
		for (let i = 0; i < 6; i++) max = Math.max(max, Math.abs(a.gaze[i]! - b.gaze[i]!));
	for (const side of SIDES) {
		expect(b.hands[side].tracked, `${side} hand at ${time} s`).toBe(a.hands[side].tracked);
		if (!a.hands[side].tracked) continue;
		for (let joint = 1; joint < 27; joint++) {
			if (joint === PALM) continue;
			max = Math.max(max, comparePose(a.hands[side].joints, b.hands[side].joints, joint * 7));
		}
	}
	return max;
}

// States change at a frame, and the times of frames are rounded: either of two states is right.
function compareController(a: ControllerSample, later: ControllerSample, b: ControllerSample, time: number): number {
	expect(b.present && b.tracked, `controller at ${time} s`).toBe(a.present && a.tracked);
	if (!a.present || !a.tracked) return 0;
	expect([b.buttonCount, b.axisCount], `controller at ${time} s`).toEqual([a.buttonCount, a.axisCount]);
	const far = (name: 'values' | 'axes', i: number): number =>
		Math.min(Math.abs(a[name][i]! - b[name][i]!), Math.abs(later[name][i]! - b[name][i]!));
	let max = Math.max(comparePose(a.grip, b.grip, 0), comparePose(a.aim, b.aim, 0));
	for (let i = 0; i < a.buttonCount; i++) {
		expect([a.pressed[i], later.pressed[i]], `button ${i} at ${time} s`).toContain(b.pressed[i]);
		max = Math.max(max, far('values', i));
	}
	for (let i = 0; i < a.axisCount; i++) max = Math.max(max, far('axes', i));
	return max;
}

function comparePose(a: Float32Array, b: Float32Array, at: number): number {
	let max = 0;
	let dot = 0;
	for (let i = 3; i < 7; i++) dot += a[at + i]! * b[at + i]!;
	const sign = dot < 0 ? -1 : 1;
	for (let i = 0; i < 7; i++) max = Math.max(max, Math.abs(a[at + i]! - b[at + i]! * (i < 3 ? 1 : sign)));
	return max;
}
