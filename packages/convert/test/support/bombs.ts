// Files that a stranger made by hand so that reading them takes much memory or time. Fuzzing does not find them.

import type { ReadableFormatName } from '@handreel/convert';
import { encodeBvh } from '@handreel/convert/bvh';
import { encodeGltf } from '@handreel/convert/gltf';
import { encodeJson } from '@handreel/convert/json';
import { createCurve, createRecording, type IssueCode, writeRecording } from '@handreel/core';
import { computeCrc32 } from '@handreel/core/internal';
import { RECORD_KINDS, SYNC_WORD, UNCHECKED_BYTES } from '../../../core/src/record/journal-format.ts';
import { concat } from '../../../core/test/support/bytes.ts';
import {
	createCurveBomb,
	createKeyBomb,
	createMaskBomb,
	createTextBomb,
} from '../../../core/test/support/reel-bombs.ts';
import { JSON_FORMAT } from '../../src/json/structure.ts';
import { ATTACHMENT_NAME, MCAP_MAGIC, OPCODES } from '../../src/mcap/records.ts';
import { writeBsor } from '../bsor/write-bsor.ts';
import { asText } from './as-text.ts';
import { createJournal } from './encode-all.ts';
import { createConstantTimes, createSharedChunks } from './parquet-bombs.ts';

/** A file, and what reading it may end with. */
export interface Bomb {
	readonly name: string;
	readonly format: ReadableFormatName;
	readonly ends: readonly (IssueCode | 'read' | 'RangeError')[];
	readonly make: () => Uint8Array;
	/** Also written as BVH. */
	readonly isWritten?: true;
}

const MEGABYTE = 1e6;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `item`, again and again, between two texts. */
function repeat(start: string, item: string, end: string, megabytes: number): () => Uint8Array {
	return () => {
		const count = Math.floor((megabytes * MEGABYTE) / item.length);
		const bytes = Buffer.alloc(start.length + count * item.length + end.length);
		bytes.set(utf8(start));
		bytes.fill(item, start.length);
		bytes.set(utf8(end), bytes.length - end.length);
		return bytes;
	};
}

const still = createCurve([0, 1]);
const head = createRecording({ head: { position: { x: still, y: still, z: still } } });

export const BOMBS: readonly Bomb[] = [
	{
		name: 'BVH of 179 bytes with a billion frames without channels',
		format: 'bvh',
		ends: ['too-large'],
		make: () => utf8(bvhTree(['handreel', 'head'], 1_000_000_000)),
	},
	{
		name: 'BVH of 18 MB with nested joints without channels',
		format: 'bvh',
		ends: ['too-large'],
		make: () =>
			utf8(
				bvhTree(
					Array.from({ length: 400_000 }, (_, i) => `j${i}`),
					1_000_000,
				),
			),
	},
	{
		name: 'BVH with frames that fit and many unknown joints',
		format: 'bvh',
		ends: ['too-large'],
		make: () => {
			const { text: bvh } = asText(encodeBvh(head));
			return utf8(
				bvh
					.replace(/\tJOINT head/, `${'\tJOINT x\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n'.repeat(20_000)}\tJOINT head`)
					.replace(/Frames: \d+\n(.*\n)[\s\S]*/, (_, time: string) => `Frames: 5000\n${time}${'0 '.repeat(12 * 5000)}`),
			);
		},
	},
	{ name: 'Parquet of columns that share a chunk', format: 'parquet', ends: ['too-large'], make: createSharedChunks },
	...[1, 3, 10].map(
		(size): Bomb => ({
			name: `Parquet of ${size} MB with constant columns`,
			format: 'parquet',
			ends: ['too-large', 'bad-parquet'],
			make: () => createConstantTimes(size * MEGABYTE),
		}),
	),
	{
		name: 'reel of 195 kB with a text',
		format: 'reel',
		ends: ['too-large'],
		make: () => createTextBomb('{"info":{"device":"', 'x', '"}}'),
	},
	{
		name: 'reel of 60 kB with a text that just fits',
		format: 'reel',
		ends: ['too-large', 'read'],
		make: () => createTextBomb('{"info":{"device":"', 'x', '"}}', 55),
	},
	...['{},', '[],', '0,', '"",', '{"":0},'].map(
		(item): Bomb => ({
			name: `reel with a list of ${item}`,
			format: 'reel',
			ends: ['too-large'],
			make: () => createTextBomb('{"info":{"a":[', item, '0]}}', 50),
		}),
	),
	{
		name: 'reel with nested lists',
		format: 'reel',
		ends: ['too-large'],
		make: () => createTextBomb('{"info":{"a":', '[', '', 20),
	},
	{ name: 'reel with 50 million keys', format: 'reel', ends: ['too-large'], make: () => createKeyBomb(100) },
	{ name: 'reel with empty blocks of many curves', format: 'reel', ends: ['too-large'], make: () => createCurveBomb() },
	{ name: 'reel with long masks', format: 'reel', ends: ['too-large'], make: () => createMaskBomb(40) },
	{
		name: 'MCAP with a reel of 195 kB',
		format: 'mcap',
		ends: ['too-large'],
		make: () => attach(createTextBomb('{"info":{"device":"', 'x', '"}}')),
	},
	{
		name: 'MCAP of 30 MB of channels without messages',
		format: 'mcap',
		ends: ['bad-mcap', 'too-large'],
		make: () => createChannels(1_000_000),
	},
	{
		name: 'BSOR of 30 MB of misses',
		format: 'bsor',
		ends: ['read', 'too-large'],
		make: () => writeBsor({ frames: [], notes: Array.from({ length: 1_900_000 }, (_, time) => ({ time, kind: 2 })) }),
	},
	{
		name: 'Vision Pro of 20 MB of short frames',
		format: 'visionpro',
		ends: ['bad-visionpro', 'read', 'too-large'],
		make: repeat('{"timestamp":0,"headMatrix":[]}\n', '{"timestamp":0,"headMatrix":[]}\n', '', 20),
	},
	{ name: 'MCAP with many keys', format: 'mcap', ends: ['too-large'], make: () => attach(createKeyBomb(100)) },
	...([10_000, 100_000] as const).map(
		(count): Bomb => ({
			name: `glTF with ${count} channels`,
			format: 'gltf',
			ends: ['bad-gltf', 'too-large', 'read'],
			make: () => manyChannels(count),
		}),
	),
	{ name: 'glTF with 3,000 tracks', format: 'gltf', ends: ['read'], make: () => manyTracks(3000) },
	{ name: 'glTF of 100 MB of [', format: 'gltf', ends: ['too-large'], make: repeat('{"asset":', '[', '', 100) },
	{
		name: 'glTF with a nested value in a message',
		format: 'gltf',
		ends: ['bad-gltf', 'too-large'],
		make: () => utf8(asText(encodeGltf(head)).text.replace(/"timeOffset": [^,\n]+/, `"timeOffset": ${nest(20_000)}`)),
	},
	{
		name: 'glTF with an object that cannot become a text',
		format: 'gltf',
		ends: ['bad-gltf'],
		make: () => utf8(asText(encodeGltf(head)).text.replace('"path": "head"', '"path": {"toString":1}')),
	},
	{ name: 'IWER of 100 MB of [', format: 'iwer', ends: ['too-large'], make: repeat('{"schema":', '[', '', 100) },
	{
		name: 'IWER of 20 MB of [[…]]',
		format: 'iwer',
		ends: ['too-large'],
		make: () => utf8(`{"schema":[],"frames":${nest(10 * MEGABYTE)}}`),
	},
	{
		name: 'IWER of 60 MB of {}',
		format: 'iwer',
		ends: ['too-large'],
		make: repeat('{"schema":[],"frames":[', '{},', '0]}', 60),
	},
	{
		name: 'IWER of 14 MB of {}',
		format: 'iwer',
		ends: ['too-large', 'bad-iwer'],
		make: repeat('{"schema":[],"frames":[', '{},', '0]}', 14),
	},
	{
		name: 'IWER of 150 MB of rows',
		format: 'iwer',
		ends: ['too-large'],
		make: repeat('{"schema":[],"frames":[', '[0,0,0,0,0,0,0,1],', '0]}', 150),
	},
	{
		name: 'IWER with a nested value in a message',
		format: 'iwer',
		ends: ['bad-iwer', 'too-large'],
		make: () => utf8(`{"schema":[[0,{"hasGamepad":true,"numButtons":${nest(20_000)}}]],"frames":[]}`),
	},
	...['{},', '[],', '0,', '"",'].map(
		(item): Bomb => ({
			name: `JSON of 60 MB with a list of ${item}`,
			format: 'json',
			ends: ['too-large'],
			make: repeat(`{"format":"${JSON_FORMAT}","info":{"a":[`, item, '0]}}', 60),
		}),
	),
	{
		name: 'JSON of 100 MB of [',
		format: 'json',
		ends: ['bad-json', 'too-large'],
		make: repeat(`{"format":"${JSON_FORMAT}","info":{"a":`, '[', '', 100),
	},
	{
		name: 'JSON of 20 MB with short keys',
		format: 'json',
		ends: ['too-large', 'read'],
		make: () => {
			const text = asText(encodeJson(head)).text;
			const at = text.search(/\[\s*\[/) + 1;
			return repeat(text.slice(0, at), '[0,0],', text.slice(at), 20)();
		},
	},
	{
		name: 'JSON of 30 MB with markers',
		format: 'json',
		ends: ['too-large', 'bad-json'],
		make: repeat(
			`{"format":"${JSON_FORMAT}","formatVersion":1,"layout":"mrtk-1.1","markers":[`,
			'{"time":0,"name":""},',
			'',
			30,
		),
	},
	{
		name: 'CSV with 20 million columns',
		format: 'csv',
		ends: ['too-large'],
		make: repeat('time_s,', 'a,', '\n0\n', 40),
	},
	{
		name: 'CSV with 5 million empty columns',
		format: 'csv',
		ends: ['too-large'],
		make: repeat('time_s,', ',', '\n0\n', 5),
	},
	{
		name: 'CSV with a million quoted columns',
		format: 'csv',
		ends: ['too-large'],
		make: repeat('time_s,', '"",', '\n0\n', 30),
	},
	{
		name: 'CSV of 60 MB with markers',
		format: 'csv',
		ends: ['too-large'],
		make: repeat('time_s,marker\n0,"', 'a\n', '"\n', 60),
	},
	...['[', '{},'].map(
		(item): Bomb => ({
			name: `journal of 30 MB with details of ${item}`,
			format: 'journal',
			ends: ['read'],
			make: () => addDetails(createJournal(), repeat('{"info":{"a":[', item, '', 30)()),
		}),
	),
	{
		name: 'handsbin of 20 MB of empty frames',
		format: 'handsbin',
		ends: ['read', 'too-large'],
		make: emptyFrames,
	},
	{
		name: 'bin of 6 kB that spans 139,000 s',
		format: 'bin',
		ends: ['RangeError', 'read'],
		make: longDuration,
		isWritten: true,
	},
];

function bvhTree(names: readonly string[], frameCount: number): string {
	const open = names.map((name, i) => `${i === 0 ? 'ROOT' : 'JOINT'} ${name}\n{\nOFFSET 0 0 0\nCHANNELS 0\n`).join('');
	const end = `End Site\n{\nOFFSET 0 0 -1\n}\n${'}\n'.repeat(names.length)}`;
	return `HIERARCHY\n${open}${end}MOTION\nFrames: ${frameCount}\nFrame Time: 0.01\n`;
}

function nest(depth: number): string {
	return '['.repeat(depth) + ']'.repeat(depth);
}

// A recording with this many tracks, each with two channels.
function manyTracks(count: number): Uint8Array {
	const position = { x: still, y: still, z: still };
	const tracks = Array.from({ length: count }, (_, i) => {
		return { name: `t${i}`, kind: 'pose' as const, position, rotation: { ...position, w: still } };
	});
	return utf8(asText(encodeGltf(createRecording({ tracks }))).text);
}

// Channels of nodes that are not in the recording, which all read the same values.
function manyChannels(count: number): Uint8Array {
	const document = JSON.parse(asText(encodeGltf(head)).text) as {
		nodes: object[];
		buffers: { uri: string; byteLength: number }[];
		animations: { channels: { target: object; sampler: number }[] }[];
	};
	const [prefix, base64] = document.buffers[0]!.uri.split(',') as [string, string];
	const bytes = concat(Buffer.from(base64, 'base64'), new Uint8Array(32 * count));
	document.buffers[0] = { uri: `${prefix},${Buffer.from(bytes).toString('base64')}`, byteLength: bytes.length };
	const [animation] = document.animations;
	const { sampler } = animation!.channels[0]!;
	for (let i = 0; i < count; i++) {
		const node = document.nodes.push({ extras: { path: `x${i}` } }) - 1;
		animation!.channels.push({ target: { node, path: 'translation' }, sampler });
	}
	return utf8(JSON.stringify(document));
}

function attach(reel: Uint8Array): Uint8Array {
	const name = utf8(ATTACHMENT_NAME);
	const word = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);
	const long = (value: number): Uint8Array => concat(word(value), word(0));
	// Two times, the name, no media type, the data, no checksum.
	const record = concat(new Uint8Array(16), word(name.length), name, word(0), long(reel.length), reel, word(0));
	const magic = Uint8Array.from(MCAP_MAGIC);
	return concat(magic, Uint8Array.of(OPCODES.attachment), long(record.length), record, magic);
}

// A journal with another record at its end.
function addDetails(journal: Uint8Array, json: Uint8Array): Uint8Array {
	const content = concat(new Uint8Array(Uint32Array.of(json.length).buffer), json, new Uint8Array(-json.length & 3));
	const header = Uint32Array.of(SYNC_WORD, 0, content.length, 2 ** 31, 0, RECORD_KINDS.details);
	const record = concat(new Uint8Array(header.buffer), content);
	new DataView(record.buffer).setUint32(4, computeCrc32(record, UNCHECKED_BYTES, record.length), true);
	return concat(journal, record);
}

// Version 1: no name, no duration, and frames with increasing times and four states.
function emptyFrames(): Uint8Array {
	const count = 2_500_000;
	const bytes = new Uint8Array(13 + 8 * count);
	const view = new DataView(bytes.buffer);
	view.setInt32(0, 1, true);
	view.setInt32(9, count, true);
	for (let i = 0; i < count; i++) view.setFloat32(13 + 8 * i, i / 64, true);
	return bytes;
}

function longDuration(): Uint8Array {
	const curve = createCurve([0, 1, 139_000, 1]);
	const position = { x: curve, y: curve, z: curve };
	const pose = { position, rotation: { ...position, w: curve } };
	const joints = { wrist: pose, palm: pose, indexTip: pose, thumbTip: pose };
	const hand = { tracked: createCurve([0, 1], { kind: 'boolean' }), joints };
	return writeRecording(createRecording({ layout: 'mrtk-1.1', head: pose, hands: { left: hand, right: hand } }));
}

// An MCAP file of channels with long topics, each of which has no messages.
function createChannels(count: number): Uint8Array {
	const record = Buffer.alloc(30);
	record[0] = OPCODES.channel;
	record.writeBigUInt64LE(21n, 1);
	record.writeUInt32LE(9, 13);
	const bytes = Buffer.alloc(MCAP_MAGIC.length + count * record.length);
	bytes.set(MCAP_MAGIC);
	bytes.fill(record, MCAP_MAGIC.length);
	return bytes;
}
