import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { getAnchorPose, moveRecording, reanchorRecording } from '../../src/edit/move-recording.ts';
import {
	type Curve,
	createCurve,
	createFrameSample,
	createRecording,
	getCurveKeys,
	type Recording,
	readRecording,
	sampleFrame,
} from '../../src/index.ts';
import { invertPose } from '../../src/internal.ts';
import { curvesByPath } from '../support/arbitrary-recording.ts';
import { farthest, multiply, turn } from '../support/slow-math.ts';

const folder = join(root, 'fixtures/recorded');
const read = (name: string): Recording => readRecording(readFileSync(join(folder, name)));

describe('reanchorRecording', () => {
	it.each(['mrtk-2.8.3-full-5s.bin', 'mrtk-2.5.4-1frame.bin', 'mrtk-2.8.3-camera-only.bin'])(
		'starts %s at the origin, facing forward, as level as before',
		(name) => {
			const recording = read(name);
			const first = sampleFrame(recording, 0, createFrameSample()).head;
			const anchored = reanchorRecording(recording);
			const head = [...sampleFrame(anchored, 0, createFrameSample()).head];
			expect(farthest(head.slice(0, 3), [0, 0, 0])).toBeLessThan(1e-6);
			const [east, up, north] = turn(head.slice(3), [0, 0, 1]);
			expect(east).toBeCloseTo(0, 6);
			expect(north).toBeGreaterThan(0);
			expect(up).toBeCloseTo(turn([...first.subarray(3)], [0, 0, 1])[1]!, 6);
			const kept = sampleFrame(reanchorRecording(recording, { height: 'keep' }), 0, createFrameSample()).head;
			expect(farthest(kept.subarray(0, 3), [0, first[1]!, 0])).toBeLessThan(1e-6);
		},
	);

	it('anchors at another time', () => {
		const recording = read('mrtk-2.8.3-full-5s.bin');
		const head = sampleFrame(reanchorRecording(recording, { time: 3 }), 3, createFrameSample()).head;
		expect(farthest(head.subarray(0, 3), [0, 0, 0])).toBeLessThan(1e-6);
	});

	it('returns the pose that it moves by, whose inverse moves back', () => {
		const recording = read('mrtk-2.8.3-full-5s.bin');
		const pose = getAnchorPose(recording);
		const back = moveRecording(reanchorRecording(recording), invertPose(pose));
		const before = curvesByPath(recording);
		for (const [path, curve] of curvesByPath(back)) {
			expect(farthest([0, ...getCurveKeys(curve)], [0, ...getCurveKeys(before.get(path)!)]), path).toBeLessThan(2e-6);
		}
	});

	it('takes the heading from the top of a head that looks straight down or up', () => {
		for (const pitch of [Math.PI / 2, -Math.PI / 2]) {
			const yaw = 0.8;
			const look = multiply(
				[0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)],
				[Math.sin(pitch / 2), 0, 0, Math.cos(pitch / 2)],
			);
			const [x, y, z, w] = look.map((value) => createCurve([0, value])) as [Curve, Curve, Curve, Curve];
			const pose = [...getAnchorPose(createRecording({ head: { rotation: { x, y, z, w } } }))];
			expect(farthest(pose.slice(3), [0, Math.sin(-yaw / 2), 0, Math.cos(yaw / 2)])).toBeLessThan(1e-6);
		}
	});

	it('refuses recordings without a head and unknown options', () => {
		expect(() => reanchorRecording(createRecording({}))).toThrow(/^recording.head: /);
		expect(() => getAnchorPose(createRecording({ head: {} }))).toThrow(RangeError);
		const recording = createRecording({ head: { position: { x: createCurve([0, 1]) } } });
		expect(() => getAnchorPose(recording, { time: Number.NaN })).toThrow(/^time: /);
		expect(() => getAnchorPose(recording, { height: 'floor' as never })).toThrow(TypeError);
		const nowhere = createRecording({ head: { position: { x: createCurve([0, Number.NaN]) } } });
		expect(() => getAnchorPose(nowhere)).toThrow(/head pose at 0 s is not finite/);
	});
});
