import type { ByteView } from '../bytes/view.ts';
import { failAt } from '../issue/error.ts';
import type { Layout } from '../model/layout.ts';
import { SECTIONS, type SectionFlags, type Slots } from '../model/order.ts';

/** The first eight bytes of every file: Int64 0x6a8faf6e0f9e42c6, little-endian (FORMAT.md, "Header"). */
export const MAGIC: readonly number[] = [0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a];
/** How reels start (REEL.md, "Chunks"). */
const REEL_START = [0x8a, 0x52, 0x45, 0x45, 0x4c, 0x0d, 0x0a, 0x1a];
/** Bytes of the magic number and the version. */
export const HEADER_SIZE = 16;

/** Bytes before the keys of a curve: pre-wrap mode, post-wrap mode, number of keys (FORMAT.md, "Curves"). */
export const CURVE_HEADER_SIZE = 12;
/** Bytes of a simple key: time and value. */
export const SIMPLE_KEY_SIZE = 8;
/** Bytes of a full key: time, value, two tangents, two weights, weighted mode. */
export const FULL_KEY_SIZE = 28;

const HIGHEST_MINOR = 1;

/** The bytes before the curves. */
export interface Header {
	readonly version: Layout['version'];
	readonly flags: SectionFlags;
	/** The offset of the first curve: 16 in 1.0, 19 in 1.1. */
	readonly firstCurve: number;
}

/** Returns whether the bytes start with the magic number. */
export function hasMagic(view: ByteView): boolean {
	return view.byteLength >= MAGIC.length && countMagic(view) === MAGIC.length;
}

/** Returns the offset of the first curve. */
export function firstCurveOffset(version: Layout['version']): number {
	return version === '1.0' ? HEADER_SIZE : HEADER_SIZE + SECTIONS.length;
}

/** Returns whether a slot holds a boolean curve. */
export function isBooleanSlot(slots: Slots, slot: number): boolean {
	return slot >= slots.firstBoolean && slot < slots.endBoolean;
}

/** Returns the key size of a slot in bytes. */
export function slotKeySize(slots: Slots, keys: Layout['keys'], slot: number): number {
	return keys === 'simple' || isBooleanSlot(slots, slot) ? SIMPLE_KEY_SIZE : FULL_KEY_SIZE;
}

/** Reads magic, version and flags. Throws `empty-file`, `bad-magic`, `unsupported-version`, `bad-flag`, `truncated`. */
export function readHeader(view: ByteView): Header {
	const size = view.byteLength;
	if (size === 0) failAt('empty-file', '', 0, 'the file is empty: 0 bytes');
	if (countMagic(view) < Math.min(size, MAGIC.length)) failMagic(view);
	if (size < HEADER_SIZE) {
		failAt('truncated', '', size, `the file ends at ${size}, inside the ${HEADER_SIZE}-byte header`);
	}
	const major = view.getInt32(8, true);
	const minor = view.getInt32(12, true);
	if (major !== 1 || minor < 0 || minor > HIGHEST_MINOR) {
		failAt('unsupported-version', '', 8, `the file has version ${major}.${minor}; supported are 1.0 and 1.1`);
	}
	if (minor === 0) {
		return { version: '1.0', flags: { head: true, hands: true, gaze: false }, firstCurve: HEADER_SIZE };
	}
	const firstCurve = firstCurveOffset('1.1');
	if (size < firstCurve) {
		failAt(
			'truncated',
			'',
			HEADER_SIZE,
			`the file ends at ${size}, inside the three section flags [${HEADER_SIZE}, ${firstCurve})`,
		);
	}
	const [head, hands, gaze] = SECTIONS.map((section, i) => {
		const flag = view.getUint8(HEADER_SIZE + i);
		if (flag > 1)
			failAt('bad-flag', section, HEADER_SIZE + i, `the flag of section ${section} is ${flag}; it must be 0 or 1`);
		return flag === 1;
	}) as [boolean, boolean, boolean];
	return { version: '1.1', flags: { head, hands, gaze }, firstCurve };
}

function countMagic(view: ByteView): number {
	let count = 0;
	while (count < view.byteLength && count < MAGIC.length && view.getUint8(count) === MAGIC[count]) count++;
	return count;
}

function failMagic(view: ByteView): never {
	const start = Array.from({ length: Math.min(view.byteLength, MAGIC.length) }, (_, i) => view.getUint8(i));
	if (REEL_START.every((byte, i) => start[i] === byte)) {
		failAt(
			'bad-magic',
			'',
			0,
			'not an input animation: the file is a reel; read it with decodeReel of @handreel/core/reel, or with decodeRecording of @handreel/convert',
		);
	}
	const looksLikeText = start.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte !== 127));
	const found = looksLikeText ? `looks like text (${JSON.stringify(asText(start))}…)` : `starts with ${asHex(start)}`;
	failAt(
		'bad-magic',
		'',
		0,
		`not an input animation: the file ${found}; an input animation starts with ${asHex(MAGIC)}`,
	);
}

function asHex(bytes: readonly number[]): string {
	return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

function asText(bytes: readonly number[]): string {
	return bytes.map((byte) => (byte < 128 ? String.fromCharCode(byte) : '?')).join('');
}
