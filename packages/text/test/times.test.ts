import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCurve, createRecording, readRecording, summarizeBytes } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';
import { summarizeTimes } from '../src/times.ts';

describe('summarizeTimes', () => {
	it.each(['recorded/mrtk-2.8.3-full-5s.bin', 'generated/negative-start.bin', 'generated/mrtk-1.0.bin'])(
		'says the same about %s as its summary',
		(name) => {
			const bytes = readFileSync(join(root, 'fixtures', name));
			const { start, duration, durationFrom } = summarizeBytes(bytes);
			expect(summarizeTimes(readRecording(bytes))).toEqual({ start, duration, durationFrom });
		},
	);

	it('covers what a .bin file cannot store', () => {
		const head = { position: { y: createCurve([1, 1.6, 2, 1.7]) } };
		const aim = { position: { x: createCurve([0.5, 0]) } };
		expect(summarizeTimes(createRecording({ head, hands: { left: { aim } } }))).toMatchObject({
			start: 0.5,
			duration: 2,
		});
		const controllers = { right: { axes: [createCurve([7, 0, -1, 1])] } };
		expect(summarizeTimes(createRecording({ head, controllers }))).toMatchObject({ start: -1, duration: 7 });
		expect(summarizeTimes(createRecording({}))).toMatchObject({ start: 0, duration: 0 });
	});
});
