import { readdirSync, readFileSync } from 'node:fs';
import {
	type ByteReader,
	type Curve,
	createCurve,
	createRecording,
	type Issue,
	type Recording,
	type UnknownPart,
} from '@handreel/core';
import { compactRecording, concatRecordings, findEdit, replaceParts } from '@handreel/core/edit';
import { getCurveWords } from '@handreel/core/internal';
import { decodeReel, encodeReel, openReel, recoverReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { REEL_MAGIC } from '../../src/codec/signatures.ts';
import { writeBlock, writeCodedBody } from '../../src/reel/block.ts';
import { ByteWriter } from '../../src/reel/bytes.ts';
import { CHUNK_TAGS, writeChunk, writeSmallChunk } from '../../src/reel/chunks.ts';
import { listReelCurves, listVectors, type ReelSection } from '../../src/reel/groups.ts';
import { createHead, REEL_VERSION, writeHead } from '../../src/reel/head.ts';
import { writePacked } from '../../src/reel/packed-bytes.ts';
import { splitCurves } from '../../src/reel/split.ts';
import { writeTail } from '../../src/reel/tail.ts';
import { describeModel } from '../support/arbitrary-recording.ts';
import { makeLongRecording } from '../support/reel-files.ts';

const RECORDING = makeLongRecording(2);

function forgetReferences(parts: readonly UnknownPart[]): UnknownPart[] {
	return parts.map((part) => {
		const { section, ...content } = part.content as { section?: object };
		return section === undefined ? part : { ...part, content: { ...content, section: { ...section, references: [] } } };
	});
}

/** A reel of a later version of this code, with a section in front that we do not know. */
function encodeWithMore(): Uint8Array {
	const more: ReelSection = { name: 'controllers', kinds: ['boolean', 'pose', 'scalar', 'ray'] };
	const state = createCurve([0, 1, 1, 0], { kind: 'boolean' });
	const numbers = Array.from({ length: 7 + 1 + 6 }, (_, i) => createCurve([0, i, 1, 2 * i, 1.5, 1]));
	const curves = [state, ...numbers, ...listReelCurves(RECORDING)];
	const known = createHead(RECORDING);
	const head = { ...known, sections: [more, ...known.sections], curves };
	const [range] = splitCurves(curves, 10);
	const content = writeHead(head);
	const body = writeCodedBody(range!, listVectors(head.sections), curves, null);
	const block = writeChunk(CHUNK_TAGS.block, writeBlock(0, range!.start, range!.end, body));
	const top = writeChunk(CHUNK_TAGS.head, content);
	const byteOffset = REEL_MAGIC.length + top.length;
	const entry = { byteOffset, byteLength: block.length, isWhole: false, ...range! };
	return Uint8Array.from([
		...REEL_MAGIC,
		...top,
		...block,
		...writeChunk(CHUNK_TAGS.tail, writeTail(content, [entry], RECORDING.duration)),
	]);
}

const VECTORS = new URL('../../../../fixtures/reels/vectors/', import.meta.url);
const LATER = readdirSync(VECTORS).filter((name) => /^(later|unknown)-.*\.reel$/.test(name));

/** Decodes a test vector with parts that this version does not know. */
function readLater(name: string): Recording {
	return decodeReel(readFileSync(new URL(name, VECTORS)));
}

function listNames({ unknown = [] }: Recording): string[] {
	return unknown.map((part) => part.name);
}

/** Unknown parts without where the keys of their curves lie in memory. */
function describeUnknown({ unknown }: Recording): string {
	return JSON.stringify(unknown, (key, value) => {
		if (key === 'curves') return value.map((curve: Curve) => [curve.stride, ...getCurveWords(curve)]);
		return value instanceof Uint8Array ? [...value] : value;
	});
}

describe('what a reader does not know', () => {
	it.each(LATER)('survives writing and reading: %s', (name) => {
		const recording = readLater(name);
		expect(listNames(recording)).not.toEqual([]);
		const bytes = encodeReel(recording);
		const again = decodeReel(bytes);
		expect(describeModel(again)).toEqual(describeModel(recording));
		expect(describeUnknown(again) === describeUnknown(recording)).toBe(true);
		expect(encodeReel(again)).toEqual(bytes);
		const small = encodeReel(recording, { tolerances: {} });
		expect(describeUnknown(decodeReel(small)) === describeUnknown(recording)).toBe(true);
	});

	it.each(LATER)('is kept and reported in the same way by all readers: %s', async (name) => {
		const reel = readFileSync(new URL(name, VECTORS));
		const [decoding, opening]: Issue[][] = [[], []];
		const recording = decodeReel(reel, { onIssue: (issue) => decoding!.push(issue) });
		const source: ByteReader = {
			byteLength: reel.length,
			read: (offset, length) => reel.subarray(offset, offset + length),
		};
		const opened = await openReel(source, { onIssue: (issue) => opening!.push(issue) });
		expect(decoding).not.toEqual([]);
		expect(opening).toEqual(decoding);
		expect(describeUnknown(await opened.read()) === describeUnknown(recording)).toBe(true);
		const part = await opened.read({ start: 0, end: 0 });
		expect(listNames(part)).toEqual(listNames(recording));
		expect(listNames(decodeReel(encodeReel(part)))).toEqual(listNames(recording));
		const recovery = recoverReel(reel);
		expect(recovery.issues).toEqual(decoding);
		expect(describeUnknown(recovery.recording!) === describeUnknown(recording)).toBe(true);
		// Issues are not repeated for each range.
		expect(opening).toEqual(decoding);
	});

	it('is kept by recovering what is left of a damaged file', () => {
		const reel = new Uint8Array(readFileSync(new URL('later-chunks.reel', VECTORS)));
		const cut = recoverReel(reel.subarray(0, -1));
		expect(cut.isComplete).toBe(false);
		expect(listNames(cut.recording!)).toEqual(listNames(readLater('later-chunks.reel')));
		const at = Buffer.from(reel).indexOf('mAPS');
		reel[at + 8]! ^= 1;
		const { recording, issues } = recoverReel(reel);
		expect(listNames(recording!)).toEqual(['section anchors', 'metadata anchors', 'chunk icon']);
		expect(issues).toContainEqual(expect.objectContaining({ code: 'reel-damaged', byteOffset: at - 4 }));
	});

	it('is checked by opening a file as by decoding it', async () => {
		for (const [tag, damage, code] of [
			['MAPS', 0, 'reel-version'],
			['mAPS', 1, 'reel-damaged'],
		] as const) {
			const reel = new Uint8Array(readFileSync(new URL('later-chunks.reel', VECTORS)));
			const at = Buffer.from(reel).indexOf('mAPS') - 4;
			const size = new DataView(reel.buffer).getUint32(at + 8, true);
			reel.set(writeChunk(tag, reel.slice(at + 12, at + 12 + size)), at);
			reel[at + 12]! ^= damage;
			expect(() => decodeReel(reel)).toThrow(expect.objectContaining({ issue: expect.objectContaining({ code }) }));
			await expect(openReel(reel)).rejects.toMatchObject({ issue: { code, byteOffset: at } });
		}
	});

	it.each([{}, { gap: 1 }, { crossFade: 0.1 }])(
		'of the first recording survives joining if it does not depend on keys: %o',
		(options) => {
			const room = readLater('later-chunks.reel');
			const joined = concatRecordings([room, readLater('later-chunks.reel'), RECORDING], options);
			expect(joined.unknown).toEqual(room.unknown!.filter(({ name }) => name === 'chunk icon'));
			expect(joined.unknown![0]).toBe(room.unknown!.at(-1));
			expect(listNames(concatRecordings([RECORDING, room], options))).toEqual([]);
			expect(concatRecordings([room], options).unknown).toBe(room.unknown);
		},
	);

	it.each(LATER)('survives a copy and an edit that leaves all keys alone: %s', (name) => {
		const recording = readLater(name);
		const named = replaceParts(recording, { markers: [{ time: 0, name: 'new' }], info: { notes: 'checked' } });
		expect(named.unknown).toBe(recording.unknown);
		expect(describeUnknown(structuredClone(recording)) === describeUnknown(recording)).toBe(true);
		expect(compactRecording(recording).unknown).toBe(recording.unknown);
	});

	it('is dropped and reported by edits of keys, unless it does not depend on them', () => {
		const room = readLater('later-chunks.reel');
		expect(listNames(room)).toEqual(['section anchors', 'metadata anchors', 'chunk mAPS', 'chunk icon']);
		const { recording, issues } = findEdit('trim').apply(room, { end: 1 });
		expect(listNames(recording)).toEqual(['chunk icon']);
		const dropped = ['section anchors', 'metadata anchors', 'chunk mAPS'];
		expect(issues).toMatchObject(
			dropped.map((part) => ({
				code: 'reel-unknown',
				message: `${part} is unknown to this version and was dropped`,
			})),
		);
		expect(listNames(decodeReel(encodeReel(recording)))).toEqual(['chunk icon']);
	});

	it.each([
		['anonymize', {}],
		['strip', { parts: ['gaze'] }],
	])('is dropped by edits for privacy: %s', (name, options) => {
		for (const later of LATER) {
			const before = readLater(later);
			const { recording, issues = [] } = findEdit(name).apply(before, options);
			expect(recording.unknown).toBeUndefined();
			expect(issues.filter(({ code }) => code === 'reel-unknown')).toHaveLength(before.unknown!.length);
		}
	});

	it('keeps what unknown poses refer to, wherever their section is', () => {
		const reel = readLater('later-body.reel');
		const far = encodeReel(reel);
		const alone = encodeReel({ ...reel, unknown: forgetReferences(reel.unknown!) });
		// The joints of the body are where those of the hands are, which costs little only beside them.
		expect(far.length).toBeLessThan(0.85 * alone.length);
	});

	it('is skipped and reported: a section', async () => {
		const reel = encodeWithMore();
		const issues: Issue[] = [];
		const recording = decodeReel(reel, { onIssue: (issue) => issues.push(issue) });
		expect(describeModel(recording)).toEqual(describeModel(RECORDING));
		expect(issues).toMatchObject([{ code: 'reel-unknown', path: 'controllers', severity: 'warning' }]);
		expect(describeModel(await (await openReel(reel)).read())).toEqual(describeModel(RECORDING));
		expect(recoverReel(reel)).toMatchObject({ isComplete: true, issues: [{ code: 'reel-unknown' }] });
	});

	it('is skipped and reported: fields of the metadata and kinds of tracks', () => {
		const head = createHead(createRecording({ markers: [{ time: 1, name: 'a' }] }));
		const text =
			'{"markers":["a"],"rooms":[{"name":"kitchen"}],"tracks":[{"name":"labels","kind":"regions","regions":[[0,1,"grab"]]},' +
			'{"name":"taps","kind":"events","color":"red"}],"controllers":{"left":null,"third":{}}}';
		const writer = new ByteWriter();
		for (const byte of [7, 0]) writer.writeByte(byte);
		writer.writeCount(text.length);
		writePacked(writer, new TextEncoder().encode(text), '"],"info":{"device":"{"markers":["');
		writePacked(writer, new Uint8Array(Float64Array.of(1).buffer));
		const fields = writer.finish();
		const content = Uint8Array.from([REEL_VERSION, 0x80 | (fields.length & 127), fields.length >> 7, ...fields]);
		const reel = Uint8Array.from([...REEL_MAGIC, ...writeSmallChunk(content, [])]);
		const issues: Issue[] = [];
		const { markers, tracks } = decodeReel(reel, { onIssue: (issue) => issues.push(issue) });
		expect([markers, tracks]).toEqual([head.markers, [{ name: 'taps', kind: 'events', events: [] }]]);
		expect(issues.map(({ code, path }) => [code, path])).toEqual(
			['rooms', 'tracks.labels', 'controllers.third', 'tracks.taps.color'].map((path) => ['reel-unknown', path]),
		);
	});

	it('is skipped and reported: a chunk', () => {
		const reel = encodeReel(RECORDING);
		const end = 8 + 12 + new DataView(reel.buffer).getUint32(16, true);
		const more = writeChunk('xtra', new Uint8Array(100));
		const longer = Uint8Array.from([...reel.subarray(0, end), ...more, ...reel.subarray(end)]);
		const issues: Issue[] = [];
		const recording = decodeReel(longer, { onIssue: (issue) => issues.push(issue) });
		expect(describeModel(recording)).toEqual(describeModel(RECORDING));
		expect(issues).toMatchObject([{ code: 'reel-unknown', byteOffset: end }]);
		expect(recoverReel(longer)).toMatchObject({ isComplete: true, issues: [{ code: 'reel-unknown' }] });
	});
});
