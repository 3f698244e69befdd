import { createFrameSample, sampleFrame } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { makeHand, Randoms, seeHand } from '../../../landmarks/test/support/made-hands.ts';
import { decodeRecording } from '../../src/index.ts';
import { decodeMediapipe } from '../../src/mediapipe/decode-mediapipe.ts';

const seen = seeHand(new Randoms(1), makeHand(new Randoms(1), 'right', 1, 'palm'), { image: 0, world: 0 });
const listPoints = (values: ArrayLike<number> | null): object[] =>
	Array.from({ length: 21 }, (_, i) => ({ x: values?.[3 * i], y: values?.[3 * i + 1], z: values?.[3 * i + 2] }));
const [image, world] = [listPoints(seen.image), listPoints(seen.world)];
const TASKS = { landmarks: [image], worldLandmarks: [world], handedness: [[{ categoryName: 'Right', score: 0.9 }]] };
const PICTURE = { width: 640, height: 480 };
const decode = (content: unknown) => decodeMediapipe(JSON.stringify(content));
const isRight = (content: unknown): boolean => {
	const frame = sampleFrame(decode(content).recording, 0, createFrameSample());
	return frame.hands.right.tracked && !frame.hands.left.tracked;
};

describe('landmarks of MediaPipe', () => {
	it('become hands, found by their content', async () => {
		const frames = [1000, 1033, 1066].map((timestamp) => ({ timestamp, ...TASKS }));
		const text = JSON.stringify({ ...PICTURE, frames });
		const { recording, format, issues } = await decodeRecording(new TextEncoder().encode(text), { handLength: 0.18 });
		expect(format).toBe('mediapipe');
		expect(issues).toEqual([]);
		expect(recording.duration).toBeCloseTo(0.066, 4);
		const { right } = sampleFrame(recording, 0.05, createFrameSample()).hands;
		expect(right.tracked).toBe(true);
		expect(recording.hands?.right.radii?.wrist).toBeCloseTo((0.0215 * 0.18) / 0.19, 4);
		expect(recording.info['landmarks']).toEqual({ handLength: 0.18, fieldOfView: 60, camera: 'facing' });
	});

	it.each([
		['JavaScript', TASKS],
		['Python', { hand_landmarks: [image], handedness: [[{ category_name: 'Right' }]] }],
		['the older solution', { multiHandLandmarks: [image], multiHandedness: [{ label: 'Left', score: 1 }] }],
		[
			'its messages',
			{
				multi_hand_landmarks: [{ landmark: image }],
				multi_handedness: [{ classification: [{ label: 'Left' }] }],
			},
		],
	])('have the side of the person in results of %s', (_, result) => {
		expect(isRight({ ...PICTURE, frames: [result] })).toBe(true);
	});

	it('may lack times and the size of the picture', () => {
		const { recording, issues } = decode([TASKS, TASKS, {}, TASKS]);
		expect(recording.duration).toBeCloseTo(0.1, 6);
		expect(issues).toMatchObject([{ code: 'picture-size-unknown' }]);
		expect(sampleFrame(recording, 0.08, createFrameSample()).hands.right.tracked).toBe(false);
	});

	it('that are left out are reported', () => {
		const flat = image.map(() => ({ x: 0.5, y: 0.5, z: 0 }));
		const frames = [
			{ ...TASKS, time: 1 },
			{ ...TASKS, time: 1 },
			{ ...TASKS, landmarks: [flat], time: 2 },
		];
		const { issues } = decode({ ...PICTURE, frames });
		expect(issues).toMatchObject([{ code: 'keys-lost' }, { code: 'hand-not-fitted' }]);
	});

	it.each([
		['[', 'the JSON is malformed'],
		['{"frames":1}', 'frames: must be a list of results'],
		['[1]', '[0]: must be an object with landmarks'],
		['{"width":640,"frames":[]}', 'width: must be a number of pixels, as height'],
		['[{"landmarks":[[1]],"handedness":[["Left"]]}]', '[0].landmarks[0]: must be a list of 21 landmarks'],
		[JSON.stringify([{ landmarks: [image] }]), '[0]: has landmarks without handedness'],
		[JSON.stringify([{ ...TASKS, handedness: [['Up']] }]), '[0].handedness[0]: "Up" is neither Left nor Right'],
		[JSON.stringify([{ ...TASKS, time: null }]), '[0].time: null is not a number'],
		[
			JSON.stringify({ width: 4, height: 3, frames: [{ ...TASKS, landmarks: [image.with(7, { x: null })] }] }),
			'frames[0].landmarks[0][7].x: null is not a number',
		],
	])('are refused with the place: %s', (text, message) => {
		expect(() => decodeMediapipe(text.replace('["Left"]', '"Left"'))).toThrow(message);
	});
});
