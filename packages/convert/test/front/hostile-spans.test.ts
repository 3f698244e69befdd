// Files of strangers may hold as many labels and events as their bytes allow, at any time.
import { decodeRecording } from '@handreel/convert';
import { encodeCsv } from '@handreel/convert/csv';
import { decodeGltf, encodeGltf } from '@handreel/convert/gltf';
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { decodeMcap, encodeMcap } from '@handreel/convert/mcap';
import { decodeParquet, encodeParquet } from '@handreel/convert/parquet';
import { createCurve, createRecording, type Recording, type Span, type Track } from '@handreel/core';
import { concatRecordings } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { findBase } from '../../src/mcap/list-messages.ts';

/** More than a call takes arguments. */
const MANY = 200_000;
const MANY_ROWS = 20_000;

function createLabeled(...tracks: Track[]): Recording {
	const x = createCurve(Array.from({ length: MANY_ROWS }, (_, i) => [i / 100, i]).flat());
	return createRecording({ head: { position: { x }, rotation: { w: createCurve([0, 1, 1, 1]) } }, tracks });
}

function createSpans(create: (i: number) => Span): Track {
	return { name: 'phase', kind: 'spans', spans: Array.from({ length: MANY }, (_, i) => create(i)) };
}

/** All overlap, and the first that began are the last that end. */
const nested = createLabeled(createSpans((i) => ({ start: i * 1e-4, end: 1000 - i * 1e-4, label: `${i}` })));
const far = createLabeled(
	{
		name: 'phase',
		kind: 'spans',
		spans: [
			{ start: -1e308, end: 1e308, label: 'all', score: -1e308 },
			{ start: 1, end: 2, label: 'near' },
			{ start: 1e300, end: 1e300, label: 'late' },
		],
	},
	{ name: 'said', kind: 'events', events: [{ time: Math.fround(1e38), name: 'late' }] },
);

describe('spans that overlap by the hundred thousand', () => {
	it('are a column of tables', () => {
		const rows = new TextDecoder().decode(encodeCsv(nested).bytes).trim().split('\n');
		expect(rows.length).toBe(MANY_ROWS + 1);
		// At 1 s, 10,001 have begun.
		expect(rows[101]!.endsWith(',10000')).toBe(true);
	});

	it('do not stop the search for the first time of an MCAP file', () => {
		expect(findBase(nested, [0])).toEqual({ base: 0, isMoved: false });
	});

	it('are joined where they meet', () => {
		const meeting = (start: number): Recording =>
			createRecording({
				head: { position: { x: createCurve([0, 0, 1, 1]) } },
				tracks: [createSpans((i) => ({ start, end: start + 1, label: `${i}` }))],
			});
		const [track] = concatRecordings([meeting(0), meeting(0)]).tracks;
		expect(track?.kind === 'spans' && track.spans.length).toBe(MANY);
		expect(track?.kind === 'spans' && track.spans[0]).toEqual({ start: 0, end: 2, label: '0' });
	});
});

describe('spans at the ends of numbers', () => {
	it.each([
		['a reel', () => decodeReel(encodeReel(far))],
		['JSON', () => decodeJson(encodeJson(far).bytes).recording],
		['glTF', () => decodeGltf(encodeGltf(far).bytes).recording],
		['MCAP', () => decodeMcap(encodeMcap(far).bytes).recording],
	])('come back from %s', (_, read) => {
		expect(read().tracks).toEqual(far.tracks);
	});

	it('come back from Parquet', () => {
		const [named] = decodeParquet(encodeParquet([{ name: 'a', recording: far }], { frameRate: 1 }).bytes).recordings;
		expect(named!.recording.tracks).toEqual(far.tracks.slice(0, 1));
	});

	it('are not messages of MCAP, which is reported', () => {
		const { issues } = encodeMcap(far, { frameRate: 1 });
		expect(issues).toContainEqual(
			expect.objectContaining({ code: 'values-lost', message: expect.stringContaining('5 events at times') }),
		);
	});
});

it('recordings of A-Frame may have more entities than a call takes arguments', async () => {
	const entity = '{"poses":[{"position":{"x":0,"y":0,"z":0},"rotation":{"x":0,"y":0,"z":0},"timestamp":1}]}';
	const text = `{${Array.from({ length: MANY }, (_, i) => `"e${i}":${entity}`).join(',')}}`;
	await expect(decodeRecording(new TextEncoder().encode(text))).resolves.toBeTruthy();
});
