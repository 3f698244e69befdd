import { decodeRecording, encodeRecording } from '@handreel/convert';
import { createCurve, createRecording, LAYOUTS, readRecording, writeRecording } from '@handreel/core';
import { replaceParts } from '@handreel/core/edit';
import { describe, expect, it } from 'vitest';
import { findFixture } from '../support/fixture-recordings.ts';

const KEEP_LAYOUTS = ['reel', 'json', 'glb', 'gltf', 'mcap', 'parquet'] as const;
const plain = createRecording({
	head: { position: { x: createCurve([0, 1, 1, 2]), y: createCurve([0, 1.6, 1, 1.7]), z: createCurve([0, 0, 1, 0]) } },
	markers: [{ time: 0.5, name: 'half' }],
});

describe('the layout of a recording', () => {
	it.each(KEEP_LAYOUTS)('is kept by %s, also that there is none', async (format) => {
		for (const layout of [null, 'extended-1.1', 'mrtk-1.1'] as const) {
			const given = replaceParts(plain, { layout });
			const { bytes } = await encodeRecording(given, format);
			expect((await decodeRecording(bytes)).recording.layout).toEqual(given.layout);
		}
	});

	it.each(['csv', 'bvh', 'iwer', 'handsbin'] as const)('is none in %s files', async (format) => {
		const { recording } = findFixture('mrtk-2.8.3-n100.bin');
		const { bytes } = await encodeRecording(recording, format);
		expect((await decodeRecording(bytes)).recording.layout).toBeNull();
	});

	it('is chosen when a recording without one is written', () => {
		expect(plain.layout).toBeNull();
		const bytes = writeRecording(plain);
		expect(readRecording(bytes).layout).toEqual(LAYOUTS.find(({ name }) => name === 'mrtk-1.1')?.layout);
		expect(bytes).toEqual(writeRecording(plain, { layout: 'mrtk-1.1' }));
	});
});
