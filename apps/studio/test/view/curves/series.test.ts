import { createCurve } from '@handreel/core';
import { expect, test } from 'vitest';
import { plotSvg } from '../../../src/view/curves/plot-svg.ts';
import { plotCurves } from '../../../src/view/curves/series.ts';

test('ten minutes show a single outlier, up and down', () => {
	const keys = new Float32Array(600 * 60 * 2);
	for (let i = 0; i < keys.length / 2; i++) {
		keys[2 * i] = i / 60;
		keys[2 * i + 1] = Math.sin(i / 400);
	}
	keys[2 * 12_345 + 1] = 7;
	keys[2 * 23_456 + 1] = -5;
	for (const pixels of [2, 300, 1100]) {
		const { times, rows } = plotCurves([createCurve(keys)], [0, 600], pixels, false);
		expect(times).toHaveLength(pixels * 2);
		expect(Math.max(...rows[0]!)).toBe(7);
		expect(Math.min(...rows[0]!)).toBe(-5);
	}
});

test('two keys give a line', () => {
	const { times, rows } = plotCurves([createCurve([0, 0, 1, 1])], [0, 1], 50, false);
	rows[0]!.forEach((value, i) => void expect(value).toBeCloseTo(times[i]!, 5));
});

test.each([
	['without keys', []],
	['of one value', [0, 3, 1, 3]],
	['of NaN', [0, Number.NaN, 1, Number.NaN]],
])('a curve %s becomes valid SVG', (_, keys) => {
	const svg = plotSvg([{ path: 'head.position.x', curve: createCurve(keys), unit: 'm', scale: 'unit m' }], [0, 1]);
	expect(svg).not.toMatch(/NaN|Infinity/);
	expect(svg).toContain('head position x');
});
