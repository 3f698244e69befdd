import {
	type Curve,
	createCurve,
	createFrameSample,
	createHandSample,
	createRecording,
	createSampler,
	evaluateCurve,
	type FrameSample,
	JOINT_NAMES,
	type Recording,
	type SampleOptions,
	SPACES,
	sampleFrame,
	sampleHand,
	samplePose,
	sampleRay,
} from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTime, recordings, wrap } from '../support/arbitrary-curves.ts';
import { describeModel } from '../support/arbitrary-recording.ts';
import { evaluateSlowly, sortedKeys } from '../support/slow-curve.ts';

type F32 = Float32Array;
const { NaN: NAN } = Number;
const seed = 20_261_115;
/** The poses and rays of a frame that are there, with their curves in the order of the values. */
function listItems({ head, gaze, hands }: Recording) {
	const items: { curves: Curve[]; read: (frame: FrameSample) => F32 }[] = [];
	const add = (item: object | undefined | null, read: (frame: FrameSample) => F32): void => {
		const curves: Curve[] = Object.values(item ?? {}).flatMap(Object.values);
		if (curves.some(({ count }) => count > 0)) items.push({ curves, read });
	};
	add(head, (frame) => frame.head);
	add(gaze, (frame) => frame.gaze);
	JOINT_NAMES.forEach((name, i) => {
		add(hands?.left.joints[name], (frame) => frame.hands.left.joints.subarray(i * 7, i * 7 + 7));
	});
	return items;
}

/** Whether a sampled value is the right one: to the bit at keys and steps, else to float32 precision. */
function isClose(actual: number, expected: number, curve: Curve, t: number, defaultWrap: number): boolean {
	if (Object.is(actual, expected)) return true;
	if (sortedKeys(curve).some(({ time }) => time === t)) return false;
	const off = Math.abs(actual - expected);
	const tolerance = 2e-7 * evaluateSlowly(curve, t, defaultWrap).scale;
	if (off <= tolerance) return true;
	// Where a hair of time takes the curve further, because it stands upright or folds back, rounding decides.
	const near = [t - 1e-12, t + 1e-12].map((other) => evaluateSlowly(curve, other, defaultWrap).value);
	return near.some((other) => off <= Math.abs(other - expected) + tolerance);
}

/** A fresh frame full of leftovers, which a sample must replace. */
function dirtyFrame(): FrameSample {
	const frame = { ...createFrameSample(), headPresent: true, gazePresent: true };
	const { left, right } = frame.hands;
	for (const array of [frame.head, frame.gaze, left.joints, right.joints, left.present]) array.fill(42);
	return frame;
}

/** Everything in a hand, in a frame. */
const handText = (hand: object): string => Object.values(hand).join();
const textOf = ({ hands: { left, right }, ...others }: FrameSample): string =>
	[...Object.values(others), handText(left), handText(right)].join();
const distance = (a: F32, b: F32, sign = 1): number => Math.hypot(...a.map((v, i) => v - sign * b[i]!));
const times = (minLength: number): fc.Arbitrary<number[]> => fc.array(anyTime, { minLength, maxLength: 12 });
const rotationOf = (frame: FrameSample): number[] => [...frame.head.subarray(3)];
/** A head that turns from value to value, one a second; with full keys if there are slopes. */
const turningHead = (rows: readonly number[][], slopes?: readonly number[][]): Recording => {
	const [x, y, z, w] = [0, 1, 2, 3].map((c) => {
		const slopeAt = (t: number): number[] => (slopes ? [slopes[t]![c]!, slopes[t]![c]!, 0.5, 0.25, 2] : []);
		const keys = rows.flatMap((row, t) => [t, row[c]!, ...slopeAt(t)]);
		return createCurve(keys, { stride: slopes ? 7 : 2 });
	}) as [Curve, Curve, Curve, Curve];
	return createRecording({ head: { rotation: { x, y, z, w } } });
};
/** Both ways to a frame. */
type Way = [name: string, sample: (recording: Recording, time: number, options?: SampleOptions) => FrameSample];
const WAYS: readonly Way[] = [
	['a sampler', (recording, time, options) => createSampler(recording, options).sampleFrame(time, dirtyFrame())],
	['sampleFrame', (recording, time, options) => sampleFrame(recording, time, dirtyFrame(), options)],
];

describe('samples of any recording', () => {
	it('are what evaluateCurve returns when raw, to the bit at keys', () => {
		const [frame, single] = [createFrameSample(), createFrameSample()];
		const property = fc.property(recordings(), times(4), wrap, fc.nat(), (recording, given, defaultWrap, pick) => {
			const items = listItems(recording);
			const sampler = createSampler(recording, { raw: true, defaultWrap });
			const keyTimes = items.flatMap((item) => item.curves.flatMap((c) => sortedKeys(c).map((key) => key.time)));
			const some = keyTimes.filter((_, i) => (i + pick) % 11 === 0).flatMap((t) => [t, t, t - 2 ** -53, t + 2 ** -52]);
			for (const t of [...given, ...some, ...given]) {
				sampler.sampleFrame(t, frame);
				sampleFrame(recording, t, single, { raw: true, defaultWrap });
				for (const { curves, read } of items) {
					curves.forEach((curve, i) => {
						const expected = Math.fround(evaluateCurve(curve, t, { defaultWrap }));
						const [a, b] = [read(frame)[i]!, read(single)[i]!];
						if (!isClose(a, expected, curve, t, defaultWrap) || !Object.is(b, expected))
							throw new Error(`${a} and ${b}, not ${expected} at ${t}; keys ${JSON.stringify(sortedKeys(curve))}`);
					});
				}
			}
		});
		fc.assert(property, { numRuns: 600, seed });
	});

	it('have rotations and directions of unit length, the same from a sampler as from single calls up to sign', () => {
		const [raw, frame, single] = [createFrameSample(), createFrameSample(), createFrameSample()];
		const property = fc.property(recordings(), times(4), wrap, (recording, given, defaultWrap) => {
			const sampler = createSampler(recording, { defaultWrap });
			for (const t of given) {
				sampler.sampleFrame(t, frame);
				sampleFrame(recording, t, single, { defaultWrap });
				sampleFrame(recording, t, raw, { defaultWrap, raw: true });
				for (const { read } of listItems(recording)) {
					const [rawPart, a, b] = [raw, frame, single].map((from) => read(from).subarray(3)) as [F32, F32, F32];
					const length = Math.hypot(...rawPart);
					// On its way through zero a value has no direction, and rounding decides.
					if (length > 0 && length < 1e-3) continue;
					if (Number.isNaN(length)) expect([...a, ...b].filter((v) => !Number.isNaN(v))).toEqual([]);
					else {
						expect(Math.abs(Math.hypot(...a) - (a.length === 3 && length === 0 ? 0 : 1))).toBeLessThan(1e-6);
						const off = Math.min(distance(a, b), a.length === 4 ? distance(a, b, -1) : 2);
						expect(off, `${a} or ${b} at ${t}`).toBeLessThan(1e-6);
					}
				}
			}
		});
		fc.assert(property, { numRuns: 600, seed });
	});

	it('depend on the time only, not on earlier times or on other samplers', () => {
		const property = fc.property(recordings(['simple', 'line', 'cubic']), times(6), (recording, given) => {
			const before = describeModel(recording);
			const fresh = given.map((t) => createSampler(recording).sampleFrame(t, createFrameSample()));
			const expected = fresh.map(textOf);
			const order = given.map((t, i) => [t, i] as const).toSorted((a, b) => a[0] - b[0]);
			const [player, rewinder, seeker] = [1, 2, 3].map(() => createSampler(recording));
			given.forEach((t, i) => {
				const [early, earlyAt] = order[i]!;
				const [late, lateAt] = order.at(-1 - i)!;
				expect(textOf(player!.sampleFrame(early, dirtyFrame()))).toBe(expected[earlyAt]);
				expect(textOf(rewinder!.sampleFrame(late, dirtyFrame()))).toBe(expected[lateAt]);
				expect(textOf(seeker!.sampleFrame(t, dirtyFrame()))).toBe(expected[i]);
				expect(handText(player!.sampleHand('left', t, createHandSample()))).toBe(handText(fresh[i]!.hands.left));
			});
			expect(describeModel(recording)).toEqual(before);
		});
		fc.assert(property, { numRuns: 200, seed });
	});

	it.each(WAYS)('are mirrored for WebXR by %s, also when raw: (x, y, −z) and (−x, −y, z, w)', (_, sample) => {
		const property = fc.property(recordings(), anyTime, fc.boolean(), (recording, t, raw) => {
			const unity = sample(recording, t, { raw });
			const webxr = sample(recording, t, { raw, space: 'webxr' });
			for (const { curves, read } of listItems(recording)) {
				const signs = curves.length === 7 ? [1, 1, -1, -1, -1, 1, 1] : [1, 1, -1, 1, 1, -1];
				// Adding 0 takes the sign from −0.
				expect([...read(webxr)].map((v) => v + 0)).toEqual([...read(unity)].map((v, i) => v * signs[i]! + 0));
			}
		});
		fc.assert(property, { numRuns: 300, seed });
	});
});

describe.each(WAYS)('%s', (_, sample) => {
	it('keeps the rotation between q and −q, where raw values pass through zero', () => {
		const q = [0.6, 0, 0, 0.8].map(Math.fround);
		const recording = turningHead([q, q.map((v) => -v)]);
		for (const t of [-1, 0, 0.25, 0.5, 0.75, 1, 2]) expect(rotationOf(sample(recording, t)).map(Math.abs)).toEqual(q);
		expect(rotationOf(sample(recording, 0.5, { raw: true }))).toEqual([0, 0, 0, 0]);
	});

	it('makes the identity of an all-zero quaternion, and zero of a direction below 1e-5', () => {
		const along = (x: number) => createRecording({ gaze: { direction: { x: createCurve([0, x]) } } });
		expect(rotationOf(sample(turningHead([[0, 0, 0, 0]]), 0))).toEqual([0, 0, 0, 1]);
		expect([0.99e-5, 1.01e-5].map((x) => sample(along(x), 0).gaze[3])).toEqual([0, 1]);
	});

	it('normalizes a rotation whose curves run in different ways', () => {
		const x = createCurve([0, 0.6, 0, 0, 0, 0, 0, 1, 0.6, 0, 0, 0, 0, 0], { stride: 7 });
		const recording = createRecording({ head: { rotation: { x, w: createCurve([0, 0.8]) } } });
		expect(rotationOf(sample(recording, 0.5))).toEqual([0.6, 0, 0, 0.8].map(Math.fround));
	});

	it('marks what is absent, and never makes up a pose for it', () => {
		const joints = { palm: { position: { y: createCurve([0, 2]) } } };
		const { hands, head, gaze, ...flags } = sample(createRecording({ hands: { left: { joints } } }), 0);
		expect({ ...flags, ...hands.left }).toMatchObject({ headPresent: false, gazePresent: false, tracked: false });
		expect([...head, ...gaze, ...hands.right.joints].every(Number.isNaN)).toBe(true);
		expect([...hands.left.present]).toEqual(JOINT_NAMES.map((name) => (name === 'palm' ? 1 : 0)));
		const poses = JOINT_NAMES.map((name) => (name === 'palm' ? [0, 2, 0, 0, 0, 0, 1] : Array(7).fill(NAN)));
		expect([...hands.left.joints]).toEqual(poses.flat());
		const { left, right } = sample(createRecording({}), 0).hands;
		expect([...left.present, ...right.present].some(Boolean) || left.tracked).toBe(false);
		expect([...left.joints, ...right.joints].every(Number.isNaN)).toBe(true);
	});

	it('flips states exactly at their keys', () => {
		const at = Math.fround(0.1);
		const state = createCurve([0, 0, at, 1, 0.5, 0.5], { kind: 'boolean' });
		const recording = createRecording({ hands: { right: { tracked: state, pinching: state } } });
		const states = [at - 2 ** -53, at, 0.5 - 2 ** -53, 0.5].map((t) => sample(recording, t).hands.right);
		const expected = [false, true, true, false].map((is) => [is, is]);
		expect(states.map(({ tracked, pinching }) => [tracked, pinching])).toEqual(expected);
	});
});

it.each([
	['continues from a key that was hit', [0, 0, 1, 1], [0, 0.5], 0.5],
	['returns the first of the keys at the first time, again and again', [-1, 1, -1, 2, 0, 3], [-1, -1], 1],
	['finds its place a hair before keys at equal times', [-1, 0, 1, 1, 1, 2, 3, 3], [1 - 2 ** -53], 1],
	['returns an only value at no time, too', [1, 7], [NAN], 7],
	['returns an only value with its sign', [0, -0], [-1, 0], -0],
])('a sampler %s', (_, keys, given, expected) => {
	const x = createCurve(keys);
	const sampler = createSampler(createRecording({ head: { position: { x, y: x, z: x } } }));
	expect(given.map((t) => sampler.sampleFrame(t, dirtyFrame()).head[0]).at(-1)).toBe(expected);
});

it('a sampler keeps a chain of keys with changing signs on one side', () => {
	const rows = Array.from({ length: 9 }, (_, i) => [Math.sin(i / 5), 0, 0, Math.cos(i / 5)]);
	const slopes = rows.map(([x = 0, , , w = 0]) => [w / 5, 0, 0, -x / 5]);
	const flip = (list: readonly number[][]) => list.map((row, i) => row.map((v) => (i % 3 === 1 ? -v : v)));
	for (const list of [undefined, slopes]) {
		const expected = createSampler(turningHead(rows, list));
		const actual = createSampler(turningHead(flip(rows), list && flip(list)));
		for (let t = 0; t < 8; t += 1 / 64)
			expect(textOf(actual.sampleFrame(t, dirtyFrame()))).toBe(textOf(expected.sampleFrame(t, dirtyFrame())));
	}
});

it('poses and rays go where the caller wants them, in a space that exists', () => {
	const { head, gaze } = createRecording({ head: {}, gaze: { direction: { z: createCurve([0, 2]) } } });
	const out = new Float32Array(9);
	expect(samplePose(head!, 0, out, 1)).toBe(out);
	expect([...out]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0]);
	expect(sampleRay(gaze!, 0, out, 2, { space: 'webxr' })[7]).toBe(-1);
	const wrong = { space: 'opengl' as 'unity' };
	const error = new TypeError(`space: 'opengl' is not one of ${Object.keys(SPACES).join(', ')}`);
	for (const [, sample] of WAYS) expect(() => sample(createRecording({}), 0, wrong)).toThrow(error);
	expect(() => sampleHand(createRecording({}), 'left', 0, createHandSample(), wrong)).toThrow(error);
	expect(() => samplePose(head!, 0, out, 0, wrong)).toThrow(error);
	expect(() => sampleRay(gaze!, 0, out, 0, wrong)).toThrow(error);
});
