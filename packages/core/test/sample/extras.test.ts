import { describe, expect, it } from 'vitest';
import {
	bakeFrames,
	createFrameSample,
	createHandSample,
	createRecording,
	createSampler,
	evaluateCurve,
	type FrameSample,
	SIDES,
	sampleFrame,
	sampleHand,
	samplePose,
} from '../../src/index.ts';
import { bakeFramesSimd, createSimdSampler } from '../../src/simd.ts';
import { createFullRecording } from '../support/full-recording.ts';

const recording = createFullRecording();
const times = [-1, 0, 0.1, 0.4, 0.45, 0.75, 1.234, 1.999, 2, 3];

// Plain numbers compare equal across memories; adding 0 turns −0 into 0.
const toNumbers = (values: Float32Array | Uint8Array): number[] => Array.from(values, (value) => value + 0);

function toPlain({ time, hands, controllers }: FrameSample) {
	const plain = (side: 'left' | 'right') => ({
		aimPresent: hands[side].aimPresent,
		aim: toNumbers(hands[side].aim),
		pinchStrength: hands[side].pinchStrength,
		controller: Object.fromEntries(
			Object.entries(controllers[side]).map(([name, value]) => [
				name,
				typeof value === 'object' ? toNumbers(value) : value,
			]),
		),
	});
	return { time, left: plain('left'), right: plain('right') };
}

describe.each(['unity', 'webxr'] as const)('in %s space', (space) => {
	it('samplers and single samples agree', () => {
		const sampler = createSampler(recording, { space });
		const simd = createSimdSampler(recording, { space });
		expect(simd.isSimd).toBe(true);
		for (const time of times) {
			const single = toPlain(sampleFrame(recording, time, createFrameSample(), { space }));
			expect(toPlain(sampler.sampleFrame(time, createFrameSample()))).toEqual(single);
			expect(toPlain(simd.sampleFrame(time, simd.frame))).toEqual(single);
			for (const side of SIDES) {
				const hand = sampleHand(recording, side, time, createHandSample(), { space });
				expect(toNumbers(sampler.sampleHand(side, time, createHandSample()).aim)).toEqual(toNumbers(hand.aim));
				expect(toNumbers(simd.sampleHand(side, time, createHandSample()).aim)).toEqual(toNumbers(hand.aim));
				expect(simd.sampleHand(side, time, createHandSample()).pinchStrength).toBe(hand.pinchStrength);
			}
		}
	});

	it('tables hold the same values', () => {
		const table = bakeFrames(recording, { times, space });
		expect(bakeFramesSimd(recording, { times, space })).toEqual(table);
		const frame = createFrameSample();
		times.forEach((time, i) => {
			sampleFrame(recording, time, frame, { space });
			for (const side of SIDES) {
				const hand = table.hands![side];
				const controller = table.controllers![side]!;
				const row = (rows: Float32Array | Uint8Array, width: number): number[] =>
					toNumbers(rows.subarray(i * width, (i + 1) * width));
				expect(row(hand.aim!, 7)).toEqual(toNumbers(frame.hands[side].aim));
				expect(hand.pinchStrength![i]).toBe(Math.fround(frame.hands[side].pinchStrength));
				expect(row(controller.grip, 7)).toEqual(toNumbers(frame.controllers[side].grip));
				expect(row(controller.aim, 7)).toEqual(toNumbers(frame.controllers[side].aim));
				expect(row(controller.pressed, 2)).toEqual(toNumbers(frame.controllers[side].pressed.subarray(0, 2)));
				expect(row(controller.touched, 2)).toEqual(toNumbers(frame.controllers[side].touched.subarray(0, 2)));
				expect(row(controller.values, 2)).toEqual(toNumbers(frame.controllers[side].values.subarray(0, 2)));
				expect(row(controller.axes, 4)).toEqual(toNumbers(frame.controllers[side].axes.subarray(0, 4)));
			}
		});
	});

	it('a controller has what its curves play', () => {
		const { left } = sampleFrame(recording, 0.45, createFrameSample(), { space }).controllers;
		const curves = recording.controllers!.left!;
		expect(left).toMatchObject({ present: true, tracked: true, buttonCount: 2, axisCount: 4 });
		expect(left.grip).toEqual(samplePose(curves.grip, 0.45, new Float32Array(7), 0, { space }));
		expect([left.pressed[0], left.touched[0], left.pressed[1]]).toEqual([1, 1, 0]);
		expect(left.values[0]).toBe(Math.fround(evaluateCurve(curves.buttons[0]!.value, 0.45)));
		expect(left.axes[1]).toBe(Math.fround(evaluateCurve(curves.axes[1]!, 0.45)));
	});
});

it('a frame that was filled from another recording is cleared', () => {
	const plain = createRecording({ head: {}, hands: {} });
	const wanted = toPlain(sampleFrame(plain, 1, createFrameSample()));
	expect(wanted.left).toMatchObject({ aimPresent: false, pinchStrength: Number.NaN });
	for (const sample of [createSampler(plain), createSimdSampler(plain)]) {
		const frame = sampleFrame(recording, 1, createFrameSample());
		sample.sampleFrame(1, frame);
		expect(frame.controllers.left.present).toBe(false);
		expect(toNumbers(frame.hands.left.aim)).toEqual(wanted.left.aim);
		expect(frame.hands.left).toMatchObject({ aimPresent: false, pinchStrength: Number.NaN });
	}
});

it('a table of another shape is refused', () => {
	const table = bakeFrames(createRecording({ head: {}, hands: {}, gaze: {} }), { times });
	expect(() => bakeFrames(recording, { times, into: table })).toThrow('controllers');
	expect(bakeFrames(recording, { times, into: bakeFrames(recording, { times }) })).toEqual(
		bakeFrames(recording, { times }),
	);
});
