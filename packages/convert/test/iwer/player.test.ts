// IWER itself: its player plays what the package writes, and the package reads what its recorder writes.

import { decodeIwer, encodeIwer } from '@handreel/convert/iwer';
import { createFrameSample, JOINT_NAMES, JOINTS, POSE_STRIDE, sampleFrame } from '@handreel/core';
import {
	ActionPlayer,
	ActionRecorder,
	GlobalSpace,
	P_SPACE,
	XRReferenceSpace,
	XRReferenceSpaceType,
	type XRSpace,
} from 'iwer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { findFixture } from '../support/fixture-recordings.ts';

type Matrix = readonly number[];
const webxrJoints = JOINTS.filter(({ webxr }) => webxr !== null);

afterEach(() => {
	vi.restoreAllMocks();
});

describe("IWER's ActionPlayer", () => {
	it.each([
		['a recording of MRTK', findFixture('mrtk-2.8.3-n100.bin').recording],
		['a recording with everything', createFullRecording()],
	])('plays %s', (_, recording) => {
		const capture = JSON.parse(asText(encodeIwer(recording, { frameRate: 20 })).text);
		const space = new XRReferenceSpace(XRReferenceSpaceType.Local, new GlobalSpace());
		const player = new ActionPlayer(space, capture, 0.063);
		player.play();
		let compared = 0;
		for (let i = 1; i < capture.frames.length; i++) {
			player.stepFrames(1);
			const frame = sampleFrame(recording, i / 20, createFrameSample(), { space: 'webxr' });
			expectPosition(placeOf(player.viewerSpace), frame.head);
			// The player takes the sources of the next row.
			const next = sampleFrame(recording, Math.min(i + 1, capture.frames.length - 1) / 20, createFrameSample());
			for (const side of ['left', 'right'] as const) {
				const source = player.inputSources.find(({ handedness, hand }) => handedness === side && hand !== undefined);
				expect(source !== undefined).toBe(next.hands[side].tracked);
				if (source === undefined || !frame.hands[side].tracked) continue;
				for (const { name, webxr } of webxrJoints) {
					const joint = source.hand!.get(webxr as never)!;
					const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
					expectPosition(placeOf(joint), frame.hands[side].joints.subarray(at, at + 3));
					compared++;
				}
			}
		}
		expect(compared).toBeGreaterThan(100);
	});
});

describe("IWER's ActionRecorder", () => {
	it('writes captures that are read as they were', () => {
		const given = createFullRecording();
		const clock = vi.spyOn(performance, 'now');
		const hand = new Map(webxrJoints.map(({ name, webxr }) => [webxr, { jointName: webxr, name }]));
		const source = {
			handedness: 'right',
			targetRayMode: 'tracked-pointer',
			profiles: ['generic-hand'],
			targetRaySpace: 'ray',
			gripSpace: undefined,
			hand,
			gamepad: { mapping: '', buttons: [{ pressed: true, touched: true, value: 0.75 }], axes: [] },
		};
		const recorder = new ActionRecorder({ inputSources: [source] } as never, 'space' as never);
		const times = [0, 0.1, 0.2, 0.3];
		for (const time of times) {
			clock.mockReturnValue(5000 + time * 1000);
			const frame = sampleFrame(given, time, createFrameSample(), { space: 'webxr' });
			const { joints, aim } = frame.hands.right;
			const inverse = invert(matrixOf(aim));
			recorder.recordFrame({
				getViewerPose: () => ({ transform: { matrix: matrixOf(frame.head) } }),
				getPose: () => ({ transform: { matrix: matrixOf(aim) } }),
				fillPoses: (spaces: readonly { name: (typeof JOINT_NAMES)[number] }[], _: unknown, out: Float32Array) => {
					spaces.forEach(({ name }, i) => {
						const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
						out.set(multiply(inverse, matrixOf(joints.subarray(at, at + 7))), i * 16);
					});
					return true;
				},
				fillJointRadii: (_: unknown, out: Float32Array) => out.fill(0.012) && true,
			} as never);
		}
		const { recording, issues } = decodeIwer(recorder.toJSON());
		expect(issues).toEqual([]);
		expect(recording.duration).toBeCloseTo(0.3, 6);
		expect(recording.hands!.right.radii).toMatchObject({ thumbTip: 0.012 });
		for (const time of times) {
			const [a, b] = [given, recording].map((r) => sampleFrame(r, Math.fround(time), createFrameSample()));
			for (const { name } of webxrJoints) {
				const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
				for (let i = 0; i < 7; i++) {
					// The recorder rounds positions and rotations of ray and joint to three decimals.
					expect(Math.abs(a!.hands.right.joints[at + i]! - b!.hands.right.joints[at + i]!)).toBeLessThan(4e-3);
				}
			}
			expect(b!.hands.right.pinchStrength).toBeCloseTo(0.75);
		}
	});
});

function expectPosition([x = 0, y = 0, z = 0]: readonly number[], pose: ArrayLike<number>): void {
	expect(Math.hypot(x - pose[0]!, y - pose[1]!, z - pose[2]!)).toBeLessThan(5e-5);
}

// The place of a space below the reference space.
function placeOf(space: XRSpace): number[] {
	let point = [0, 0, 0];
	for (
		let at: XRSpace | undefined = space;
		at !== undefined && !(at instanceof GlobalSpace);
		at = at[P_SPACE].parentSpace
	) {
		const m = at[P_SPACE].offsetMatrix as unknown as Matrix;
		point = [0, 1, 2].map((i) => m[i]! * point[0]! + m[4 + i]! * point[1]! + m[8 + i]! * point[2]! + m[12 + i]!);
	}
	return point;
}

function matrixOf(pose: ArrayLike<number>): number[] {
	const [px, py, pz, x, y, z, w] = Array.from(pose) as [number, number, number, number, number, number, number];
	return [
		1 - 2 * (y * y + z * z),
		2 * (x * y + z * w),
		2 * (x * z - y * w),
		0,
		2 * (x * y - z * w),
		1 - 2 * (x * x + z * z),
		2 * (y * z + x * w),
		0,
		2 * (x * z + y * w),
		2 * (y * z - x * w),
		1 - 2 * (x * x + y * y),
		0,
		px,
		py,
		pz,
		1,
	];
}

function multiply(a: Matrix, b: Matrix): number[] {
	return Array.from({ length: 16 }, (_, i) => {
		const [row, column] = [i % 4, i - (i % 4)];
		return [0, 1, 2, 3].reduce((sum, k) => sum + a[row + 4 * k]! * b[column + k]!, 0);
	});
}

// The inverse of a rigid motion.
function invert(m: Matrix): number[] {
	const turn = (i: number): number => -(m[4 * i]! * m[12]! + m[4 * i + 1]! * m[13]! + m[4 * i + 2]! * m[14]!);
	return [m[0]!, m[4]!, m[8]!, 0, m[1]!, m[5]!, m[9]!, 0, m[2]!, m[6]!, m[10]!, 0, turn(0), turn(1), turn(2), 1];
}
