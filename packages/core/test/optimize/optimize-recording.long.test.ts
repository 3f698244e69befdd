import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listGolden } from '../../../../scripts/golden.ts';
import { compareRecordings, listExcesses, replaceParts, type Tolerances } from '../../src/edit.ts';
import {
	type Curve,
	createCurve,
	createRecording,
	describeLayout,
	evaluateCurve,
	getCurveKeys,
	getKeyTime,
	isRecordingError,
	type Recording,
	readRecording,
	writeRecording,
} from '../../src/index.ts';
import { chooseLayout, getRecordingByteLength } from '../../src/internal.ts';
import { optimizeInSteps, optimizeRecording } from '../../src/optimize/optimize-recording.ts';
import {
	arbitraryExtendedRecording,
	arbitraryRecording,
	curvesByPath,
	describeModel,
	detectedLayout,
} from '../support/arbitrary-recording.ts';
import { createRandom } from '../support/random.ts';
import { createRandomMotion } from '../support/random-motion.ts';

const folder = fileURLToPath(new URL('../../../../fixtures/recorded/', import.meta.url));
const ways = [
	{ keys: 'simple' },
	{ keys: 'full' },
	{ keys: 'simple', round: true },
	{ keys: 'full', round: true },
] as const;

// Looks a third of the recording ahead of it and for more than once as long after it, where curves may repeat.
function expectWithin(given: Recording, optimized: Recording, tolerances: Tolerances, samplesPerInterval = 4): void {
	const range = { start: -given.duration / 3, end: 2.7 * given.duration };
	const comparison = compareRecordings(given, optimized, { ...range, samplesPerInterval });
	expect(listExcesses(comparison, tolerances)).toEqual([]);
	expect(comparison.onlyInA).toEqual([]);
	expect(comparison.onlyInB).toEqual([]);
}

const line = (value: (i: number) => number, count = 100): Curve =>
	createCurve(Array.from({ length: count }, (_, i) => [i / 60, value(i)]).flat());

describe('optimizeRecording', () => {
	it.each(listGolden(folder))('keeps %s within the tolerance, and makes it no larger', (name) => {
		const bytes = readFileSync(`${folder}${name}`);
		let recording: Recording;
		try {
			recording = readRecording(bytes);
		} catch (error) {
			expect(isRecordingError(error, 'empty-file')).toBe(true);
			return;
		}
		// Large ones in one way each, not always the same.
		const isLarge = bytes.length > 50_000;
		for (const options of isLarge ? [ways[bytes.length % ways.length]!] : ways) {
			const same = {
				jointPosition: 0.002,
				headPosition: 0.002,
				jointRotationDegrees: 0.2,
				headRotationDegrees: 0.2,
			};
			const optimized = optimizeRecording(recording, { tolerances: same, ...options });
			expectWithin(recording, optimized, same, 2);
			expect(optimized.duration).toBe(recording.duration);
			expect(optimized.markers).toBe(recording.markers);
			if (options.keys === describeLayout(chooseLayout(recording)).layout.keys) {
				expect(getRecordingByteLength(optimized)).toBeLessThanOrEqual(getRecordingByteLength(recording));
			}
			expect(readRecording(writeRecording(optimized)).layout).toEqual(detectedLayout(optimized));
		}
	});

	it('stays within the tolerance for any motion at any time', () => {
		const tolerance = fc.constantFrom(0, 1e-5, 1e-3, 0.02, 0.3);
		fc.assert(
			fc.property(
				fc.integer(),
				tolerance,
				fc.constantFrom(0, 0.01, 0.2, 3, 40),
				fc.constantFrom(...ways),
				(seed, meters, degrees, options) => {
					const given = createRandomMotion(createRandom(seed));
					const tolerances = {
						headPosition: meters,
						headRotationDegrees: degrees,
						gazeOrigin: meters,
						gazeDirectionDegrees: degrees,
					};
					const optimized = optimizeRecording(given, { tolerances, ...options });
					// What leaves as float32 may differ by its last digits even where nothing was changed.
					const slack = 1e-6;
					expectWithin(given, optimized, {
						headPosition: meters + (meters === 0 ? slack : 0),
						headRotationDegrees: degrees + (degrees === 0 ? 1e-4 : 0),
						gazeOrigin: meters + (meters === 0 ? slack : 0),
						gazeDirectionDegrees: degrees + (degrees === 0 ? 1e-4 : 0),
					});
					expect(optimized.duration).toBe(given.duration);
				},
			),
			{ numRuns: 200, seed: 7 },
		);
	});

	it('stays within the tolerance for pointing rays, controllers and tracks', () => {
		const tolerance = fc.constantFrom(1e-5, 1e-3, 0.02, 0.3);
		fc.assert(
			fc.property(fc.integer(), tolerance, fc.constantFrom(...ways), (seed, meters, options) => {
				const { head } = createRandomMotion(createRandom(seed));
				const [aim, { x, y, z }] = [head!, head!.position];
				const given = createRecording({
					hands: { left: { aim, pinchStrength: x } },
					controllers: { right: { grip: aim, aim, buttons: [{ value: y }], axes: [z, x] } },
					tracks: [
						{ name: 'object', kind: 'pose', ...aim },
						{ name: 'number', kind: 'scalar', value: y },
					],
				});
				const tolerances = { jointPosition: meters, jointRotationDegrees: 0.2, value: meters };
				const optimized = optimizeRecording(given, { tolerances, ...options });
				expectWithin(given, optimized, tolerances);
				expect(optimized.tracks[1]).toBe(given.tracks[1]);
				expect(optimized.duration).toBe(given.duration);
			}),
			{ numRuns: 25, seed: 8 },
		);
	});

	it('lets curves repeat over their own range, not over the range of a held curve', () => {
		const wraps = { preWrap: 8, postWrap: 2 };
		const early = createCurve([-1, 0.5], wraps);
		const wave = createCurve(Array.from({ length: 100 }, (_, i) => [i / 60, Math.sin(i / 9)]).flat(), wraps);
		const recording = createRecording({ head: { position: { x: early, y: wave, z: early } } });
		const optimized = optimizeRecording(recording, { keys: 'full' });
		expectWithin(recording, optimized, {});
		expect(optimized.head?.position.y.count).toBeLessThan(60);
	});

	it('keeps the value of a curve at its first time if other curves begin before', () => {
		const early = line((i) => i * 0.01);
		const late = createCurve([0.5, 0, 0.5, 1, 0.6, 1, 0.7, 1, 0.8, 1]);
		const recording = createRecording({ head: { position: { x: early, y: early, z: late } } });
		expectWithin(recording, optimizeRecording(recording), {});
	});

	it('accepts any bits', () => {
		fc.assert(
			fc.property(arbitraryRecording(), fc.constantFrom(...ways), (recording, options) => {
				const optimized = optimizeRecording(recording, options);
				expect(writeRecording(optimized).length).toBe(getRecordingByteLength(optimized));
				if (options.keys === describeLayout(chooseLayout(recording)).layout.keys) {
					expect(getRecordingByteLength(optimized)).toBeLessThanOrEqual(getRecordingByteLength(recording));
				}
			}),
			{ numRuns: 150, seed: 11 },
		);
	});

	it('accepts any bits of pointing rays, controllers and tracks', () => {
		fc.assert(
			fc.property(arbitraryExtendedRecording(), fc.constantFrom(...ways), (recording, options) => {
				const optimized = optimizeRecording(recording, options);
				const [before, after] = [describeModel(recording), describeModel(optimized)];
				expect(Object.keys(after.curves)).toEqual(Object.keys(before.curves));
				expect(after.details).toEqual(before.details);
				// Simple keys may need more keys than curved ones.
				if (options.keys === 'simple') return;
				const curves = curvesByPath(optimized);
				for (const [path, { count }] of curvesByPath(recording))
					expect(curves.get(path)!.count, path).toBeLessThanOrEqual(count);
			}),
			{ numRuns: 40, seed: 12 },
		);
	});

	it('accepts curves with a single key at a finite time', () => {
		const x = createCurve([0, 1, Number.NaN, 2, Number.NaN, 3]);
		const recording = createRecording({ head: { position: { x, y: x, z: x } } });
		for (const options of ways) expectWithin(recording, optimizeRecording(recording, options), {});
	});

	it('uses the default of a tolerance that is undefined', () => {
		const recording = createRecording({ head: { position: { x: line((i) => Math.sin(i / 9)) } } });
		const none = { headPosition: undefined } as object;
		expect(describeModel(optimizeRecording(recording, { tolerances: none }))).toEqual(
			describeModel(optimizeRecording(recording)),
		);
	});

	it('keeps two keys of a hand that is still or moves evenly', () => {
		const still = line(() => 0.25);
		const even = line((i) => i * 0.01);
		const recording = createRecording({ layout: 'mrtk-1.1', head: { position: { x: still, y: even, z: still } } });
		for (const options of ways) {
			const { head } = optimizeRecording(recording, options);
			expect(head?.position.x.count).toBe(2);
			expect(getKeyTime(head?.position.y as Curve, 1)).toBe(Math.fround(99 / 60));
		}
	});

	it('keeps the last sample, and a single sample', () => {
		const x = line((i) => (i === 99 ? 1 : 0));
		const lone = line((i) => (i === 50 ? 1 : 0));
		const recording = createRecording({ head: { position: { x, y: lone, z: x } } });
		for (const options of ways) {
			const optimized = optimizeRecording(recording, options);
			expect(Math.abs(evaluateCurve(optimized.head?.position.x as Curve, 99 / 60) - 1)).toBeLessThan(0.002);
			expect(Math.abs(evaluateCurve(optimized.head?.position.y as Curve, 50 / 60) - 1)).toBeLessThan(0.002);
			expectWithin(recording, optimized, {});
		}
	});

	it('keeps jumps', () => {
		const keys = Array.from({ length: 50 }, (_, i) => [i / 60, 0]);
		keys.push(...Array.from({ length: 50 }, (_, i) => [(i + 49) / 60, 1]));
		const jump = createCurve(keys.flat());
		const recording = createRecording({ head: { position: { x: jump, y: jump, z: jump } } });
		const { head } = optimizeRecording(recording, { keys: 'simple' });
		expect([...getCurveKeys(head?.position.x as Curve)]).toEqual(
			[0, 0, 49 / 60, 0, 49 / 60, 1, 98 / 60, 1].map(Math.fround),
		);
	});

	it('keeps joints whose rotation is all zeros', () => {
		const zero = line(() => 0);
		const recording = createRecording({
			hands: { left: { joints: { none: { rotation: { x: zero, y: zero, z: zero, w: zero } } } } },
		});
		const optimized = optimizeRecording(recording);
		expect(optimized.hands?.left.joints.none.rotation.w.count).toBe(2);
		expectWithin(recording, optimized, {});
	});

	it('goes the shorter way round if a rotation changes its sign between keys', () => {
		const angle = (i: number): number => i * 0.02;
		const sign = (i: number): number => (i % 2 === 0 ? 1 : -1);
		const zero = line(() => 0);
		const rotation = {
			x: line((i) => sign(i) * Math.sin(angle(i))),
			y: zero,
			z: zero,
			w: line((i) => sign(i) * Math.cos(angle(i))),
		};
		const recording = createRecording({ head: { rotation } });
		for (const options of ways) {
			const optimized = optimizeRecording(recording, options);
			expect(optimized.head?.rotation.x.count).toBeLessThan(options.keys === 'full' ? 12 : 40);
			expectWithin(recording, optimized, {});
		}
	});

	it('shares curves that it cannot make smaller or must not change', () => {
		const untouched: Record<string, Curve> = {
			'two keys': createCurve([0, 0, 1, 1]),
			'no keys': createCurve([]),
			'a value that is not a number': createCurve([0, 0, 1, Number.NaN, 2, 0, 3, 0]),
			'an infinite value': createCurve([0, 0, 1, Number.POSITIVE_INFINITY, 2, 0, 3, 0]),
			'a zigzag': line((i) => i % 2, 20),
		};
		for (const [what, x] of Object.entries(untouched)) {
			const recording = createRecording({ layout: 'mrtk-1.1', head: { position: { x, y: x, z: x } } });
			expect(optimizeRecording(recording), what).toBe(recording);
		}
	});

	it('keeps a component without keys', () => {
		const recording = createRecording({ head: { position: { y: line((i) => i * 0.01) } } });
		const { head } = optimizeRecording(recording, { keys: 'simple' });
		expect(head?.position.x).toBe(recording.head?.position.x);
		expect(head?.position.y.count).toBe(2);
	});

	it('drops keys of boolean curves only if they repeat the key before, and keeps the last', () => {
		const tracked = createCurve([0, 0, 1, 0, 2, 1, 3, 1, 4, 1, 5, 0, 6, 0], { kind: 'boolean' });
		const pinching = createCurve([0, 0, 1, 1], { kind: 'boolean' });
		const { hands } = optimizeRecording(createRecording({ hands: { left: { tracked, pinching } } }));
		expect([...getCurveKeys(hands?.left.tracked as Curve)]).toEqual([0, 0, 2, 1, 5, 0, 6, 0]);
		expect(hands?.left.pinching).toBe(pinching);
	});

	it('keeps wrap modes, and what they repeat', () => {
		for (const wrap of [0, 1, 2, 4, 8]) {
			const wave = createCurve(Array.from({ length: 200 }, (_, i) => [i / 60, Math.sin(i / 20)]).flat(), {
				preWrap: wrap,
				postWrap: wrap,
			});
			const recording = createRecording({ head: { position: { x: wave, y: wave, z: wave } } });
			for (const options of ways) {
				const optimized = optimizeRecording(recording, options);
				expect(optimized.head?.position.x).toMatchObject({ preWrap: wrap, postWrap: wrap });
				expect(optimized.head?.position.x.count).toBeLessThan(100);
				expectWithin(recording, optimized, {});
			}
		}
	});

	it('turns curves into lines for simple keys, and updates the layout', () => {
		const keys = [0, 0, 0, 3, 0, 0, 0, 1, 1, -2, 0, 0, 0, 0, 2, 0, 1, 1, 0.4, 0.2, 3, 3, 1, 0, 0, 0.5, 0.1, 3];
		const x = createCurve(keys, { stride: 7 });
		const recording = createRecording({ head: { position: { x, y: x, z: x } } });
		const optimized = optimizeRecording(recording, { tolerances: { headPosition: 0.05 }, keys: 'simple' });
		expect(optimized.head?.position.x.stride).toBe(2);
		expect([optimized.layout, chooseLayout(optimized)]).toEqual([null, 'mrtk-1.1']);
		const stored = optimizeRecording(replaceParts(recording, { layout: 'documented-1.1' }), {
			tolerances: { headPosition: 0.05 },
			keys: 'simple',
		});
		expect(stored.layout).toEqual({ version: '1.1', keys: 'simple', markers: false });
		expectWithin(recording, optimized, { headPosition: 0.05 }, 40);
		expect(optimizeRecording(stored, { keys: 'full' }).layout?.keys).toBe('full');
	});

	it('changes nothing that plays at tolerance 0', () => {
		const recording = readRecording(readFileSync(`${folder}mrtk-2.8.3-camera-only.bin`));
		const zero = { headPosition: 0, headRotationDegrees: 0 };
		const optimized = optimizeRecording(recording, { tolerances: zero });
		for (const [path, curve] of curvesByPath(recording)) {
			const other = curvesByPath(optimized).get(path) as Curve;
			for (let i = 0; i < curve.count; i++) {
				const time = getKeyTime(curve, i);
				expect(evaluateCurve(other, time)).toBeCloseTo(evaluateCurve(curve, time), 6);
			}
		}
	});

	it('returns the same result twice, and does not change its input', () => {
		const recording = readRecording(readFileSync(`${folder}mrtk-2.8.3-camera-only.bin`));
		const before = JSON.stringify(describeModel(recording));
		const [first, second] = [optimizeRecording(recording), optimizeRecording(recording)];
		expect(describeModel(first)).toEqual(describeModel(second));
		expect(JSON.stringify(describeModel(recording))).toBe(before);
	});

	it('reports progress up to 1, and stops when aborted', () => {
		const recording = readRecording(readFileSync(`${folder}mrtk-2.8.3-n100.bin`));
		const shares: number[] = [];
		optimizeRecording(recording, { onProgress: (share) => shares.push(share) });
		expect(shares.length).toBeGreaterThan(50);
		expect(shares).toEqual(shares.toSorted((a, b) => a - b));
		expect(shares.at(-1)).toBe(1);
		const controller = new AbortController();
		let calls = 0;
		const stop = (): void => {
			if (++calls === 5) controller.abort(new Error('enough'));
		};
		const run = (): unknown => optimizeRecording(recording, { signal: controller.signal, onProgress: stop });
		expect(run).toThrow('enough');
		expect(calls).toBe(5);
	});

	it('names the invalid option', () => {
		const recording = createRecording({});
		expect(() => optimizeRecording(recording, { tolerances: { jointPosition: -1 } })).toThrow(
			/tolerances\.jointPosition/,
		);
		const misspelt = { jointPositon: 0.005 } as Tolerances;
		expect(() => optimizeRecording(recording, { tolerances: misspelt })).toThrow(
			/^tolerances\.jointPositon: unknown name; expected jointPosition,/,
		);
		expect(() => optimizeRecording(recording, { keys: 'wide' as 'full' })).toThrow(/keys: 'wide'/);
	});
});

describe('optimizeInSteps', () => {
	it('returns the same result in steps that are short even for long curves', () => {
		const wave = (phase: number): Curve => line((i) => Math.sin(i / 9 + phase), 5000);
		const recording = createRecording({ head: { position: { x: wave(0), y: wave(1), z: wave(2) } } });
		const steps = optimizeInSteps(recording, { keys: 'full' });
		let count = 0;
		let step = steps.next();
		for (; !step.done; step = steps.next()) count++;
		expect(count).toBeGreaterThan(10);
		expect(describeModel(step.value)).toEqual(describeModel(optimizeRecording(recording, { keys: 'full' })));
	});

	it('also yields while it searches for the end of a long segment', () => {
		const turn = (value: (angle: number) => number): Curve => line((i) => value(i * 1e-4), 20_000);
		const rotation = { x: turn(Math.sin), w: turn(Math.cos) };
		const shares = [...optimizeInSteps(createRecording({ head: { rotation } }), { keys: 'full' })];
		expect(shares.length).toBeGreaterThan(10);
		expect(shares).toEqual(shares.toSorted((a, b) => a - b));
	});
});
