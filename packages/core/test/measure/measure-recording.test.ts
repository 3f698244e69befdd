// Motions with known answers, at the frame rates of headsets and as optimized copies.
import type { Recording } from '@handreel/core';
import { createCurve, createRecording } from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { optimizeRecording, TOLERANCE_DEFAULTS } from '@handreel/core/edit';
import { measureRecording } from '@handreel/core/measure';
import { describe, expect, it } from 'vitest';
import { FINGER, type MadeMotion, makeMotion, minimumJerk, PALM } from '../support/made-motion.ts';
import { createRandom } from '../support/random.ts';

const TURN = 2 * Math.PI;
/** A share of the time in a sine wave is below this share of its peak. */
const sinePercentile = (share: number): number => Math.sin((share * Math.PI) / 2);

const RATES = [30, 60, 72, 90, 120];
const AS_RECORDED = RATES.map((rate) => ({ rate, name: `${rate} Hz`, copy: (recording: Recording) => recording }));
const OPTIMIZED = [30, 60, 90, 120].flatMap((rate) =>
	[0.0001, TOLERANCE_DEFAULTS.jointPosition].map((tolerance) => ({
		rate,
		tolerance,
		name: `${rate} Hz, optimized to ${tolerance * 1000} mm`,
		copy: (recording: Recording) => optimizeRecording(recording, { tolerances: { jointPosition: tolerance } }),
	})),
);

describe.each(AS_RECORDED)('at $name', ({ rate }) => {
	const make = (motion: Omit<MadeMotion, 'rate'>) => makeMotion({ rate, ...motion });

	it('measures path, speed, acceleration and jerk of a sine wave', () => {
		const { wrist } = measureRecording(make(SINE)).hands?.left.motion ?? {};
		const { v, a, j } = SINE_PEAKS;
		expectNear(wrist?.pathLength, SINE_PATH);
		for (const [measured, peak] of [
			[wrist?.speed, v],
			[wrist?.acceleration, a],
			[wrist?.jerk, j],
		] as const) {
			expectNear(measured?.median, peak * sinePercentile(0.5));
			expectNear(measured?.p95, peak * sinePercentile(0.95));
			expectNear(measured?.p99, peak * sinePercentile(0.99));
			expectNear(measured?.peak, peak);
		}
	});

	it('measures the constant speed, acceleration and jerk of a circle, and its extents', () => {
		const { motion, workspace } = measureRecording(make(CIRCLE)).hands?.right ?? {};
		const omega = TURN * 0.5;
		expectNear(motion?.wrist?.pathLength, 0.2 * omega * 8);
		for (const figure of ['median', 'p95', 'peak'] as const) {
			expectNear(motion?.wrist?.speed[figure], 0.2 * omega);
			expectNear(motion?.wrist?.acceleration?.[figure], 0.2 * omega ** 2);
			expectNear(motion?.wrist?.jerk?.[figure], 0.2 * omega ** 3);
		}
		expectNear(workspace?.extents[0], 0.4);
		expectNear(workspace?.extents[1], 0.4);
		expect(workspace?.extents[2]).toBeLessThan(1e-6);
	});

	it('finds two pinches with lengths, interval, aperture and closing speed', () => {
		const { pinches } = measureRecording(make(PINCHES)).hands?.left ?? {};
		expect(pinches?.count).toBe(2);
		expectNear(pinches?.lengths?.max, 0.6);
		expectNear(pinches?.lengths?.min, 0.3);
		expectNear(pinches?.intervals?.mean, 2);
		expectNear(pinches?.aperture?.min, 0.01);
		expectNear(pinches?.aperture?.max, 0.08);
		expectNear(pinches?.closingSpeed?.median, (1.875 * 0.07) / 0.4);
	});

	it('finds the same pinches without a recorded state', () => {
		const { hands } = make(PINCHES);
		const left = { ...hands!.left, pinching: createCurve([], { kind: 'boolean' }) };
		const { pinches } = measureRecording(createRecording({ hands: { left } })).hands?.left ?? {};
		expect(pinches?.count).toBe(2);
		expectNear(pinches?.intervals?.mean, 2);
	});

	it('sees a still hand behind 0.3 mm of noise, and its size', () => {
		const random = createRandom(18);
		const noise = (): number =>
			Array.from({ length: 6 }, () => random.below(1001) / 1000 - 0.5).reduce((a, b) => a + b) * 0.0004;
		const { motion, size, workspace } =
			measureRecording(make({ duration: 10, hands: { left: { wrist: () => [noise(), 1 + noise(), noise()] } } })).hands
				?.left ?? {};
		expect(motion?.wrist?.stillShare).toBeGreaterThan(0.99);
		expect(motion?.wrist?.pathLength).toBeLessThan(0.01);
		expect(workspace?.extents[0]).toBeLessThan(0.003);
		expectNear(size?.palm, PALM);
		expectNear(size?.finger, FINGER[0] + FINGER[1]);
		expectNear(size?.length, PALM + FINGER[0] + FINGER[1] + FINGER[2]);
		expect(size?.variation).toBeLessThan(0.03);
	});

	it('measures head turning, and reach and height of a wrist', () => {
		const { head, hands } = measureRecording(make(TURNING));
		expectNear(head?.turning?.degreesPerSecond.peak, 30 * Math.PI);
		expectNear(head?.turning?.degreesPerSecond.median, 30 * Math.PI * sinePercentile(0.5));
		expectNear(head?.turning?.degrees, 30 * 4 * 4);
		expectNear(head?.height?.median, 1.6);
		expectNear(hands?.right.reach?.median, 0.5);
		expectNear(hands?.right.height?.median, -0.3);
	});

	it('finds fixations and saccades', () => {
		const { gaze } = measureRecording(make(GAZE));
		expect(gaze?.fixations?.count).toBe(4);
		// A saccade takes up to one frame.
		expect(gaze?.fixations?.mean).toBeGreaterThan(1.5 - 1 / 30 - 1 / 60);
		expect(gaze?.fixations?.mean).toBeLessThanOrEqual(1.5);
		expect(gaze?.saccades.degrees?.count).toBe(3);
		expectNear(gaze?.saccades.degrees?.min, 10);
		expectNear(gaze?.saccades.degrees?.max, 20);
	});

	it('knows the frame rate', () => {
		const { frames } = measureRecording(make(SINE));
		expectNear(frames.frameRate ?? undefined, rate);
		expect(frames.count).toBe(8 * rate + 1);
		expect(frames.missedShare).toBeCloseTo(0, 3);
		expect(frames.jitter).toBeLessThan(1e-6);
	});
});

describe.each(OPTIMIZED)('at $name', ({ rate, tolerance, copy }) => {
	const make = (motion: Omit<MadeMotion, 'rate'>) => copy(makeMotion({ rate, ...motion }));
	const isFine = tolerance < 0.001;

	it('measures path and speed', () => {
		const { motion, workspace } = measureRecording(make(SINE)).hands?.left ?? {};
		const { v, a } = SINE_PEAKS;
		expectNear(motion?.wrist?.pathLength, SINE_PATH);
		expectNear(motion?.wrist?.speed.median, v * sinePercentile(0.5));
		expectNear(workspace?.extents[0], 0.6);
		// Peaks and derivatives are those of the tolerance if it is coarse (MEASURES.md).
		if (!isFine) return;
		expectNear(motion?.wrist?.speed.p95, v * sinePercentile(0.95));
		expectNear(motion?.wrist?.speed.peak, v);
		expectNear(motion?.wrist?.acceleration?.median, a * sinePercentile(0.5));
		expectNear(motion?.wrist?.acceleration?.peak, a);
	});

	it('measures a circle', () => {
		const { motion, workspace } = measureRecording(make(CIRCLE)).hands?.right ?? {};
		const omega = TURN * 0.5;
		expectNear(motion?.wrist?.pathLength, 0.2 * omega * 8);
		expectNear(motion?.wrist?.speed.median, 0.2 * omega);
		expectNear(workspace?.extents[1], 0.4);
		// A coarse copy of a circle is a polygon, and has the acceleration and jerk of its corners.
		if (isFine) expectNear(motion?.wrist?.acceleration?.median, 0.2 * omega ** 2);
	});

	it('finds the same pinches and hand size', () => {
		const { pinches, size } = measureRecording(make(PINCHES)).hands?.left ?? {};
		expect(pinches?.count).toBe(2);
		expectNear(pinches?.lengths?.max, 0.6);
		expectNear(pinches?.intervals?.mean, 2);
		// Both tips may be off by the tolerance.
		expect(Math.abs((pinches?.aperture?.min ?? 0) - 0.01)).toBeLessThan(2 * tolerance + 1e-6);
		if (isFine) expectNear(pinches?.closingSpeed?.median, (1.875 * 0.07) / 0.4);
		expectNear(size?.length, PALM + FINGER[0] + FINGER[1] + FINGER[2]);
	});

	it('finds the same fixations', () => {
		const { gaze } = measureRecording(make(GAZE));
		expect(gaze?.fixations?.count).toBe(4);
		expectNear(gaze?.saccades.degrees?.max, 20, 0.02);
	});
});

describe('measureRecording', () => {
	it('counts tracking, losses and the motion between them only', () => {
		const tracked = [
			{ start: 0, end: 2 },
			{ start: 2.5, end: 5 },
			{ start: 6, end: 8 },
		];
		const jump = (t: number): number => (t < 2.25 ? 0 : t < 5.5 ? 5 : -5);
		const { tracking, motion } =
			measureRecording(
				makeMotion({ rate: 60, duration: 8, hands: { left: { wrist: (t) => [jump(t), 1, 0], tracked } } }),
			).hands?.left ?? {};
		expect(tracking?.seconds).toBeCloseTo(6.5, 5);
		expect(tracking?.share).toBeCloseTo(6.5 / 8, 5);
		expect(tracking?.losses).toMatchObject({ count: 2, min: 0.5, max: 1 });
		expect(motion?.wrist?.speed.peak).toBeLessThan(0.001);
		expect(motion?.wrist?.pathLength).toBe(0);
	});

	it('measures controllers and button presses', () => {
		const pressed = createCurve([0, 0, 1, 1, 1.2, 0, 2, 1, 2.6, 0], { kind: 'boolean' });
		const x = createCurve(Array.from({ length: 241 }, (_, i) => [i / 60, 0.3 * Math.sin((TURN * i) / 60)]).flat());
		const tracked = createCurve([0, 1, 4, 1], { kind: 'boolean' });
		const recording = createRecording({
			controllers: { right: { tracked, grip: { position: { x } }, buttons: [{ pressed }, {}] } },
		});
		const { controllers, hands, head } = measureRecording(recording);
		expect([controllers?.left, hands, head]).toEqual([null, null, null]);
		expectNear(controllers?.right?.motion?.speed.peak, 0.3 * TURN);
		expect(controllers?.right?.presses).toEqual([
			{
				count: 2,
				mean: expect.closeTo(0.4, 5),
				median: expect.closeTo(0.4, 5),
				min: expect.closeTo(0.2, 5),
				max: expect.closeTo(0.6, 5),
			},
			null,
		]);
	});

	it('counts problems by code if it gets a function that lists them', () => {
		const broken = makeMotion({ rate: 60, duration: 2, hands: { left: { wrist: (t) => [t > 1 ? 50 : 0, 1, 0] } } });
		expect(measureRecording(broken).problems).toBeNull();
		const { problems } = measureRecording(broken, { diagnose: diagnoseRecording });
		expect(problems?.['teleport']).toBeGreaterThan(0);
	});

	it('does not depend on what was measured before', () => {
		const [pinches, sine] = [PINCHES, SINE].map((motion) => makeMotion({ rate: 90, ...motion })) as [
			Recording,
			Recording,
		];
		const first = measureRecording(sine);
		measureRecording(pinches);
		measureRecording(makeMotion({ rate: 60, ...CIRCLE }), { sampleRate: 500 });
		expect(measureRecording(sine)).toEqual(first);
	});

	it('is plain data that JSON can hold', () => {
		const measures = measureRecording(makeMotion({ rate: 60, ...PINCHES }));
		expect(JSON.parse(JSON.stringify(measures))).toEqual(measures);
	});

	it('measures an empty recording', () => {
		expect(measureRecording(createRecording({}))).toEqual({
			duration: 0,
			frames: { count: 0, frameRate: null, jitter: null, missedShare: null, longestInterval: 0 },
			head: null,
			hands: null,
			gaze: null,
			controllers: null,
			problems: null,
		});
		const { hands } = measureRecording(createRecording({ hands: {} }));
		expect(hands?.left.motion.wrist).toBeNull();
		expect(hands?.left.size).toBeNull();
	});

	it('measures values that are not finite as if they were missing', () => {
		const x = createCurve([0, 0, 0.5, Number.NaN, 1, 0, 1.5, Number.POSITIVE_INFINITY, 2, 0, 3, 0.1]);
		const head = { position: { x } };
		expect(measureRecording(createRecording({ head })).head?.motion?.speed.peak).toBeLessThan(0.5);
	});

	it.each([
		[{ sampleRate: 0 }, 'sampleRate: 0 is not a number above 0'],
		[{ cutoff: 30 }, 'cutoff: must be below half of the sample rate, 30 Hz, got 30'],
		[{ stillSpeed: -1 }, 'stillSpeed: must be 0 or greater, got -1'],
		[{ fixationDegrees: Number.NaN }, 'fixationDegrees: must be 0 or greater, got NaN'],
	])('refuses %j', (options, message) => {
		expect(() => measureRecording(createRecording({}), options)).toThrow(new RangeError(message));
	});

	it('measures hours that have keys for them', () => {
		const keys = Array.from({ length: 140_000 }, (_, i) => [i / 12, Math.sin(i)]).flat();
		const head = { position: { x: createCurve(keys) } };
		expect(measureRecording(createRecording({ head })).head?.motion?.pathLength).toBeGreaterThan(0);
		const sparse = { position: { x: createCurve(keys.slice(-2 * 40_000)) } };
		expect(() => measureRecording(createRecording({ head: sparse }))).toThrow(/too long to measure/);
	});

	it('refuses a recording that is too long to sample', () => {
		const head = { position: { x: createCurve([0, 0, 1e9, 1]) } };
		expect(() => measureRecording(createRecording({ head }))).toThrow(
			'recording: too long to measure; 1000000000 s at 60 Hz are 60000000000 samples for 2 keys',
		);
	});
});

const SINE: Omit<MadeMotion, 'rate'> = {
	duration: 8,
	hands: { left: { wrist: (t) => [0.3 * Math.sin(TURN * 0.75 * t), 1, 0.4] } },
};
const SINE_PATH = 0.3 * 4 * 0.75 * 8;
const SINE_PEAKS = { v: 0.3 * TURN * 0.75, a: 0.3 * (TURN * 0.75) ** 2, j: 0.3 * (TURN * 0.75) ** 3 };
const CIRCLE: Omit<MadeMotion, 'rate'> = {
	duration: 8,
	hands: { right: { wrist: (t) => [0.2 * Math.cos(TURN * 0.5 * t), 1, 0.2 * Math.sin(TURN * 0.5 * t)] } },
};
const PINCHES: Omit<MadeMotion, 'rate'> = {
	duration: 5,
	hands: {
		left: {
			wrist: () => [0, 1, 0.4],
			// Closes from 1 s and from 3 s on in 0.4 s, opens from 2 s and from 3.7 s on in 0.3 s.
			aperture: (t) =>
				0.08 -
				0.07 * (minimumJerk((t - 1) / 0.4) - minimumJerk((t - 2) / 0.3)) -
				0.07 * (minimumJerk((t - 3) / 0.4) - minimumJerk((t - 3.7) / 0.3)),
			pinching: [
				{ start: 1.4, end: 2 },
				{ start: 3.4, end: 3.7 },
			],
		},
	},
};
const TURNING: Omit<MadeMotion, 'rate'> = {
	duration: 8,
	head: () => [0, 1.6, 0],
	yaw: (t) => 30 * Math.sin(TURN * 0.5 * t),
	hands: { right: { wrist: () => [0.3, 1.3, Math.sqrt(0.25 - 0.18)] } },
};
const GAZE: Omit<MadeMotion, 'rate'> = {
	duration: 6,
	gaze: (t) => [0, 10, -5, 15][Math.min(3, Math.floor(t / 1.5 + 1e-9))] ?? 0,
};

function expectNear(actual: number | null | undefined, expected: number, tolerance = 0.01): void {
	expect(Math.abs((actual ?? Number.NaN) / expected - 1), `${actual} instead of ${expected}`).toBeLessThanOrEqual(
		tolerance,
	);
}
