import { readFileSync } from 'node:fs';
import { readRecording } from '@handreel/core';
import { createChannel } from '@handreel/core/measure';
import { describe, expect, test } from 'vitest';
import { countValues } from '../../src/worker/histogram.ts';
import { makeChannels } from '../../src/worker/make-channels.ts';
import { measureStored } from '../../src/worker/measure-stored.ts';
import { storeRecording } from '../../src/worker/stored-recording.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { createRichRecording } from '../support/rich-recording.ts';

const recording = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const stored = storeRecording(recording);

describe('makeChannels', () => {
	test('expands patterns and computes what core computes', async () => {
		const { channels, failures } = await makeChannels({
			stored,
			texts: ['speed(*.wrist)', 'distance(head,left.wrist)'],
		});
		expect(failures).toEqual([]);
		expect(channels.map(({ expression }) => expression)).toEqual([
			'speed(left.wrist)',
			'speed(right.wrist)',
			'distance(head, left.wrist)',
		]);
		expect(channels[2]).toEqual(createChannel(recording, 'distance(head, left.wrist)'));
	});

	test('reports which texts are wrong, and keeps the others', async () => {
		const { channels, failures } = await makeChannels({
			stored,
			texts: ['speed(left.elbow)', 'nonsense', 'aperture(left)', 'strength(left)'],
		});
		expect(channels.map(({ expression }) => expression)).toEqual(['aperture(left)']);
		expect(failures.map(({ text }) => text)).toEqual(['speed(left.elbow)', 'nonsense', 'strength(left)']);
		expect(failures[0]!.message).toMatch(/^'left\.elbow' is not a point/);
	});

	test('a track is a curve of the recording', async () => {
		const made = await makeChannels({ stored: storeRecording(createRichRecording()), texts: ['ball'] });
		expect(made).toEqual({ channels: [], paths: ['tracks.ball.value'], failures: [] });
	});
});

test('countValues counts every finite value once', () => {
	const values = Float64Array.from([0.1, 0.2, Number.NaN, 1, 1, 0.55]);
	const histogram = countValues({ expression: 'x', unit: 'm', values }, 4)!;
	expect(histogram).toMatchObject({ low: 0, high: 1, counts: [2, 0, 1, 2], median: 0.55, total: 5 });
	expect(countValues({ expression: 'x', unit: '', values: new Float64Array([Number.NaN]) })).toBeNull();
	expect(countValues({ expression: 'x', unit: '', values: new Float64Array([2, 2]) }, 2)).toMatchObject({
		low: 2,
		high: 3,
		counts: [2, 0],
	});
});

test('measureStored has histograms of what was recorded', async () => {
	const { measures, histograms } = await measureStored({ stored });
	expect(measures.hands?.right.pinches.count).toBe(3);
	expect(histograms.map(({ expression }) => expression)).toEqual([
		'speed(left.wrist)',
		'speed(right.wrist)',
		'aperture(left)',
		'aperture(right)',
		'speed(head)',
		'turning(head)',
	]);
	for (const { counts, total } of histograms) expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
});
