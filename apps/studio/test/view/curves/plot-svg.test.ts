import { createCurve } from '@handreel/core';
import { describe, expect, test } from 'vitest';
import { listPlotMarks, plotSvg } from '../../../src/view/curves/plot-svg.ts';

const POSITION = 'head.position.y';
const position = { path: POSITION, curve: createCurve([0, 1, 1, 1.5, 2, 1.2]), unit: 'm', scale: 'unit m' };
const rotation = { path: 'head.rotation.w', curve: createCurve([0, 1, 2, 0.5]), unit: '', scale: 'unit ' };
const listTexts = (svg: string): string[] => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text = '']) => text);

describe('plotSvg', () => {
	test('has a panel per unit, with ticks at round values', () => {
		const svg = plotSvg([position, rotation], [0, 2], { title: 'a.bin', width: 640, theme: 'dark' });
		const texts = listTexts(svg);
		expect(texts).toEqual(
			expect.arrayContaining(['a.bin', 'position (m)', 'value', '1.2', '1.4', '0.6', '0.0 s', '1.0 s']),
		);
		expect(svg).toMatch(/^<svg [^>]*width="640"/);
		expect(svg.match(/<circle/g)).toHaveLength(5);
	});

	test('places ticks where their values are', () => {
		const svg = plotSvg([position], [0, 2]);
		const ticks = [...svg.matchAll(/<text [^>]*y="([^"]*)"[^>]*text-anchor="end">(1\.\d)</g)];
		const scale = ticks.map(([, y, label]) => [Number(label), Number(y) - 4] as const);
		expect(scale.length).toBeGreaterThan(2);
		const [first, last] = [scale[0]!, scale.at(-1)!];
		const slope = (last[1] - first[1]) / (last[0] - first[0]);
		const heights = [...svg.matchAll(/<circle [^>]*cy="([^"]*)"/g)].map(([, y]) => Number(y));
		[1, 1.5, 1.2].forEach((value, i) => {
			expect(heights[i]).toBeCloseTo(first[1] + (value - first[0]) * slope, 0);
		});
	});

	test('plots the change per second in its unit, without keys', () => {
		const lines = [
			{ ...position, unit: 'm/s' },
			{ ...rotation, unit: '1/s' },
		];
		const svg = plotSvg(lines, [0, 2], { isSpeed: true });
		expect(listTexts(svg)).toEqual(expect.arrayContaining(['speed (m/s)', 'change (1/s)']));
		expect(svg).not.toContain('<circle');
	});

	test('shows a part of the time, and derived channels in their unit', () => {
		const path = 'curl(left.index)';
		const values = Float64Array.from({ length: 241 }, (_, i) => i);
		const channel = { expression: path, values, sampleRate: 120, unit: '°' } as const;
		const texts = listTexts(plotSvg([{ path, channel, unit: '°', scale: 'unit °' }], [1, 1.5]));
		expect(texts).toEqual(expect.arrayContaining(['angle (°)', '1.0 s', '1.5 s']));
		expect(texts).not.toContain('0.0 s');
		expect(texts).not.toContain('2.0 s');
	});
});

test('lists markers and problems by time', () => {
	const problem = {
		code: 'teleport',
		severity: 'warning',
		message: '',
		path: '',
		byteOffset: null,
		time: 0.5,
	} as const;
	const recording = { stored: { skeleton: { markers: [{ time: 1, name: 'grab' }] }, curves: [] }, issues: [problem] };
	expect(listPlotMarks(recording as never)).toEqual([
		{ time: 0.5, label: 'teleport', kind: 'problem' },
		{ time: 1, label: 'grab', kind: 'marker' },
	]);
	expect(listPlotMarks(null)).toEqual([]);
});
