import { decodeHandsbin } from '@handreel/convert/handsbin';
import {
	evaluateCurve,
	getCurveKeys,
	getKeyTime,
	isRecordingError,
	JOINT_NAMES,
	listStateChanges,
	type Recording,
} from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { type Capture, type CaptureFrame, createJoints, delay, writeCapture } from '../support/capture-writer.ts';

const TIMES = [0, 1 / 64, 2 / 64, 3 / 64];
const identity = [0, 0, 0, 0, 0, 0, 1];
const codesOf = (capture: Capture): string[] => decodeHandsbin(writeCapture(capture)).issues.map(({ code }) => code);
const keyTimes = (recording: Recording): number[] => {
	const { x } = recording.hands!.left.joints.wrist.position;
	return Array.from({ length: x.count }, (_, i) => getKeyTime(x, i));
};

function createFrames(
	times: readonly number[],
	hand = (time: number) => ({ tracked: true, joints: createJoints(time) }),
) {
	return times.map((time, i): CaptureFrame => ({ time, left: { dynamic: hand(TIMES[i] ?? 0) } }));
}

describe('reading .handsbin', () => {
	it.each([1, 2] as const)('keeps joints, times and name of version %i bit for bit', (version) => {
		const stamps = version === 1 ? TIMES : delay(TIMES);
		const { recording } = decodeHandsbin(
			writeCapture({ version, name: 'é 手', duration: 3 / 64, frames: createFrames(stamps) }),
		);
		expect(keyTimes(recording)).toEqual(TIMES);
		expect(recording.info['handsbin']).toMatchObject({ version, name: 'é 手' });
		JOINT_NAMES.slice(1).forEach((name, joint) => {
			const { position, rotation } = recording.hands!.left.joints[name];
			const curves = [position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w];
			curves.forEach((curve, axis) => {
				const expected = TIMES.flatMap((time) => [time, createJoints(time)[joint]![axis]!]);
				expect([...getCurveKeys(curve)]).toEqual([...Float32Array.from(expected)]);
			});
		});
		expect(recording.hands!.right.joints.wrist.position.x.count).toBe(0);
	});

	it('corrects stamps that lag by a frame, reports it, and leaves others alone', () => {
		const frames = (stamps: readonly number[]): Capture => ({
			version: 2,
			name: '',
			duration: 3 / 64,
			frames: createFrames(stamps),
		});
		expect(codesOf(frames(delay(TIMES)))).toEqual(['late-stamps']);
		expect(codesOf(frames(TIMES))).toEqual([]);
		expect(keyTimes(decodeHandsbin(writeCapture(frames(TIMES))).recording)).toEqual(TIMES);
	});

	it('leaves out frames whose time does not increase, and reports it', () => {
		const { recording, issues } = decodeHandsbin(
			writeCapture({ version: 1, name: '', duration: 1, frames: createFrames([0, 0.5, 0.5, 0.25]) }),
		);
		expect(keyTimes(recording)).toEqual([0, 0.5]);
		expect(issues.map(({ message }) => message)).toEqual([
			'frame 2: 2 frames left out: the time is not after that of the frame before',
		]);
	});

	it('keeps lost hands lost', () => {
		const frames = TIMES.map((time, i): CaptureFrame => {
			const joints = createJoints(time);
			return i === 2 ? { time } : { time, left: { dynamic: { tracked: true, joints } } };
		});
		for (const version of [1, 2] as const) {
			const { recording, issues } = decodeHandsbin(writeCapture({ version, name: '', duration: 3 / 64, frames }));
			expect(issues).toEqual([]);
			const { tracked } = recording.hands!.left;
			expect(TIMES.map((time) => evaluateCurve(tracked, time))).toEqual([1, 1, 0, 1]);
			expect(keyTimes(recording)).toEqual([0, 1 / 64, 3 / 64]);
		}
	});

	it('reads hands that are tracked without joints as lost, and reports it', () => {
		const frames = TIMES.map((time, i): CaptureFrame => {
			return { time, left: { dynamic: { tracked: true, joints: i === 1 ? null : createJoints(time) } } };
		});
		const { recording, issues } = decodeHandsbin(writeCapture({ version: 1, name: '', duration: 3 / 64, frames }));
		expect(issues).toMatchObject([{ code: 'partial-hand', path: 'hands.left', severity: 'warning', time: 1 / 64 }]);
		expect(listStateChanges(recording.hands!.left.tracked).map(({ value }) => value)).toEqual([true, false, true]);
	});

	it('keeps joints of hands that are not tracked', () => {
		const frames = createFrames(TIMES, (time) => ({ tracked: time < 0.02, joints: createJoints(time) }));
		const { recording } = decodeHandsbin(writeCapture({ version: 2, name: '', duration: 3 / 64, frames }));
		expect(keyTimes(recording)).toEqual(TIMES);
		expect(TIMES.map((time) => evaluateCurve(recording.hands!.left.tracked, time))).toEqual([1, 1, 0, 0]);
	});

	it("maps head, Meta's aim and pinch to the model, and the rest to tracks", () => {
		const pose = [0.1, 1.1, 0.3, 0, 0, 0, 1];
		const aim = { state: 3, metaFlags: [7, 0] as const, pinch: [0.75, 0.5, 0.25, 0] };
		const frames = TIMES.map(
			(time, i): CaptureFrame => ({
				time,
				head: { state: i === 3 ? 1 : 3, pose: i === 3 ? [0, 1.6, 0, 0, 0, 0, 1] : [0, 1.6, 0, 0, 0.6, 0, 0.8] },
				right: {
					dynamic: { tracked: true, joints: createJoints(time) },
					aim: i === 0 ? { ...aim, flags: 1, pose: null } : { ...aim, flags: 35, pose },
				},
			}),
		);
		const { recording, issues } = decodeHandsbin(writeCapture({ version: 2, name: '', duration: 3 / 64, frames }));
		expect(issues.map(({ code }) => code)).toEqual(['half-head']);
		const { right } = recording.hands!;
		expect(recording.head?.position.y.count).toBe(4);
		expect(recording.head?.rotation.y.count).toBe(3);
		expect(right.aim?.position.x.count).toBe(3);
		expect(right.pinchStrength?.count).toBe(4);
		expect(evaluateCurve(right.pinchStrength!, 0.01)).toBe(0.75);
		expect(TIMES.map((time) => evaluateCurve(right.pinching, time))).toEqual([0, 1, 1, 1]);
		expect(recording.tracks.map(({ name }) => name)).toEqual([
			'handsbin_success',
			'handsbin_right_aimFlags',
			'handsbin_right_trackingState',
			'handsbin_right_metaFlags',
			'handsbin_right_metaFlagsHigh',
			'handsbin_right_pinchMiddle',
			'handsbin_right_pinchRing',
			'handsbin_right_pinchLittle',
		]);
	});

	it('takes aim and pinch from gestures if there is no Meta aim', () => {
		const gestures = [identity, 0.25, 0.5, identity, identity, 0.75, identity, true, false, true];
		const frames = createFrames(TIMES).map((frame) => ({ ...frame, left: { ...frame.left, gestures } }));
		const { recording } = decodeHandsbin(writeCapture({ version: 2, name: '', duration: 3 / 64, frames }));
		const { left } = recording.hands!;
		expect([left.aim?.rotation.w.count, left.pinchStrength?.count]).toEqual([4, 4]);
		expect(evaluateCurve(left.pinching, 0)).toBe(1);
		const names = recording.tracks.map(({ name }) => name.replace('handsbin_left_', ''));
		expect(names).toContain('gripPose');
		expect(names).not.toContain('aimPose');
	});

	it.each([
		['version 3', [3, 0, 0, 0, 0], 'bad-handsbin', 'header: version 3 is neither 1 nor 2'],
		['an end in the name', [1, 0, 0, 0, 9, 65], 'truncated', /header: the file ends too early: 9 bytes/],
		['a name that is not UTF-8', [1, 0, 0, 0, 1, 0xff], 'bad-string', /not valid UTF-8/],
		['a long length', [1, 0, 0, 0, 0x80, 0], 'bad-string', /more bytes than needed/],
		['too many frames', [1, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 127], 'bad-count', /2147483647 frames/],
		['a negative count', [1, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255], 'bad-count', /-1 frames/],
	])('refuses %s', (_, bytes, code, message) => {
		const error = catchError(Uint8Array.from(bytes));
		expect(error.issue.code).toBe(code);
		expect(error.message).toMatch(message);
	});

	it('names the frame in which a file ends or is wrong', () => {
		const bytes = writeCapture({ version: 2, name: '', duration: 3 / 64, frames: createFrames(TIMES) });
		expect(catchError(bytes.subarray(0, -100)).message).toMatch(/^frame 3: the file ends too early/);
		// The number of joints of the first hand.
		const frame = writeCapture({ version: 2, name: '', duration: 0, frames: [] }).length;
		const wrong = bytes.slice();
		wrong[frame + 16 + 4 + 4 + 28] = 25;
		expect(catchError(wrong).message).toBe('frame 0: a hand has 25 joints instead of 26');
		const unknown = bytes.slice();
		unknown[frame] = 0x81;
		expect(catchError(unknown).message).toBe('frame 0: unknown flags of a frame 0x81');
	});

	it('reports bytes after the end', () => {
		const bytes = writeCapture({ version: 1, name: '', duration: 0, frames: [] });
		const { issues } = decodeHandsbin(Uint8Array.from([...bytes, 1, 2]));
		expect(issues).toMatchObject([{ code: 'trailing-bytes', byteOffset: bytes.length }]);
	});
});

function catchError(bytes: Uint8Array) {
	try {
		decodeHandsbin(bytes);
	} catch (error) {
		if (isRecordingError(error)) return error;
		throw error;
	}
	throw new Error('it was read');
}
