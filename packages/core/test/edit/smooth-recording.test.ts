import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listQuickGolden } from '../../../../scripts/golden.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { type SmoothOptions, smoothRecording } from '../../src/edit/smooth-recording.ts';
import {
	type Curve,
	createCurve,
	createRecording,
	evaluateCurve,
	getCurveKeys,
	getKeyTime,
	getKeyValue,
	type QuatCurves,
	type Recording,
	readRecording,
	samplePose,
	type Vec3Curves,
} from '../../src/index.ts';
import { curvesByPath } from '../support/arbitrary-recording.ts';
import { createRandom } from '../support/random.ts';

type Motion = (time: number) => readonly number[];
const folder = join(root, 'fixtures/recorded');

/** Numbers with a normal distribution, the same in every run. */
function createNoise(seed: number): () => number {
	const random = createRandom(seed);
	const even = (): number => (random.word() + 1) / 2 ** 32;
	return () => Math.sqrt(-2 * Math.log(even())) * Math.cos(2 * Math.PI * even());
}

/** A motion as keys: at 60 Hz, or with frames that come up to 6 ms late, with noise in every component. */
function keyMotion(motion: Motion, noise: number, options: { seconds?: number; late?: boolean } = {}): Curve[] {
	const normal = createNoise(4);
	const random = createRandom(5);
	const { seconds = 10, late = false } = options;
	const times = Array.from({ length: seconds * 60 + 1 }, (_, i) => i / 60 + (late ? random.below(6) / 1000 : 0));
	return motion(0).map((_, axis) =>
		createCurve(times.flatMap((time) => [time, motion(time)[axis]! + noise * normal()])),
	);
}
function asPosition([x, y, z]: readonly Curve[]): Recording {
	return createRecording({ head: { position: { x: x!, y: y!, z: z! } } });
}
const positionOf = (recording: Recording): Vec3Curves => recording.head!.position;

/** The root of the mean squared distance of the keys from the truth, over the middle of the recording. */
function errorOf(curves: Vec3Curves | QuatCurves, motion: Motion): number {
	let [sum, count] = [0, 0];
	Object.values(curves).forEach((curve: Curve, axis) => {
		for (let i = 60; i < curve.count - 60; i++) {
			sum += (getKeyValue(curve, i) - motion(getKeyTime(curve, i))[axis]!) ** 2;
			count++;
		}
	});
	return Math.sqrt(sum / count);
}
const still: Motion = () => [0.1, 1.2, 0.4];
const wave =
	(hertz: number, meters: number): Motion =>
	(time) => [meters * Math.sin(2 * Math.PI * hertz * time), 1, 0];
/** A reach of 40 cm in half a second, as smooth as arms do it. */
const reach: Motion = (time) => {
	const s = Math.max(0, Math.min(1, (time - 4) / 0.5));
	return [0.4 * (10 * s ** 3 - 15 * s ** 4 + 6 * s ** 5), 0, 0];
};

describe('smoothRecording without delay', () => {
	it('removes four fifths of the jitter of a still hand', () => {
		const given = asPosition(keyMotion(still, 0.001));
		const before = errorOf(positionOf(given), still);
		expect(before).toBeGreaterThan(0.0009);
		expect(errorOf(positionOf(smoothRecording(given)), still)).toBeLessThan(before / 5);
	});

	it.each([
		['slow wave', wave(0.5, 0.1), 0.5],
		['small wave', wave(1, 0.01), 0.5],
		['wave', wave(1, 0.1), 0.7],
		['reach', reach, 0.7],
	])('brings a jittering %s closer to the truth', (_, motion, share) => {
		for (const late of [false, true]) {
			const given = asPosition(keyMotion(motion, 0.001, { late }));
			const smooth = errorOf(positionOf(smoothRecording(given)), motion);
			expect(smooth).toBeLessThan(share * errorOf(positionOf(given), motion));
		}
	});

	it.each([
		[0.25, 0.01],
		[0.5, 0.1],
		[1, 0.1],
		[2, 0.1],
		[3, 0.1],
		[3, 0.3],
	])('keeps peaks in place and their height within 1 %%: %s Hz, %s m', (hertz, meters) => {
		const motion = wave(hertz, meters);
		const { x } = positionOf(smoothRecording(asPosition(keyMotion(motion, 0))));
		// The part of the wave's own phase, and of the one a quarter later: a shift in time would show in the second.
		let [sine, cosine, count] = [0, 0, 0];
		for (let i = 120; i < 480; i++) {
			const phase = 2 * Math.PI * hertz * getKeyTime(x, i);
			sine += getKeyValue(x, i) * Math.sin(phase) * 2;
			cosine += getKeyValue(x, i) * Math.cos(phase) * 2;
			count++;
		}
		expect(sine / count / meters).toBeGreaterThan(0.99);
		expect(sine / count / meters).toBeLessThan(1.005);
		// In seconds.
		expect(Math.abs(Math.atan2(cosine, sine)) / (2 * Math.PI * hertz)).toBeLessThan(0.0005);
	});

	it('keeps a jump steep, with little ringing', () => {
		const jump: Motion = (time) => [time < 5 ? 0 : 0.3, 0, 0];
		const { x } = positionOf(smoothRecording(asPosition(keyMotion(jump, 0))));
		for (let i = 0; i < x.count; i++) {
			const off = Math.abs(getKeyValue(x, i) - jump(getKeyTime(x, i))[0]!);
			expect(off).toBeLessThan(Math.abs(getKeyTime(x, i) - 5) > 0.1 ? 0.02 : 0.15);
		}
		expect(evaluateCurve(x, 4)).toBeCloseTo(0, 6);
		expect(evaluateCurve(x, 6)).toBeCloseTo(0.3, 6);
	});

	it('keeps parabolas and lines', () => {
		const parabola: Motion = (time) => [0.02 * time * time, 1 - 0.1 * time, 2];
		const given = asPosition(keyMotion(parabola, 0));
		const { x, y, z } = positionOf(smoothRecording(given));
		expect(errorOf({ x, y, z }, parabola)).toBeLessThan(1e-6);
		expect(z).toBe(positionOf(given).z);
	});
});

describe('smoothRecording as a live filter', () => {
	const causal: SmoothOptions = { form: 'causal' };

	it('removes most of the jitter of a still hand', () => {
		const given = asPosition(keyMotion(still, 0.001));
		expect(errorOf(positionOf(smoothRecording(given, causal)), still)).toBeLessThan(
			errorOf(positionOf(given), still) / 3,
		);
	});

	it('does not look ahead', () => {
		const given = keyMotion(wave(1, 0.1), 0.001);
		const cut = given.map((curve) => createCurve(getCurveKeys(curve).slice(0, 200)));
		const whole = positionOf(smoothRecording(asPosition(given), causal));
		const part = positionOf(smoothRecording(asPosition(cut), causal));
		expect(getCurveKeys(part.x)).toEqual(getCurveKeys(whole.x).slice(0, 200));
	});

	it('has a delay, unlike the zero-phase form', () => {
		const motion = wave(1, 0.1);
		const given = asPosition(keyMotion(motion, 0.001));
		const late = errorOf(positionOf(smoothRecording(given, causal)), motion);
		expect(late).toBeGreaterThan(5 * errorOf(positionOf(smoothRecording(given)), motion));
	});
});

describe.each(['zero-phase', 'causal'] as const)('smoothRecording, %s', (form) => {
	/** A head that turns, with jitter, and every seventh key of the opposite sign if wanted. */
	const turning = (flips: boolean, noise = 0.003): Recording => {
		const angle = (time: number): number => 0.6 * Math.sin(1.5 * time);
		const keys = keyMotion((time) => [0, Math.sin(angle(time)), 0, Math.cos(angle(time))], noise);
		const lists = keys.map((curve) => [...getCurveKeys(curve)]);
		for (let i = 0; i < keys[0]!.count; i++) {
			const length = Math.hypot(...lists.map((list) => list[i * 2 + 1]!)) * (flips && i % 7 < 3 ? -1 : 1);
			for (const list of lists) list[i * 2 + 1]! /= length;
		}
		const [x, y, z, w] = lists.map((list) => createCurve(list)) as [Curve, Curve, Curve, Curve];
		return createRecording({ head: { rotation: { x, y, z, w } } });
	};

	it('keeps rotations at unit length, with any signs', () => {
		const plain = smoothRecording(turning(false), { form }).head!;
		const flipped = smoothRecording(turning(true), { form }).head!;
		for (let i = 0; i < plain.rotation.x.count; i++) {
			const values = Object.values(plain.rotation).map((curve: Curve) => getKeyValue(curve, i));
			expect(Math.hypot(...values)).toBeCloseTo(1, 6);
			const time = getKeyTime(plain.rotation.x, i);
			const [a, b] = [plain, flipped].map((pose) => samplePose(pose, time, new Float32Array(7)).subarray(3));
			const dot = a!.reduce((sum, value, k) => sum + value * b![k]!, 0);
			expect(Math.abs(dot)).toBeCloseTo(1, 6);
		}
	});

	it('brings jittering rotations to rest', () => {
		const resting = (noise: number): Recording => {
			const [x, y, z, w] = keyMotion(() => [0, 0.6, 0, 0.8], noise) as [Curve, Curve, Curve, Curve];
			return createRecording({ head: { rotation: { x, y, z, w } } });
		};
		const spread = ({ x }: QuatCurves): number => {
			let sum = 0;
			for (let i = 60; i < x.count - 60; i++) sum += getKeyValue(x, i) ** 2;
			return Math.sqrt(sum / (x.count - 120));
		};
		const given = resting(0.003);
		expect(spread(smoothRecording(given, { form }).head!.rotation)).toBeLessThan(spread(given.head!.rotation) / 3);
	});

	it('does not reach across a lost hand', () => {
		const noise = createNoise(9);
		const keys = (shift: number): number[] =>
			Array.from({ length: 120 }, (_, i) => [i / 60, 0.001 * noise() + (i < 60 ? 0 : shift)]).flat();
		const lists = [keys(0), keys(0), keys(0)];
		const hand = (shift: number): Curve => {
			const [x, y, z] = lists.map((list) =>
				createCurve(list.map((value, i) => (i % 2 === 1 && i >= 120 ? value + shift : value))),
			);
			const tracked = createCurve([0, 1, 0.99, 0, 0.995, 1], { kind: 'boolean' });
			const left = { tracked, joints: { palm: { position: { x: x!, y: y!, z: z! } } } };
			return smoothRecording(createRecording({ hands: { left } }), { form }).hands!.left.joints.palm.position.x;
		};
		// Where the hand comes back changes nothing about where it was.
		expect(getCurveKeys(hand(0.5)).slice(0, 120)).toEqual(getCurveKeys(hand(0)).slice(0, 120));
		expect(getKeyValue(hand(0.5), 60)).toBeCloseTo(getKeyValue(hand(0), 60) + 0.5, 6);
	});

	it('keeps jumps, which are two keys at one time, sharp', () => {
		const x = createCurve(
			Array.from({ length: 122 }, (_, i) => [Math.min(i, 60) / 60 + Math.max(0, i - 61) / 60, i < 61 ? 0 : 0.3]).flat(),
		);
		const position = { x, y: createCurve([]), z: createCurve([]) };
		const recording = createRecording({ head: { position } });
		expect(smoothRecording(recording, { form })).toBe(recording);
	});

	// Those with straight keys throughout.
	const files = listQuickGolden(folder).filter((name) => !/0bytes|tangents|doc-1.1-28byte|n0|n1/.test(name));
	it.each(files)('keeps key times, states and markers of %s, and stays near it', (name) => {
		const recording = readRecording(readFileSync(join(folder, name)));
		const smooth = smoothRecording(recording, { form });
		const before = curvesByPath(recording);
		expect(smooth.duration).toBe(recording.duration);
		expect(smooth.markers).toBe(recording.markers);
		const wrong: string[] = [];
		for (const [path, curve] of curvesByPath(smooth)) {
			const given = before.get(path)!;
			if (curve.kind === 'boolean' && curve !== given) wrong.push(`${path}: another curve`);
			if (curve.kind === 'boolean' || given.count < 3) continue;
			if (curve.count !== given.count || curve.stride !== given.stride || curve.preWrap !== given.preWrap)
				wrong.push(`${path}: keys or wrap mode`);
			let isInTime = true;
			let farthest = 0;
			for (let i = 0; i < curve.count; i++) {
				isInTime &&= getKeyTime(curve, i) === getKeyTime(given, i);
				farthest = Math.max(farthest, Math.abs(getKeyValue(curve, i) - getKeyValue(given, i)));
			}
			if (!isInTime) wrong.push(`${path}: times`);
			const limit = /position|origin/.test(path) ? (form === 'causal' ? 0.2 : 0.03) : Number.POSITIVE_INFINITY;
			if (!(farthest < limit)) wrong.push(`${path}: ${farthest} away`);
		}
		expect(wrong).toEqual([]);
	});
});

describe('smoothRecording', () => {
	it('smooths only the given parts, and shares the rest', () => {
		const recording = readRecording(readFileSync(join(folder, 'mrtk-2.5.4-lost.bin')), {
			require: ['head', 'hands'],
		});
		const left = smoothRecording(recording, { only: ['left'] });
		expect(left.head).toBe(recording.head);
		expect(left.hands?.right).toBe(recording.hands.right);
		expect(left.hands?.left.joints.palm).not.toBe(recording.hands.left.joints.palm);
		expect(smoothRecording(recording, { only: ['gaze', 'right'] })).toBe(recording);
		expect(smoothRecording(recording, { only: ['head'] }).hands).toBe(recording.hands);
		const hands = smoothRecording(recording, { only: ['hands'] });
		expect(getCurveKeys(hands.hands!.left.joints.palm.position.x)).toEqual(
			getCurveKeys(left.hands!.left.joints.palm.position.x),
		);
	});

	it('samples curves that are not linear, at the given frame rate', () => {
		const x = createCurve([0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 2, 0, -1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0], {
			stride: 7,
		});
		const recording = createRecording({ head: { position: { x } } });
		const smooth = smoothRecording(recording, { frameRate: 90 }).head!.position.x;
		expect([smooth.stride, smooth.count, getKeyTime(smooth, 270)]).toEqual([2, 271, 3]);
		for (const time of [0, 0.5, 1.2, 2.5, 3])
			expect(evaluateCurve(smooth, time)).toBeCloseTo(evaluateCurve(x, time), 1);
	});

	it('aligns curves with different key times, and keeps values that are not finite', () => {
		const given = keyMotion(still, 0.001);
		const keys = [...getCurveKeys(given[0]!)];
		keys[401] = Number.NaN;
		const x = createCurve(keys);
		const y = createCurve([0, 1, 10, 1]);
		const { position } = smoothRecording(createRecording({ head: { position: { x, y, z: given[2]! } } })).head!;
		expect(getKeyValue(position.x, 200)).toBeNaN();
		expect(Number.isFinite(getKeyValue(position.x, 199))).toBe(true);
		expect(position.y.count).toBe(601);
	});

	it('refuses invalid options', () => {
		const recording = createRecording({});
		for (const name of ['minCutoff', 'derivativeCutoff', 'frameRate']) {
			expect(() => smoothRecording(recording, { [name]: 0 })).toThrow(
				new RegExp(`^${name}: 0 is not a number above 0`),
			);
		}
		expect(() => smoothRecording(recording, { positionBeta: -1 })).toThrow(/^positionBeta: /);
		expect(() => smoothRecording(recording, { rotationBeta: Number.NaN })).toThrow(RangeError);
		expect(() => smoothRecording(recording, { form: 'fast' as never })).toThrow(/^form: /);
		expect(() => smoothRecording(recording, { only: ['feet' as never] })).toThrow(/^only: /);
	});
});
