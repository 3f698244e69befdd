import { createCurve } from '@handreel/core';
import type uPlot from 'uplot';
import { expect, test } from 'vitest';
import { dragHandle, listHandles } from '../../../src/view/curves/key-handles.ts';

/** 100 pixels per second and 10 pixels per unit, with 0 at the bottom of 300 pixels. */
const plot = {
	valToPos: (value: number, scale: string) => (scale === 'x' ? value * 100 : 300 - value * 10),
	posToVal: (position: number, scale: string) => (scale === 'x' ? position / 100 : (300 - position) / 10),
} as unknown as uPlot;
const PATH = 'head.position.x';
const list = (keys: readonly number[], ...indices: number[]) =>
	listHandles(
		plot,
		[{ path: PATH, curve: createCurve(keys), unit: 'm', scale: 'm' }],
		[{ path: PATH, indices: Uint32Array.from(indices) }],
		(_, curve) => curve,
	);
const LINE = [0, 0, 1, 10, 2, 20];

test('handles lie on the line of their slope, on sides that have a neighbor', () => {
	const [before, after] = list(LINE, 1);
	expect([before?.side, after?.side, after?.isSmooth]).toEqual(['in', 'out', true]);
	// The slope is 100 pixels per 100 pixels.
	expect(after!.x - 100).toBeCloseTo(200 - after!.y, 5);
	expect(Math.hypot(after!.x - 100, after!.y - 200)).toBeCloseTo(44, 5);
	expect(list(LINE, 0).map(({ side }) => side)).toEqual(['out']);
	expect(list(LINE, 2).map(({ side }) => side)).toEqual(['in']);
	const many = Array.from({ length: 40 }, (_, i) => i);
	expect(list(many, ...many.slice(0, 9))).toEqual([]);
});

test('a dragged handle sets the slope, on both sides of a smooth key, and does not pass its key', () => {
	const after = list(LINE, 1)[1]!;
	const entries = dragHandle(plot, after, 150, 175, true);
	expect(entries).toEqual([
		{ field: 'inTangent', operation: 'set', number: 5 },
		{ field: 'outTangent', operation: 'set', number: 5 },
	]);
	expect(dragHandle(plot, after, 150, 175, false).map(({ field }) => field)).toEqual(['outTangent']);
	expect(dragHandle(plot, after, 20, 190, false)[0]!.number).toBeCloseTo(100, 5);
	const weighted = dragHandle(plot, { ...after, isWeighted: true }, 160, 200, false);
	expect(weighted.map(({ field, number }) => [field, number])).toEqual([
		['outTangent', expect.closeTo(0, 5)],
		['outWeight', expect.closeTo(0.6, 5)],
	]);
});
