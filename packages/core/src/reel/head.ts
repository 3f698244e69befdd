import { MAX_MARKERS } from '../codec/markers.ts';
import { failAt } from '../issue/error.ts';
import { CLAMP_FOREVER, type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../model/curve.ts';
import type { Layout } from '../model/layout.ts';
import type { Marker, Recording } from '../model/recording.ts';
import { ByteCursor, ByteWriter } from './bytes.ts';
import { formatDetails, parseDetails } from './details.ts';
import {
	countCurves,
	describeTree,
	GROUP_KINDS,
	type GroupKind,
	listReelCurves,
	listVectors,
	OTHERS,
	type ReelSection,
	type ReelTree,
	USUAL_SECTIONS,
} from './groups.ts';
import { listOtherKinds } from './others.ts';
import { readPacked, writePacked } from './packed-bytes.ts';

// Everything about a recording but its keys (REEL.md, "Head").

/** The version that this code writes and reads. */
export const REEL_VERSION = 1;

/** What all keys of a curve have in common. */
export type CurveProperties = Pick<Curve, 'stride' | 'preWrap' | 'postWrap'>;

/** The head of a reel. */
export interface ReelHead extends ReelTree {
	readonly layout: Layout;
	readonly markers: readonly Marker[];
	/** In the order of the sections. */
	readonly curves: readonly CurveProperties[];
}

const MAX_SECTIONS = 0x400;
const MAX_CURVES = 0x1_0000;
const MAX_TEXT = 0x4000_0000;
/** Metadata usually starts with the second half. */
const TEXT_HISTORY = '"],"info":{"device":"{"markers":["';

/** The bits of the second byte. */
const NEW_LAYOUT = 1;
const SIMPLE_KEYS = 2;
const MARKER_LIST = 4;
/** The first of the usual sections; the others have the bits after it. */
const FIRST_SECTION = 8;
const MORE_SECTIONS = 64;
const OTHER_CURVES = 128;

/** Takes the head from a recording. */
export function createHead(recording: Recording): ReelHead {
	const { layout, markers } = recording;
	return { layout, markers, ...describeTree(recording), curves: listReelCurves(recording) };
}

/** Returns the content of the head chunk. */
export function writeHead({ layout, markers, sections, others, curves }: ReelHead): Uint8Array<ArrayBuffer> {
	const writer = new ByteWriter();
	writer.writeByte(REEL_VERSION);
	const usual = countUsual(sections);
	const more = sections.slice(usual);
	const isUsual = isSameList(curves, listUsualCurves(layout, sections));
	let bits = (layout.version === '1.1' ? NEW_LAYOUT : 0) | (layout.keys === 'simple' ? SIMPLE_KEYS : 0);
	if (layout.markers) bits |= MARKER_LIST;
	USUAL_SECTIONS.forEach(({ name }, i) => {
		if (sections.slice(0, usual).some((section) => section.name === name)) bits |= FIRST_SECTION << i;
	});
	if (more.length > 0) bits |= MORE_SECTIONS;
	if (!isUsual) bits |= OTHER_CURVES;
	writer.writeByte(bits);
	// JSON can hold lone surrogates, which UTF-8 cannot.
	const text = new TextEncoder().encode(formatDetails({ names: markers.map(({ name }) => name), others }));
	writer.writeCount(text.length);
	writePacked(writer, text, TEXT_HISTORY);
	writePacked(writer, new Uint8Array(Float64Array.from(markers, ({ time }) => time).buffer));
	if (more.length > 0) writer.writeCount(more.length);
	for (const { name, kinds } of more) {
		writer.writeText(name);
		writeRuns(
			writer,
			kinds,
			(a, b) => a === b,
			(kind) => writer.writeByte(GROUP_KINDS.indexOf(kind)),
		);
	}
	if (!isUsual) {
		const runs = new ByteWriter();
		writeRuns(runs, curves, isSame, ({ stride, preWrap, postWrap }) => {
			runs.writeByte(stride);
			runs.writeCount(preWrap >>> 0);
			runs.writeCount(postWrap >>> 0);
		});
		writer.writeCount(runs.length);
		writePacked(writer, runs.finish());
	}
	return writer.finish();
}

/** Reads the content of the head chunk. Throws `reel-version` and `reel-damaged`. */
export function readHead(cursor: ByteCursor, byteOffset: number): ReelHead {
	const version = cursor.readByte();
	if (version !== REEL_VERSION) {
		failAt('reel-version', '', byteOffset, `the reel has version ${version}; supported is ${REEL_VERSION}`);
	}
	const bits = cursor.readByte();
	if ((bits & (NEW_LAYOUT | SIMPLE_KEYS)) === SIMPLE_KEYS) cursor.fail(`layout ${bits & 7} does not exist`);
	const layout: Layout = {
		version: bits & NEW_LAYOUT ? '1.1' : '1.0',
		keys: bits & SIMPLE_KEYS ? 'simple' : 'full',
		markers: (bits & MARKER_LIST) !== 0,
	};
	const text = cursor.decode(readPacked(cursor, cursor.readCount(MAX_TEXT), TEXT_HISTORY));
	const { names, others } = parseDetails(text, (reason) => cursor.fail(reason));
	if (names.length > MAX_MARKERS) cursor.fail(`there are more than ${MAX_MARKERS} markers`);
	const times = new Float64Array(readPacked(cursor, 8 * names.length).buffer);
	const markers = names.map((name, i) => ({ time: times[i]!, name }));
	if (markers.some(({ time }) => Number.isNaN(time))) cursor.fail('the time of a marker is NaN');
	const sections: ReelSection[] = USUAL_SECTIONS.filter((_, i) => (bits & (FIRST_SECTION << i)) !== 0);
	let curveCount = 0;
	for (const section of sections) curveCount += countCurves(section);
	for (let left = bits & MORE_SECTIONS ? cursor.readCount(MAX_SECTIONS) : 0; left > 0; left--) {
		const name = cursor.readText();
		const kinds = readRuns<GroupKind>(cursor, MAX_CURVES, () => {
			return GROUP_KINDS[cursor.readByte()] ?? cursor.fail('a kind of group is unknown');
		});
		sections.push({ name, kinds });
		curveCount += countCurves({ name, kinds });
		if (curveCount > MAX_CURVES) cursor.fail(`there are more than ${MAX_CURVES} curves`);
	}
	if (new Set(sections.map(({ name }) => name)).size < sections.length) cursor.fail('a section is there twice');
	const known = sections.find(({ name }) => name === OTHERS)?.kinds ?? [];
	const isHandless = others.hands !== null && sections.every(({ name }) => name !== 'hands');
	if (isHandless || listOtherKinds(others).join() !== known.join()) cursor.fail('the sections do not fit the metadata');
	if ((bits & OTHER_CURVES) === 0) {
		return { layout, markers, sections, others, curves: listUsualCurves(layout, sections) };
	}
	const runs = new ByteCursor(readPacked(cursor, cursor.readCount(MAX_TEXT)), byteOffset, 'the curves of the head');
	const curves = readRuns<CurveProperties>(runs, curveCount, () => {
		const stride = runs.readByte();
		if (stride !== 2 && stride !== 7) return runs.fail(`${stride} words per key are not supported`);
		return { stride, preWrap: runs.readCount(2 ** 32 - 1) | 0, postWrap: runs.readCount(2 ** 32 - 1) | 0 };
	});
	if (curves.length !== curveCount) cursor.fail(`${curves.length} curves instead of ${curveCount}`);
	return { layout, markers, sections, others, curves };
}

// The usual sections that come first, in their order.
function countUsual(sections: readonly ReelSection[]): number {
	let place = -1;
	const other = sections.findIndex(({ name, kinds }) => {
		const found = USUAL_SECTIONS.findIndex((usual) => usual.name === name && usual.kinds.join() === kinds.join());
		if (found <= place) return true;
		place = found;
		return false;
	});
	return other < 0 ? sections.length : other;
}

// Keys as the layout has them, held before the first and after the last.
function listUsualCurves({ keys }: Layout, sections: readonly ReelSection[]): CurveProperties[] {
	const wraps = { preWrap: CLAMP_FOREVER, postWrap: CLAMP_FOREVER };
	return listVectors(sections).flatMap(({ role, size }) => {
		const stride = keys === 'full' && role !== 'boolean' ? FULL_STRIDE : SIMPLE_STRIDE;
		return Array.from({ length: size }, () => ({ stride, ...wraps }));
	});
}

function isSameList(a: readonly CurveProperties[], b: readonly CurveProperties[]): boolean {
	return a.length === b.length && a.every((properties, i) => isSame(properties, b[i]!));
}

// Items that repeat are written once, with their number.
function writeRuns<T>(
	writer: ByteWriter,
	items: readonly T[],
	isSame: (a: T, b: T) => boolean,
	write: (item: T) => void,
): void {
	const runs: { item: T; count: number }[] = [];
	for (const item of items) {
		const last = runs[runs.length - 1];
		if (last !== undefined && isSame(last.item, item)) last.count++;
		else runs.push({ item, count: 1 });
	}
	writer.writeCount(runs.length);
	for (const { item, count } of runs) {
		writer.writeCount(count);
		write(item);
	}
}

function readRuns<T>(cursor: ByteCursor, limit: number, read: () => T): T[] {
	const items: T[] = [];
	for (let left = cursor.readCount(limit); left > 0; left--) {
		const count = cursor.readCount(limit - items.length);
		const item = read();
		for (let i = 0; i < count; i++) items.push(item);
	}
	return items;
}

function isSame(a: CurveProperties, b: CurveProperties): boolean {
	return a.stride === b.stride && a.preWrap === b.preWrap && a.postWrap === b.postWrap;
}
