import {
	type ControllerSample,
	createFrameSample,
	type FrameSample,
	listKeyTimes,
	type Recording,
	SIDES,
	sampleFrame,
} from '@handreel/core';
import { expect } from 'vitest';

/** The palm is not a joint of WebXR: pages cannot see the recorded palm. */
const PALM = 2;

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
	let max = 0;
	let frames = 0;
	for (const time of listKeyTimes(take)) {
		sampleFrame(original, time + offset, a);
		sampleFrame(take, time, b);
		max = Math.max(max, compareFrame(a, b, time));
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
	for (const side of SIDES) max = Math.max(max, compareController(a.controllers[side], b.controllers[side], time));
	return max;
}

function compareController(a: ControllerSample, b: ControllerSample, time: number): number {
	expect(b.present && b.tracked, `controller at ${time} s`).toBe(a.present && a.tracked);
	if (!a.present || !a.tracked) return 0;
	expect([b.buttonCount, b.axisCount], `controller at ${time} s`).toEqual([a.buttonCount, a.axisCount]);
	let max = Math.max(comparePose(a.grip, b.grip, 0), comparePose(a.aim, b.aim, 0));
	for (let i = 0; i < a.buttonCount; i++) {
		expect(b.pressed[i], `button ${i} at ${time} s`).toBe(a.pressed[i]);
		max = Math.max(max, Math.abs(a.values[i]! - b.values[i]!));
	}
	for (let i = 0; i < a.axisCount; i++) max = Math.max(max, Math.abs(a.axes[i]! - b.axes[i]!));
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
