import { join } from 'node:path';
import { createFrameSample, createSampler, type FrameSample, readRecording, writeRecording } from '@handreel/core';
import { TOLERANCE_DEFAULTS } from '@handreel/core/edit';
import { Recorder } from '@handreel/core/record';
import { describe, expect, it } from 'vitest';
import { listGolden, readSidecar } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';

/** The input of MRTK's recorder, frame by frame (fixtures/README.md). */
interface Input {
	readonly lt: number;
	readonly cam: readonly number[];
	readonly gaze: readonly number[];
	readonly L: HandInput;
	readonly R: HandInput;
}
interface HandInput {
	readonly tracked: boolean;
	readonly pinch: boolean;
	readonly joints: ReadonlyArray<readonly number[] | null> | null;
}

const folder = join(root, 'fixtures/recorded');
const files = listGolden(folder).flatMap((name) => {
	const sidecar = readSidecar(folder, name) as { readonly input?: { readonly frames: readonly Input[] } | null };
	const frames = sidecar.input?.frames ?? [];
	return frames.length === 0 ? [] : [{ name, frames }];
});

/** The precision of float32 components. */
const ROUNDING = { meters: 1e-6, degrees: 0.002 } as const;

function fillFrame(input: Input, frame: FrameSample): FrameSample {
	frame.time = input.lt;
	frame.headPresent = true;
	frame.head.set(input.cam);
	frame.gazePresent = true;
	frame.gaze.set(input.gaze);
	for (const [side, hand] of [
		['left', input.L],
		['right', input.R],
	] as const) {
		const sample = frame.hands[side];
		sample.tracked = hand.tracked;
		sample.pinching = hand.pinch;
		for (let joint = 0; joint < 27; joint++) {
			const pose = hand.joints?.[joint] ?? null;
			sample.present[joint] = pose === null ? 0 : 1;
			if (pose !== null) sample.joints.set(pose, joint * 7);
		}
	}
	return frame;
}

/** The deviation of two poses in meters and degrees. Zero rotations do not count. */
function measurePoses(a: Float32Array, b: Float32Array, at: number): { distance: number; angle: number } {
	const distance = Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!, a[at + 2]! - b[at + 2]!);
	let [dot, lengthA, lengthB] = [0, 0, 0];
	for (let i = at + 3; i < at + 7; i++) {
		dot += a[i]! * b[i]!;
		lengthA += a[i]! ** 2;
		lengthB += b[i]! ** 2;
	}
	if (lengthA === 0) return { distance, angle: 0 };
	const cosine = Math.min(1, Math.abs(dot) / Math.sqrt(lengthA * lengthB));
	return { distance, angle: (2 * Math.acos(cosine) * 180) / Math.PI };
}

// MRTK drops the end of most of these and all motion of a hand that is tracked for less than 33 frames, and exceeds its
// thresholds at single samples (test/sample/golden.long.test.ts counts them).
describe.each(files)('the input frames of $name', ({ frames }) => {
	it('are recorded within the tolerances', () => {
		const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY });
		recorder.start();
		const given = createFrameSample();
		for (const input of frames) expect(recorder.capture(fillFrame(input, given))).toBe(true);
		const recording = readRecording(writeRecording(recorder.toRecording()));
		const sampler = createSampler(recording);
		const taken = createFrameSample();
		const limits = TOLERANCE_DEFAULTS;
		for (const input of frames) {
			fillFrame(input, given);
			sampler.sampleFrame(Math.fround(input.lt - frames[0]!.lt), taken);
			const head = measurePoses(given.head, taken.head, 0);
			expect(head.distance).toBeLessThanOrEqual(limits.headPosition + ROUNDING.meters);
			expect(head.angle).toBeLessThanOrEqual(limits.headRotationDegrees + ROUNDING.degrees);
			const [origin, direction] = [0, 3].map((at) =>
				Math.hypot(...[0, 1, 2].map((i) => given.gaze[at + i]! - taken.gaze[at + i]!)),
			);
			expect(origin).toBeLessThanOrEqual(limits.gazeOrigin + ROUNDING.meters);
			expect((direction! * 180) / Math.PI).toBeLessThanOrEqual(limits.gazeDirectionDegrees + ROUNDING.degrees);
			for (const side of ['left', 'right'] as const) {
				const [before, after] = [given.hands[side], taken.hands[side]];
				expect([after.tracked, after.pinching]).toEqual([before.tracked, before.pinching]);
				for (let joint = 0; joint < 27; joint++) {
					if (!before.tracked || before.present[joint] === 0) continue;
					const { distance, angle } = measurePoses(before.joints, after.joints, joint * 7);
					expect(distance).toBeLessThanOrEqual(limits.jointPosition + ROUNDING.meters);
					expect(angle).toBeLessThanOrEqual(limits.jointRotationDegrees + ROUNDING.degrees);
				}
			}
		}
		expect(recording.duration).toBe(Math.fround(frames.at(-1)!.lt - frames[0]!.lt));
	});
});
