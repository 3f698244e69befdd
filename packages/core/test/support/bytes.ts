// Builds files by hand, so that a test reads like the specification (FORMAT.md): everything is little-endian and
// strictly sequential.
import type { Layout, Marker, SectionFlags } from '@handreel/core';

/** Wrap modes of a curve; both are 8 (ClampForever) when left out. */
export interface Wraps {
	readonly pre?: number;
	readonly post?: number;
}

/** What a hand-built file holds besides its layout. */
export interface FileParts {
	/** Sections of a 1.1 file; all when left out. 1.0 always has head and hands. */
	readonly flags?: Partial<SectionFlags>;
	/** The bytes of single curves by slot, counted from 0 in file order; all others are empty. */
	readonly curves?: Readonly<Record<number, Uint8Array>>;
	/** Written if the layout has markers. */
	readonly markers?: readonly Marker[];
}

/** The first eight bytes of every file. */
export const MAGIC: Uint8Array = u8(0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a);
/** Slots of a head, of both hands and of a gaze. */
export const SLOTS: Readonly<Record<keyof SectionFlags, number>> = { head: 7, hands: 4 + 2 * 27 * 7, gaze: 6 };

/** Bytes. */
export function u8(...values: number[]): Uint8Array {
	return Uint8Array.from(values);
}

/** 32-bit integers. */
export function i32(...values: number[]): Uint8Array {
	return words(values, (view, byteOffset, value) => view.setInt32(byteOffset, value, true));
}

/** 32-bit floats. */
export function f32(...values: number[]): Uint8Array {
	return words(values, (view, byteOffset, value) => view.setFloat32(byteOffset, value, true));
}

/** A .NET string: the number of its UTF-8 bytes in 7-bit groups, low group first, then the bytes. */
export function text(value: string): Uint8Array {
	const encoded = new TextEncoder().encode(value);
	const prefix: number[] = [];
	let rest = encoded.length;
	for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) prefix.push(0x80 + (rest % 0x80));
	return concat(u8(...prefix, rest), encoded);
}

/** All parts, one after the other. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	return join(parts);
}

/** A float curve. Keys are `[time, value]`, or seven numbers of which the last one is the weighted mode. */
export function floatCurve(keys: ReadonlyArray<readonly number[]>, wraps: Wraps = {}): Uint8Array {
	const written = keys.map((key) =>
		key.length === 7 ? concat(f32(...key.slice(0, 6)), i32(...key.slice(6))) : f32(...key),
	);
	return concat(i32(wraps.pre ?? 8, wraps.post ?? 8, keys.length), ...written);
}

/** A boolean curve. Keys are `[time, value]`. */
export function boolCurve(keys: ReadonlyArray<readonly [time: number, value: number]>, wraps: Wraps = {}): Uint8Array {
	return concat(i32(wraps.pre ?? 8, wraps.post ?? 8, keys.length), ...keys.map((key) => f32(...key)));
}

/** A marker list. */
export function markerList(markers: readonly Marker[]): Uint8Array {
	return join([i32(markers.length), ...markers.flatMap(({ time, name }) => [f32(time), text(name)])]);
}

/** Magic number, version and, in 1.1, the section flags; flags left out are 0. */
export function header(version: Layout['version'], flags: Partial<SectionFlags> = {}): Uint8Array {
	if (version === '1.0') return concat(MAGIC, i32(1, 0));
	const { head = false, hands = false, gaze = false } = flags;
	return concat(MAGIC, i32(1, 1), u8(Number(head), Number(hands), Number(gaze)));
}

/** Which sections a file of a layout really has. */
export function sectionsOf(layout: Layout, flags?: Partial<SectionFlags>): SectionFlags {
	if (layout.version === '1.0') return { head: true, hands: true, gaze: false };
	return flags === undefined
		? { head: true, hands: true, gaze: true }
		: { head: false, hands: false, gaze: false, ...flags };
}

/** A whole file. */
export function fileOf(layout: Layout, parts: FileParts = {}): Uint8Array<ArrayBuffer> {
	const flags = sectionsOf(layout, parts.flags);
	const count = (['head', 'hands', 'gaze'] as const).reduce((sum, name) => sum + (flags[name] ? SLOTS[name] : 0), 0);
	const curves = Array.from({ length: count }, (_, slot) => parts.curves?.[slot] ?? floatCurve([]));
	const markers = layout.markers ? [markerList(parts.markers ?? [])] : [];
	return concat(header(layout.version, flags), ...curves, ...markers);
}

/** A file without any key or marker. */
export function emptyFile(layout: Layout, flags?: Partial<SectionFlags>): Uint8Array<ArrayBuffer> {
	return fileOf(layout, flags === undefined ? {} : { flags });
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		joined.set(part, offset);
		offset += part.length;
	}
	return joined;
}

function words(
	values: readonly number[],
	set: (view: DataView, byteOffset: number, value: number) => void,
): Uint8Array {
	const view = new DataView(new ArrayBuffer(values.length * 4));
	values.forEach((value, i) => {
		set(view, i * 4, value);
	});
	return new Uint8Array(view.buffer);
}
