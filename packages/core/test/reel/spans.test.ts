import { createRecording, type Recording, type Span } from '@handreel/core';
import { decodeReel, encodeReel, openReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { REEL_MAGIC } from '../../src/codec/signatures.ts';
import { CHUNK_TAGS, writeChunk } from '../../src/reel/chunks.ts';
import { createHead, writeHead } from '../../src/reel/head.ts';

const SPANS: readonly Span[] = [
	{ start: -0.1, end: 1 / 3, label: 'reach "far"', score: 0.123456789 },
	{ start: 0.2, end: 0.2, label: '' },
];

function label(spans: readonly Span[]): Recording {
	return createRecording({ tracks: [{ name: 'phase', kind: 'spans', spans }] });
}

/** A reel whose only track is the given JSON, as a track of this version. */
function forge(track: object): Uint8Array {
	const head = createHead(label([]));
	const known = {
		...head,
		others: { ...head.others, tracks: [] },
		strange: { fields: {}, tracks: [{ name: 'phase', ...track }] },
	};
	return Uint8Array.from([...REEL_MAGIC, ...writeChunk(CHUNK_TAGS.head, writeHead(known))]);
}

describe('spans in reels', () => {
	it('come back exactly, also block by block', async () => {
		const reel = encodeReel(label(SPANS));
		expect(decodeReel(reel).tracks).toEqual(label(SPANS).tracks);
		expect((await (await openReel(reel)).read()).tracks).toEqual(label(SPANS).tracks);
	});

	it.each([
		[[[1, 0, 'late']]],
		[[[0, 1]]],
		[[[0, 1, 5]]],
		[[['0', 1, 'text']]],
		[[[0, 1, 'text', 'sure']]],
		[['text']],
	])('are refused as damage: %j', (spans) => {
		expect(() => decodeReel(forge({ kind: 'spans', spans }))).toThrow('the metadata is not valid');
	});

	it('ignore items that later versions add', () => {
		// The tail is missing, so only what is intact is read.
		expect(() => decodeReel(forge({ kind: 'spans', spans: [[0, 1, 'a', null, 'more']] }))).toThrow(
			/end|cut|index|tail/i,
		);
	});
});
