// The fixtures that are made, not recorded: tiny healthy files in fixtures/generated, and in fixtures/broken a file for
// every way in which a file can be wrong. Each entry explains in a sentence what the file is for; fixtures/README.md lists
// them, and a test compares both with what this file makes.
import { type IssueCode, LAYOUTS, type Layout } from '@handreel/core';
import {
	boolCurve,
	concat,
	emptyFile,
	f32,
	fileOf,
	floatCurve,
	header,
	i32,
	MAGIC,
	text,
	u8,
} from '../packages/core/test/support/bytes.ts';
import { diagnosedFiles } from './diagnosed-files.ts';

/** A made file: its name, what it is for, its bytes. */
export interface FixtureFile {
	readonly name: string;
	readonly about: string;
	readonly bytes: Uint8Array;
}

/** A file with something wrong. Named after its code: `<code>.bin` or `<code>--<variant>.bin`. */
export interface BrokenFile extends FixtureFile {
	readonly code: IssueCode;
	/** Whether reading reports it (with an error or a warning) or only diagnosing. */
	readonly foundBy: 'reading' | 'diagnosing';
}

const MRTK_1_1: Layout = { version: '1.1', keys: 'simple', markers: true };
const DOCUMENTED_1_1: Layout = { version: '1.1', keys: 'full', markers: false };
const HEAD = { head: true };

/** The files of fixtures/generated. */
export function generatedFiles(): FixtureFile[] {
	return [
		...LAYOUTS.map(({ name, layout }) => ({
			name: `${name}.bin`,
			about: `the layout ${name}, with a few keys in every section that it has`,
			bytes: layoutSample(layout),
		})),
		...LAYOUTS.filter(({ layout }) => layout.version === '1.1').map(({ name, layout }) => ({
			name: `${name}-nothing.bin`,
			about: `no section at all; reads as ${layout.markers ? 'mrtk-1.1' : 'documented-1.1'}, since there are no keys to tell`,
			bytes: emptyFile(layout, {}),
		})),
		{
			name: 'odd-bits.bin',
			about: 'NaN payloads, −0, denormals, infinities, wrap and weighted modes that mean nothing',
			bytes: fileOf(DOCUMENTED_1_1, {
				flags: HEAD,
				curves: {
					0: concat(i32(-1, 0x7fffffff, 2), oddKey(), oddKey()),
					1: concat(i32(3, -0x80000000, 1), i32(0x7f800001, 0x7fc12345, 1, -0x80000000, 0x7f800000, -1, 0x10000000)),
				},
			}),
		},
		{
			name: 'unsorted.bin',
			about: 'keys out of order, at equal times and at a time that is not a number; the duration is 3 s',
			bytes: fileOf(MRTK_1_1, {
				flags: { head: true, hands: true },
				curves: {
					0: floatCurve([
						[3, 1],
						[1, 2],
						[2, 3],
						[2, 4],
					]),
					1: floatCurve([
						[Number.NaN, 1],
						[0.5, 2],
					]),
					7: boolCurve([
						[2, 0],
						[0, 1],
					]),
				},
			}),
		},
		{
			name: 'negative-start.bin',
			about: 'all keys before 0, as when a rolling buffer was cut; the duration is 0 s',
			bytes: fileOf(MRTK_1_1, {
				flags: HEAD,
				curves: {
					0: floatCurve([
						[-2, 1],
						[-1, 2],
					]),
				},
			}),
		},
		{
			name: 'marker-names.bin',
			about:
				'names: empty, leading U+FEFF, several planes, NUL, of 127, 128, 16,383 and 16,384 bytes; out of order, −0, infinite times',
			bytes: fileOf(MRTK_1_1, {
				flags: {},
				markers: [
					{ time: 2, name: '' },
					{ time: 1, name: '\uFEFFmark' },
					{ time: -0, name: 'a\u0000b é 手 👋🏽' },
					{ time: Number.POSITIVE_INFINITY, name: 'x'.repeat(127) },
					{ time: Number.NEGATIVE_INFINITY, name: 'y'.repeat(128) },
					{ time: 1, name: 'z'.repeat(16_383) },
					{ time: 1, name: 'é'.repeat(8192) },
				],
			}),
		},
	];
}

/** The files of fixtures/broken. */
export function brokenFiles(): BrokenFile[] {
	const key = [0, 1] as const;
	const head = fileOf(MRTK_1_1, { flags: HEAD, curves: { 0: floatCurve([key, [1, 2], [2, 3]]) } });
	const marker = (...name: readonly Uint8Array[]): Uint8Array => concat(header('1.1'), i32(1), f32(0.5), ...name);
	return [
		broken('empty-file', '', 'no bytes, as MRTK 2.6 and later leave behind when nothing was recorded', u8()),
		broken(
			'bad-magic',
			'',
			'the magic number with one bit flipped',
			concat(u8(0xc7), emptyFile(MRTK_1_1, {}).subarray(1)),
		),
		broken('bad-magic', 'text', 'a text file', new TextEncoder().encode('time,x,y,z\n0,0,1.6,0\n')),
		broken('bad-magic', 'short', 'three bytes that do not start a recording', u8(1, 2, 3)),
		broken('unsupported-version', '', 'version 1.2', concat(MAGIC, i32(1, 2), u8(0, 0, 0), i32(0))),
		broken('unsupported-version', 'old', 'version 0.9, which MRTK would read as 1.0', concat(MAGIC, i32(0, 9))),
		broken('bad-flag', '', 'the flag of the hands is 2', concat(MAGIC, i32(1, 1), u8(1, 2, 0))),
		broken('truncated', '', 'ends after two of three keys', head.subarray(0, 19 + 12 + 16)),
		broken('truncated', 'magic', 'ends inside the magic number', MAGIC.subarray(0, 5)),
		broken('truncated', 'version', 'ends inside the version', concat(MAGIC, i32(1))),
		broken('truncated', 'flags', 'ends inside the flags', concat(MAGIC, i32(1, 1), u8(1))),
		broken('truncated', 'key', 'ends inside a key', head.subarray(0, 19 + 12 + 12)),
		broken('truncated', 'curve-header', 'ends inside the header of the second curve', head.subarray(0, 19 + 36 + 7)),
		broken('truncated', 'full-keys', 'a 1.1 file with full keys that ends inside the fourth', truncatedFullKeys()),
		broken('truncated', 'marker-count', 'ends inside the number of markers', head.subarray(0, head.length - 1)),
		broken(
			'truncated',
			'marker',
			'ends inside the time of the second marker',
			concat(header('1.1'), i32(2), f32(1), text('a'), u8(0, 0)),
		),
		broken('truncated', 'name-length', 'ends inside the length of a name', marker(u8(0x80))),
		broken('truncated', 'name', 'a name of ten bytes of which three are there', marker(u8(10, 97, 98, 99))),
		broken(
			'bad-count',
			'',
			'a curve with −1 keys',
			concat(header('1.1', HEAD), i32(8, 8, -1), u8(...Array(72).fill(0))),
		),
		broken(
			'bad-count',
			'huge',
			'a curve that claims 2,147,483,647 keys',
			concat(header('1.1', HEAD), i32(8, 8, 0x7fffffff), f32(0, 1)),
		),
		broken(
			'bad-count',
			'too-many',
			'six keys that are said to be twenty, so that a header is taken for a key',
			miscounted(),
		),
		broken('bad-count', 'markers', '−5 markers', concat(header('1.1'), i32(-5))),
		broken('bad-count', 'many-markers', 'more markers than handreel reads', concat(header('1.1'), i32(65_537))),
		broken('bad-string', '', 'a name whose length takes two bytes where one would do', marker(u8(0x81, 0x00, 97))),
		broken(
			'bad-string',
			'length',
			'a name whose length does not fit 32 bits',
			marker(u8(0xff, 0xff, 0xff, 0xff, 0x0f)),
		),
		broken('bad-string', 'utf-8', 'a name that is not UTF-8', marker(u8(2, 0xc3, 0x28))),
		broken('bad-string', 'surrogate', 'a name with a surrogate, which UTF-8 forbids', marker(u8(3, 0xed, 0xa0, 0x80))),
		broken(
			'bad-marker-time',
			'',
			'a marker at a time that is not a number',
			concat(header('1.1'), i32(1), f32(Number.NaN), text('a')),
		),
		broken('trailing-bytes', '', 'four bytes after the marker list', concat(head, i32(7))),
		broken('ambiguous-layout', '', 'fits full keys and simple keys alike', ambiguous()),
		...diagnosedFiles().map((file) => ({ ...file, name: `${file.code}.bin`, foundBy: 'diagnosing' as const })),
	];
}

function broken(code: IssueCode, variant: string, about: string, bytes: Uint8Array): BrokenFile {
	return { code, name: `${code}${variant === '' ? '' : `--${variant}`}.bin`, about, bytes, foundBy: 'reading' };
}

// All that a layout has: the first curve of each section with two keys, full ones with tangents.
function layoutSample(layout: Layout): Uint8Array {
	const keys =
		layout.keys === 'simple'
			? [
					[0, 1.5],
					[0.5, 1.625],
				]
			: [
					[0, 1.5, 0, 0.25, 0, 0.5, 2],
					[0.5, 1.625, -0.25, 0, 0.25, 0, 1],
				];
	const gaze: Record<number, Uint8Array> = layout.version === '1.1' ? { 394: floatCurve(keys) } : {};
	return fileOf(layout, {
		curves: {
			...gaze,
			0: floatCurve(keys),
			7: boolCurve([
				[0, 1],
				[0.25, 0],
			]),
			10: boolCurve([[0, 0]], { pre: 2, post: 4 }),
			18: floatCurve(keys, { pre: 1, post: 2 }),
		},
		markers: [{ time: 0.25, name: 'mid' }],
	});
}

// A signaling NaN as time, a quiet one with payload, −0, the smallest denormal, infinities and a mode of 7.
function oddKey(): Uint8Array {
	return i32(0x7fa00001, 0x7fc0dead, -0x80000000, 1, 0x7f800000, -0x00800000, 7);
}

function truncatedFullKeys(): Uint8Array {
	const keys = [0, 1, 2, 3].map((time) => [time, 1, 0.5, 0.5, 0, 0, 0]);
	return fileOf(DOCUMENTED_1_1, { flags: HEAD, curves: { 0: floatCurve(keys) } }).subarray(0, 19 + 12 + 3 * 28 + 20);
}

// Six keys that are said to be twenty: the seventh would be the header of the next curve.
function miscounted(): Uint8Array {
	const keys = [1, 2, 3, 4, 5, 6].map((time) => [time, time]);
	const bytes = fileOf(MRTK_1_1, { flags: HEAD, curves: { 5: floatCurve(keys), 6: floatCurve([[1, 1]]) } });
	const countOffset = 19 + 5 * 12 + 8;
	new DataView(bytes.buffer).setInt32(countOffset, 20, true);
	return bytes;
}

// 35 words after the flags. With full keys the first curve has two and the fourth has the wrap mode 5; with simple keys
// the first has two and the last one five.
function ambiguous(): Uint8Array {
	const words = new Array<number>(35).fill(0);
	words[2] = 2;
	words[24] = 5;
	return concat(header('1.1', HEAD), i32(...words));
}
