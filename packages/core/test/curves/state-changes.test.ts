import { type Curve, createCurve, evaluateCurve, listStateChanges, listTrueSpans, sumTimeSpans } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryNumber, arbitraryStates, timesBetween } from '../support/arbitrary-curve.ts';

const states = (keys: number[], preWrap = 8, postWrap = 8): Curve =>
	createCurve(keys, { kind: 'boolean', preWrap, postWrap });
const times = (curve: Curve, start: number, end: number): number[] =>
	listStateChanges(curve, { start, end }).map(({ time }) => time);

describe('listStateChanges', () => {
	it('lists the first value and each change from the first key to the last', () => {
		expect(listStateChanges(states([0, 1, 1, 1, 2, 0, 3, 1]))).toEqual([
			{ time: 0, value: true },
			{ time: 2, value: false },
			{ time: 3, value: true },
		]);
	});

	it('returns nothing for a curve without keys and for an empty range', () => {
		expect(listStateChanges(states([]), { start: 0, end: 9 })).toEqual([]);
		expect(listStateChanges(states([0, 1]), { start: 2, end: 1 })).toEqual([]);
	});

	it('holds the end values outside the keys', () => {
		const curve = states([1, 1, 2, 0]);
		expect(listStateChanges(curve, { start: 0, end: 9 })).toEqual([
			{ time: 0, value: true },
			{ time: 2, value: false },
		]);
		expect(listStateChanges(curve, { start: 5, end: 9 })).toEqual([{ time: 5, value: false }]);
		expect(listTrueSpans(curve, { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY })).toEqual([
			{ start: Number.NEGATIVE_INFINITY, end: 2 },
		]);
	});

	it('repeats changes with Loop and PingPong on both sides', () => {
		const keys = [0, 1, 1, 0, 4, 1];
		expect(times(states(keys, 8, 2), 0, 9)).toEqual([0, 1, 4, 5, 8, 9]);
		expect(times(states(keys, 2, 8), -8, 1)).toEqual([-8, -7, -4, -3, 0, 1]);
		expect(times(states(keys, 8, 4), 0, 9)).toEqual([0, 1, 7, 9]);
		expect(times(states(keys, 4, 8), -8, 1)).toEqual([-8, -7, -1, 1]);
	});

	it('loops curves with wrap mode Default, unless options say otherwise', () => {
		const curve = states([0, 1, 1, 0, 4, 0], 0, 0);
		expect(times(curve, 0, 8)).toEqual([0, 1, 4, 5, 8]);
		expect(listStateChanges(curve, { start: 0, end: 8, defaultWrap: 8 })).toHaveLength(2);
	});

	it('takes the last of several keys at one time', () => {
		expect(listStateChanges(states([0, 0, 1, 1, 1, 0, 2, 1]))).toEqual([
			{ time: 0, value: false },
			{ time: 2, value: true },
		]);
	});

	it('sorts keys and ignores those without a finite time', () => {
		expect(times(states([3, 0, Number.NaN, 1, 1, 1, Number.POSITIVE_INFINITY, 1]), 0, 5)).toEqual([0, 3]);
	});

	it('ends, however far a tiny loop is to be repeated', () => {
		const curve = states([0, 1, 1e-30, 0, 2e-30, 1], 2, 4);
		for (const end of [1e30, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
			expect(listStateChanges(curve, { start: -end, end }).length).toBeLessThan(200_000);
			expect(listStateChanges(curve, { start: end, end }).length).toBeLessThan(200_000);
			expect(listStateChanges(curve, { start: -end, end: -end }).length).toBeLessThan(200_000);
		}
	});

	it('refuses float curves and NaN', () => {
		expect(() => listStateChanges(createCurve([0, 1]))).toThrow(TypeError);
		expect(() => listStateChanges(states([0, 1]), { start: Number.NaN })).toThrow(/^start: NaN/);
		expect(() => listTrueSpans(states([0, 1]), { end: Number.NaN })).toThrow(/^end: NaN/);
	});

	it('agrees with evaluateCurve for every wrap mode', () => {
		const wrap = fc.constantFrom(0, 1, 2, 4, 8);
		const range = fc.tuple(arbitraryNumber(-30, 30), arbitraryNumber(0, 40));
		fc.assert(
			fc.property(arbitraryStates(), range, wrap, (curve, [start, length], defaultWrap) => {
				const end = start + length;
				const changes = listStateChanges(curve, { start, end, defaultWrap });
				expect(changes[0]?.time).toBe(curve.count === 0 ? undefined : start);
				for (let i = 1; i < changes.length; i++) {
					expect(changes[i]!.time).toBeGreaterThan(changes[i - 1]!.time);
					expect(changes[i]!.value).toBe(!changes[i - 1]!.value);
				}
				// A time at which PingPong turns around shows its end value for an instant.
				const first = curve.floats[curve.start] ?? 0;
				const span = (curve.floats[curve.start + (curve.count - 1) * 2] ?? 0) - first;
				const jumps = changes.map(({ time }) => time);
				for (const time of timesBetween(start, end, jumps)) {
					const phase = span > 0 ? Math.abs((((time - first) % span) + span) % span) : 1;
					if (phase < 1e-6 || span - phase < 1e-6) continue;
					const listed = changes.findLast((change) => change.time <= time)?.value ?? false;
					expect(listed, `at ${time}`).toBe(evaluateCurve(curve, time, { defaultWrap }) > 0.5);
				}
				const spans = listTrueSpans(curve, { start, end, defaultWrap });
				expect(spans.map((item) => item.start)).toEqual(changes.filter(({ value }) => value).map(({ time }) => time));
				expect(sumTimeSpans(spans)).toBeLessThanOrEqual(length + 1e-9);
			}),
		);
	});
});

describe('listTrueSpans', () => {
	it('ends a span that is still true at the end of the range', () => {
		const curve = states([0, 1, 1, 0, 3, 1]);
		expect(listTrueSpans(curve, { start: 0, end: 5 })).toEqual([
			{ start: 0, end: 1 },
			{ start: 3, end: 5 },
		]);
		expect(listTrueSpans(curve)).toEqual([
			{ start: 0, end: 1 },
			{ start: 3, end: 3 },
		]);
		expect(sumTimeSpans(listTrueSpans(curve, { end: 5 }))).toBe(3);
	});
});
