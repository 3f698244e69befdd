import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInSteps, compareRecordings, listExcesses } from '../../src/edit.ts';
import {
	type Curve,
	type CurveOptions,
	createCurve,
	createRecording,
	getKeyTime,
	JOINT_NAMES,
	type Recording,
	readRecording,
	samplePose,
} from '../../src/index.ts';
import { mapCurves } from '../../src/internal.ts';
import { arbitraryCurve } from '../support/arbitrary-curve.ts';
import { arbitraryLooseRecording } from '../support/arbitrary-recording.ts';

function readFixture(name: string): Recording {
	return readRecording(readFileSync(fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url))));
}

function headHeight(keys: readonly number[], options: CurveOptions = {}): Recording {
	return createRecording({ head: { position: { y: createCurve(keys, options) } } });
}

function rotation(keys: ReadonlyArray<readonly [time: number, x: number, y: number, z: number, w: number]>): Recording {
	const axis = (index: 1 | 2 | 3 | 4): Curve => createCurve(keys.flatMap((key) => [key[0], key[index]]));
	return createRecording({ head: { rotation: { x: axis(1), y: axis(2), z: axis(3), w: axis(4) } } });
}

// The slow way: meters and degrees between two head poses at a time. NaN agrees with NaN and is infinitely far from numbers.
function deviationsAt(a: Recording, b: Recording, time: number): [number, number] {
	const [p, q] = [a, b].map(({ head }) => [...samplePose(head!, time, new Float32Array(7))]) as [number[], number[]];
	const apart = p.map((value, i) => (Object.is(value, q[i]) ? 0 : value - q[i]!));
	const far = apart.map((value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value));
	const cosine = Math.abs(p.slice(3).reduce((sum, value, i) => sum + value * q[i + 3]!, 0));
	const angle = (360 / Math.PI) * Math.acos(Math.min(1, cosine));
	const distance = Math.hypot(...far.slice(0, 3));
	return [distance, Number.isNaN(angle) ? Math.hypot(...far.slice(3)) : angle];
}

function isAtOneTime(curve: Curve): boolean {
	return curve.count > 1 && getKeyTime(curve, 0) === getKeyTime(curve, curve.count - 1);
}

describe('compareRecordings', () => {
	it('finds no deviation between a recording and itself', () => {
		const recording = readFixture('recorded/mrtk-2.8.3-full-5s.bin');
		const again = readFixture('recorded/mrtk-2.8.3-full-5s.bin');
		for (const other of [recording, again]) {
			const comparison = compareRecordings(recording, other);
			expect(comparison.position?.max).toBe(0);
			expect(comparison.rotation?.max).toBe(0);
			expect(comparison.channels.every(({ max, mean }) => max === 0 && mean === 0)).toBe(true);
			expect(comparison.states.every(({ seconds }) => seconds === 0)).toBe(true);
			expect(comparison.markers).toEqual({ onlyInA: [], onlyInB: [] });
			expect(listExcesses(comparison, { jointPosition: 0, jointRotationDegrees: 0 })).toEqual([]);
		}
	});

	it('reports where and when a distance is largest, and its mean over time', () => {
		const comparison = compareRecordings(headHeight([0, 1, 4, 1]), headHeight([0, 1, 1, 1.4, 4, 1]));
		expect(comparison.position).toMatchObject({ path: 'head.position', time: 1 });
		expect(comparison.position?.max).toBeCloseTo(0.4, 6);
		expect(comparison.position?.mean).toBeCloseTo(0.2, 6);
		expect(comparison.start).toBe(0);
		expect(comparison.end).toBe(4);
	});

	it('looks between keys: two Bézier arcs over the same keys differ in the middle', () => {
		const full: CurveOptions = { stride: 7 };
		const flat = headHeight([0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0], full);
		const arc = headHeight([0, 0, 0, 1, 0, 0, 0, 2, 0, -1, 0, 0, 0, 0], full);
		const { position } = compareRecordings(flat, arc);
		expect(position?.max).toBeCloseTo(0.5, 6);
		expect(position?.time).toBeCloseTo(1, 4);
	});

	it('finds the exact maximum between samples', () => {
		const full: CurveOptions = { stride: 7 };
		const flat = headHeight([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], full);
		const arc = headHeight([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], full);
		const { position } = compareRecordings(flat, arc, { samplesPerInterval: 2 });
		expect(position?.time).toBeCloseTo(1 / 3, 3);
		expect(position?.max).toBeCloseTo(4 / 27, 7);
	});

	it('looks at both sides of a jump', () => {
		const jump = headHeight([0, 0, 1, 5, 1, 0, 2, 0]);
		const { position } = compareRecordings(headHeight([0, 0, 2, 0]), jump);
		expect(position?.max).toBeCloseTo(5, 5);
		expect(position?.time).toBeLessThan(1);
		expect(position?.time).toBeGreaterThan(0.999);
	});

	it('takes means over time, to which a value of zero length adds nothing', () => {
		// At its first time the first of two keys counts.
		const { position } = compareRecordings(headHeight([0, 9, 0, 0, 4, 0]), headHeight([0, 0, 4, 0]));
		expect(position).toMatchObject({ max: 9, mean: 0, time: 0 });
	});

	it('measures rotations as angles, with any length and sign', () => {
		const turned = Math.sin(Math.PI / 12);
		const straight = rotation([
			[0, 0, 0, 0, 1],
			[1, 0, 0, 0, -2],
		]);
		const bent = rotation([
			[0, 0, 0, 0, 1],
			[1, 0, turned, 0, Math.cos(Math.PI / 12)],
		]);
		const comparison = compareRecordings(straight, bent);
		expect(comparison.rotation?.max).toBeCloseTo(30, 4);
		expect(comparison.rotation?.time).toBeCloseTo(1, 6);
	});

	it('measures gaze directions as angles', () => {
		const gaze = (x: number, z: number): Recording =>
			createRecording({ gaze: { direction: { x: createCurve([0, x, 1, x]), z: createCurve([0, z, 1, z]) } } });
		expect(compareRecordings(gaze(0, 1), gaze(3, 0)).rotation).toMatchObject({ path: 'gaze.direction' });
		expect(compareRecordings(gaze(0, 1), gaze(3, 0)).rotation?.max).toBeCloseTo(90, 4);
	});

	it('compares curves that end early also after their end', () => {
		const { position } = compareRecordings(headHeight([0, 0, 10, 10]), headHeight([0, 0, 5, 5]));
		expect(position).toMatchObject({ time: 10 });
		expect(position?.max).toBeCloseTo(5, 6);
	});

	it('compares repetitions outside the keys', () => {
		const loop: CurveOptions = { postWrap: 2 };
		const long = createRecording({
			head: { position: { x: createCurve([0, 0, 10, 0]), y: createCurve([0, 0, 1, 1], loop) } },
		});
		const clamped = createRecording({
			head: { position: { x: createCurve([0, 0, 10, 0]), y: createCurve([0, 0, 1, 1]) } },
		});
		const { position } = compareRecordings(long, clamped);
		expect(position?.max).toBeCloseTo(1, 3);
		expect(position?.mean).toBeCloseTo(0.45, 1);
	});

	it('treats NaN as equal to NaN and as infinitely far from numbers', () => {
		const odd = headHeight([0, Number.NaN, 1, Number.NaN]);
		expect(compareRecordings(odd, headHeight([0, Number.NaN, 1, Number.NaN])).position?.max).toBe(0);
		expect(compareRecordings(odd, headHeight([0, 0, 1, 0])).position?.max).toBe(Number.POSITIVE_INFINITY);
	});

	it('sums how long states disagree, and reports how often and when first', () => {
		const hand = (keys: readonly number[]): Recording =>
			createRecording({ hands: { right: { tracked: createCurve(keys, { kind: 'boolean' }) } } });
		const { states } = compareRecordings(hand([0, 1, 10, 1]), hand([0, 1, 2, 0, 3, 1, 5, 0, 5.5, 1, 10, 1]));
		expect(states.find(({ path }) => path === 'hands.right.tracked')).toEqual({
			path: 'hands.right.tracked',
			seconds: 1.5,
			count: 2,
			time: 2,
		});
		expect(states.find(({ path }) => path === 'hands.left.pinching')).toMatchObject({ seconds: 0, time: null });
	});

	it('leaves out a hand while it is not tracked, if asked to', () => {
		const hand = (value: number): Recording =>
			createRecording({
				hands: {
					left: {
						tracked: createCurve([0, 1, 1, 0, 2, 1], { kind: 'boolean' }),
						joints: { palm: { position: { x: createCurve([0, 0, 1, 0, 1.5, value, 2, 0, 3, 0]) } } },
					},
				},
			});
		expect(compareRecordings(hand(0), hand(1)).position?.max).toBeCloseTo(1, 6);
		expect(compareRecordings(hand(0), hand(1), { onlyTracked: true }).position?.max).toBe(0);
	});

	it('compares a hand that is tracked only briefly between keys', () => {
		const hand = (value: number): Recording =>
			createRecording({
				hands: {
					left: {
						tracked: createCurve([0, 0, 1.01, 1, 1.02, 0], { kind: 'boolean' }),
						joints: { palm: { position: { x: createCurve([0, 0, 4, value]) } } },
					},
				},
			});
		const { position } = compareRecordings(hand(0), hand(4), { onlyTracked: true });
		expect(position?.max).toBeCloseTo(1.02, 5);
		expect(position?.mean).toBeCloseTo(1.015, 5);
	});

	it('follows states that repeat, also with the default wrap mode', () => {
		const hand = (tracked: Curve): Recording =>
			createRecording({ head: { position: { x: createCurve([0, 0, 10, 0]) } }, hands: { left: { tracked } } });
		const keys = [0, 1, 0.37, 0, 1, 1];
		const blinks = hand(createCurve(keys, { kind: 'boolean', postWrap: 0 }));
		const seen = hand(createCurve([0, 1], { kind: 'boolean' }));
		const [looped] = compareRecordings(blinks, seen).states;
		expect(looped?.seconds).toBeCloseTo(6.3, 5);
		expect(looped?.count).toBe(10);
		const [swung] = compareRecordings(blinks, seen, { defaultWrap: 4 }).states;
		expect(swung?.seconds).toBeCloseTo(6.3, 5);
		expect(swung?.count).toBe(5);
		const [held] = compareRecordings(blinks, seen, { defaultWrap: 8 }).states;
		expect(held?.seconds).toBeCloseTo(0.63, 5);
	});

	it('counts a marker that is in a list twice as two', () => {
		const marker = { time: 1, name: 'a' };
		const { markers } = compareRecordings(
			createRecording({ markers: [{ ...marker }] }),
			createRecording({ markers: [marker, marker] }),
		);
		expect(markers).toEqual({ onlyInA: [], onlyInB: [marker] });
	});

	it('finds every deviation that dense sampling finds, and its time', () => {
		const shapes = {
			straight: { stride: 2, wraps: [8] },
			repeated: { stride: 2 },
			bent: { modes: [0], wraps: [8] },
		} as const;
		for (const shape of Object.values(shapes)) {
			// A loop whose keys all lie at one time is NaN before it.
			const curve = arbitraryCurve({ ...shape, maxKeys: 5 }).filter((given) => !isAtOneTime(given));
			const head = fc.array(curve, { minLength: 7, maxLength: 7 });
			fc.assert(
				fc.property(head, head, (...given) => {
					const [a, b] = given.map(([x, y, z, ...q]) => {
						const rotation = { x: q[0]!, y: q[1]!, z: q[2]!, w: q[3]! };
						return createRecording({ head: { position: { x: x!, y: y!, z: z! }, rotation } });
					}) as [Recording, Recording];
					const { channels, start, end } = compareRecordings(a, b);
					if (channels.length === 0) return;
					const closest = [0, 0];
					for (let i = 0; i <= 2003; i++) {
						deviationsAt(a, b, start + ((end - start) * i) / 2003).forEach((deviation, k) => {
							closest[k] = Math.max(closest[k]!, deviation);
						});
					}
					channels.forEach(({ max, time }, k) => {
						expect(max).toBeGreaterThan(closest[k]! * 0.97 - 1e-6);
						expect(deviationsAt(a, b, time)[k]).toBeCloseTo(max, 2);
					});
				}),
				{ seed: 9, numRuns: 40 },
			);
		}
	});

	it('lists the paths that only one recording has', () => {
		const some = createRecording({
			head: { position: { x: createCurve([0, 0]) } },
			hands: { left: { joints: { palm: { position: { x: createCurve([0, 0]) } } } } },
			markers: [
				{ time: 1, name: 'a' },
				{ time: 1, name: 'a' },
			],
		});
		const other = createRecording({
			hands: { left: { joints: { wrist: { position: { x: createCurve([0, 0]) } } } } },
			gaze: { origin: { x: createCurve([0, 0]) } },
			markers: [
				{ time: 1, name: 'a' },
				{ time: 2, name: 'b' },
			],
			layout: 'mrtk-1.1',
		});
		const comparison = compareRecordings(some, other);
		expect(comparison.onlyInA).toEqual(['head', 'hands.left.joints.palm']);
		expect(comparison.onlyInB).toEqual(['hands.left.joints.wrist', 'gaze']);
		expect(comparison.markers).toEqual({ onlyInA: [{ time: 1, name: 'a' }], onlyInB: [{ time: 2, name: 'b' }] });
		expect(comparison.layouts).toEqual({ a: null, b: 'mrtk-1.1' });
		expect(comparison.position).toBeNull();
	});

	it('summarizes the fingertips separately', () => {
		const hand = (value: number): Recording => {
			const position = (x: number) => ({ position: { x: createCurve([0, x, 1, x]) } });
			return createRecording({ hands: { left: { joints: { palm: position(value), indexTip: position(value / 2) } } } });
		};
		const comparison = compareRecordings(hand(0), hand(1));
		expect(comparison.position).toMatchObject({ max: 1, mean: 0.75, path: 'hands.left.joints.palm.position' });
		expect(comparison.fingertips).toMatchObject({ max: 0.5, mean: 0.5, path: 'hands.left.joints.indexTip.position' });
	});

	it('shows what the lost rotation W of MRTK 2.6.0 cost, and that positions are intact', () => {
		const comparison = compareRecordings(
			readFixture('recorded/mrtk-2.6.0-full-5s.bin'),
			readFixture('recorded/mrtk-2.8.3-full-5s.bin'),
		);
		expect(comparison.position?.max).toBe(0);
		expect(comparison.rotation?.max).toBeGreaterThan(90);
		const excesses = listExcesses(comparison);
		expect(excesses.every(({ path }) => path.endsWith('.rotation'))).toBe(true);
		expect(excesses.length).toBeGreaterThan(JOINT_NAMES.length);
	});

	it('is symmetric, and takes any two recordings', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), arbitraryLooseRecording(), (a, b) => {
				const one = compareRecordings(a, b, { start: -1, end: 2 });
				const other = compareRecordings(b, a, { start: -1, end: 2 });
				expect(other.channels.map(({ path, max }) => [path, max])).toEqual(
					one.channels.map(({ path, max }) => [path, max]),
				);
				expect(other.onlyInA).toEqual(one.onlyInB);
			}),
			{ numRuns: 40, seed: 5 },
		);
	});

	it('refuses invalid ranges and sample counts', () => {
		const recording = headHeight([0, 0, 1, 1]);
		expect(() => compareRecordings(recording, recording, { start: Number.NaN })).toThrow(/^start: /);
		expect(() => compareRecordings(recording, recording, { start: 2, end: 1 })).toThrow(/^end: /);
		expect(() => compareRecordings(recording, recording, { samplesPerInterval: 0 })).toThrow(/samplesPerInterval/);
		expect(() => listExcesses(compareRecordings(recording, recording), { headPosition: -1 })).toThrow(/headPosition/);
	});

	it('lists every channel that exceeds its tolerance', () => {
		const recording = headHeight([0, 0, 1, 0]);
		const moved = mapCurves(recording, (curve, path) =>
			path.endsWith('position.y') ? createCurve([0, 0.003, 1, 0.003]) : curve,
		);
		const comparison = compareRecordings(recording, moved);
		expect(listExcesses(comparison).map(({ path }) => path)).toEqual(['head.position']);
		expect(listExcesses(comparison, { headPosition: 0.0031 })).toEqual([]);
	});

	it('reports progress, and stops when aborted', () => {
		const recording = readFixture('recorded/mrtk-2.8.3-n100.bin');
		const other = readFixture('recorded/mrtk-2.8.3-n100.bin');
		const shares: number[] = [];
		compareRecordings(recording, other, { onProgress: (share) => shares.push(share) });
		expect(shares.length).toBeGreaterThan(50);
		expect(shares).toEqual(shares.toSorted((a, b) => a - b));
		expect(shares.at(-1)).toBe(1);
		const controller = new AbortController();
		let calls = 0;
		const onProgress = (): void => {
			if (++calls === 5) controller.abort(new Error('enough'));
		};
		const run = (): unknown => compareRecordings(recording, other, { signal: controller.signal, onProgress });
		expect(run).toThrow('enough');
		expect(calls).toBe(5);
	});
});

describe('compareInSteps', () => {
	it('returns the same result in steps that are short even for long curves', () => {
		const wave = (height: number): Recording =>
			headHeight(Array.from({ length: 20_000 }, (_, i) => [i / 60, height * Math.sin(i)]).flat());
		const [a, b] = [wave(1), wave(1.1)];
		const steps = compareInSteps(a, b);
		let count = 0;
		let step = steps.next();
		for (; !step.done; step = steps.next()) count++;
		expect(count).toBeGreaterThan(9);
		expect(step.value).toEqual(compareRecordings(a, b));
		expect(step.value.position?.max).toBeCloseTo(0.1, 6);
	});
});
