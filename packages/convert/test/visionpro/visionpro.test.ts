import { decodeRecording } from '@handreel/convert';
import { decodeVisionPro } from '@handreel/convert/visionpro';
import {
	createFrameSample,
	getJointPose,
	isRecordingError,
	JOINT_SETS,
	type JointName,
	sampleFrame,
} from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** The 16 numbers of a matrix, column by column, of a unit quaternion and a position. */
const makeMatrix = (position: readonly number[], [x = 0, y = 0, z = 0, w = 1]: readonly number[] = []): number[] => [
	...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
	...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
	...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
	...[...position, 1],
];
/** A quarter turn to the left. */
const TURN = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const FIELDS = JOINT_SETS['arkit-27'].joints.map(({ name }) => name.replace('Finger', ''));

const makeHand = (wrist: readonly number[]): object =>
	Object.fromEntries(
		FIELDS.map((field, i) => [field, field === 'wrist' ? makeMatrix(wrist, TURN) : makeMatrix([i / 100, 0, 0])]),
	);
const makeFrame = (timestamp: number, more: object = {}): object => ({
	timestamp,
	systemTime: 1_700_000_000 + timestamp,
	headMatrix: makeMatrix([0, 1.6, timestamp]),
	leftHand: makeHand([-0.2, 1.2, -0.3]),
	rightHand: null,
	videoFrameIndex: -1,
	...more,
});
const toLines = (...frames: readonly object[]): string =>
	`${frames.map((frame) => JSON.stringify(frame)).join('\n')}\n`;

describe('tracking data of Vision Pro', () => {
	it('becomes head and hands, whose joints are relative to the wrist', async () => {
		const text = toLines(makeFrame(10), makeFrame(10.011), makeFrame(10.5));
		const { recording, format, issues } = await decodeRecording(new TextEncoder().encode(text));
		expect(format).toBe('visionpro');
		expect(issues).toEqual([]);
		expect(recording.duration).toBeCloseTo(0.5);
		expect(recording.info).toMatchObject({ device: 'Apple Vision Pro', startTime: 1_700_000_010 });
		const frame = sampleFrame(recording, 0.011, createFrameSample(), { space: 'webxr' });
		expect([...frame.head.slice(0, 3)]).toEqual([0, 1.6, 10.011].map((value) => expect.closeTo(value, 3)));
		expect([frame.hands.left.tracked, frame.hands.right.tracked]).toEqual([true, false]);
		JOINT_SETS['arkit-27'].joints.forEach(({ joint }, i) => {
			if (joint === null || joint === 'wrist') return;
			const { position, rotation } = getJointPose(frame.hands.left, joint as JointName)!;
			// The wrist is turned to the left, so that x becomes −z.
			expect([...position]).toEqual([-0.2, 1.2, -0.3 - i / 100].map((value) => expect.closeTo(value, 5)));
			expect([...rotation]).toEqual(TURN.map((value) => expect.closeTo(value, 5)));
		});
		expect(recording.tracks).toMatchObject([{ name: 'left_forearmArm', kind: 'pose' }]);
	});

	it('has any unit rotation', () => {
		fc.assert(
			fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }), (numbers) => {
				const length = Math.hypot(...numbers);
				fc.pre(length > 0.1);
				const unit = numbers.map((value) => value / length);
				const text = toLines(makeFrame(0, { headMatrix: makeMatrix([1, 2, 3], unit) }));
				const { recording } = decodeVisionPro(text);
				const { head } = sampleFrame(recording, 0, createFrameSample(), { space: 'webxr' });
				const dot = head.slice(3).reduce((sum, value, i) => sum + value * unit[i]!, 0);
				expect(Math.abs(dot)).toBeCloseTo(1, 5);
			}),
		);
	});

	it('reports frames and matrices that are left out', () => {
		const mirror = makeMatrix([0, 0, 0]);
		mirror[0] = -1;
		const text = toLines(
			makeFrame(0),
			makeFrame(0),
			makeFrame(1, { headMatrix: mirror }),
			makeFrame(2, { leftHand: null }),
		);
		const { recording, issues } = decodeVisionPro(text);
		expect(issues.map(({ message }) => message)).toEqual([
			'frames: 1 frame left out: the time is not after that of the frame before',
			'headMatrix: 1 pose left out: not a rotation and a translation',
		]);
		expect(sampleFrame(recording, 2, createFrameSample()).hands.left.tracked).toBe(false);
	});

	it('has no hand where none was ever seen, and times of the clock where others are absent', () => {
		const hand = { ...makeHand([0, 0, 0]), wrist: makeMatrix([0, 0, 0]) };
		const frames = [5, 6].map((time) => makeFrame(time, { leftHand: hand, timestamp: undefined }));
		const { recording } = decodeVisionPro(toLines(...frames));
		expect(recording.hands).toBeNull();
		expect(recording.duration).toBe(1);
	});

	it.each([
		['{"timestamp":1}\n{"timestamp":', 'line 2: the JSON is malformed'],
		['[1]', 'line 1: must be an object with a frame'],
		['{"headMatrix":[1]}', 'line 1: has neither timestamp nor systemTime'],
		['{"timestamp":"a"}', 'line 1.timestamp: "a" is not a number'],
		['{"timestamp":0,"headMatrix":7}', 'line 1.headMatrix: 7 is not a list of 16 numbers'],
		['{"timestamp":0,"leftHand":7}', 'line 1.leftHand: must be an object of matrices'],
		['\n', 'file: has no frames'],
	])('%s is refused', (text, message) => {
		expect(() => decodeVisionPro(text)).toThrow(message);
	});

	it('is read or refused with a RecordingError wherever a character changes', () => {
		const text = toLines(makeFrame(0), makeFrame(1));
		fc.assert(
			fc.property(fc.nat(text.length), fc.string({ maxLength: 3 }), (at, more) => {
				try {
					decodeVisionPro(text.slice(0, at) + more + text.slice(at + more.length));
				} catch (error) {
					expect(isRecordingError(error)).toBe(true);
				}
			}),
		);
	});
});
