import { MAX_MARKERS } from '../codec/markers.ts';
import { CLAMP_FOREVER, type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../model/curve.ts';
import type { Layout } from '../model/layout.ts';
import type { Marker, Recording } from '../model/recording.ts';
import { ByteCursor, ByteWriter } from './bytes.ts';
import { formatDetails, parseDetails } from './details.ts';
import {
	countCurves,
	countPoses,
	describeTree,
	listVectors,
	OTHERS,
	type ReelSection,
	type ReelTree,
	USUAL_SECTIONS,
} from './groups.ts';
import { listOtherKinds } from './others.ts';
import { readPacked, writePacked } from './packed-bytes.ts';
import { MAX_CURVES, readRuns, readSection, writeRuns, writeSection } from './section.ts';
import { listAllCurves, listStrangeDetails, listStrangeSections, type StrangeDetails } from './unknown-parts.ts';

// Everything about a recording but its keys (REEL.md, "Head").

/** The version that this code writes: major and minor in half a byte each. Readers refuse other majors. */
export const REEL_VERSION = 0x10;

/** What all keys of a curve have in common. */
export type CurveProperties = Pick<Curve, 'stride' | 'preWrap' | 'postWrap'>;

/** The head of a reel. */
export interface ReelHead extends ReelTree {
	/** `null` if the recording does not come from an input animation file. */
	readonly layout: Layout | null;
	readonly markers: readonly Marker[];
	/** In the order of the sections. */
	readonly curves: readonly CurveProperties[];
	/** Paths in the metadata that only later versions know. */
	readonly unknown: readonly string[];
	/** What is at these paths, as far as writing can keep it. */
	readonly strange: StrangeDetails;
}

const MAX_SECTIONS = 0x400;
const MAX_METADATA = 0x4000_0000;
const MAX_PROPERTIES = 0x10_0000;
/** Bytes of memory for a character of the metadata, as text and in the objects of markers and tracks. */
const TEXT_BYTES = 2;
/** Bytes of memory for a curve and its properties. */
const CURVE_BYTES = 256;
/** Metadata usually starts with the second half. */
const TEXT_HISTORY = '"],"info":{"device":"{"markers":["';

/** The bits of the first byte of flags. */
const NEW_LAYOUT = 1;
const SIMPLE_KEYS = 2;
const MARKER_LIST = 4;
/** The first of the usual sections; the others have the bits after it. */
const FIRST_SECTION = 8;
const MORE_SECTIONS = 64;
const OTHER_CURVES = 128;
/** The layout of recordings that do not come from an input animation file. */
const NO_LAYOUT: number = SIMPLE_KEYS;
const LAYOUT_BITS: number = NEW_LAYOUT | SIMPLE_KEYS | MARKER_LIST;

/** Takes the head from a recording. */
export function createHead(recording: Recording): ReelHead {
	const { layout, markers } = recording;
	const { sections, others } = describeTree(recording);
	return {
		layout,
		markers,
		sections: [...sections, ...listStrangeSections(recording, sections)],
		others,
		curves: listAllCurves(recording),
		unknown: [],
		strange: listStrangeDetails(recording),
	};
}

/** Returns the content of the head chunk. */
export function writeHead(head: Omit<ReelHead, 'unknown'>): Uint8Array<ArrayBuffer> {
	const fields = writeFields(head);
	const writer = new ByteWriter();
	writer.writeByte(REEL_VERSION);
	writer.writeCount(fields.length);
	writer.writeBytes(fields);
	return writer.finish();
}

function writeFields({
	layout,
	markers,
	sections,
	others,
	curves,
	strange,
}: Omit<ReelHead, 'unknown'>): Uint8Array<ArrayBuffer> {
	const writer = new ByteWriter();
	const usual = countUsual(sections);
	const more = sections.slice(usual);
	const isUsual = isSameList(curves, listUsualCurves(layout, sections));
	let bits = layout === null ? NO_LAYOUT : packLayout(layout);
	USUAL_SECTIONS.forEach(({ name }, i) => {
		if (sections.slice(0, usual).some((section) => section.name === name)) bits |= FIRST_SECTION << i;
	});
	if (more.length > 0) bits |= MORE_SECTIONS;
	if (!isUsual) bits |= OTHER_CURVES;
	writer.writeByte(bits);
	writer.writeByte(0);
	// JSON can hold lone surrogates, which UTF-8 cannot.
	const text = new TextEncoder().encode(formatDetails({ names: markers.map(({ name }) => name), others, strange }));
	writer.writeCount(text.length);
	writePacked(writer, text, TEXT_HISTORY);
	writePacked(writer, new Uint8Array(Float64Array.from(markers, ({ time }) => time).buffer));
	if (more.length > 0) writer.writeCount(more.length);
	for (const section of more) writeSection(writer, section);
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

/** Reads the content of the head chunk. Throws `reel-version`, `reel-damaged` and `too-large`. */
export function readHead(content: ByteCursor): ReelHead {
	const version = content.readByte();
	if (version >> 4 !== REEL_VERSION >> 4) {
		content.at--;
		content.failNew(`version ${version >> 4}`);
	}
	// Later versions may have more fields behind those that are read here.
	const cursor = content.take(content.readCount(content.left));
	const bits = cursor.readByte();
	const layout = readLayout(cursor, bits & LAYOUT_BITS);
	cursor.readFlags(0);
	const text = cursor.decode(readPacked(cursor, cursor.readCount(MAX_METADATA), TEXT_HISTORY));
	cursor.budget.chargeBytes(TEXT_BYTES * text.length);
	const { names, others, unknown, strange } = parseDetails(text, cursor.budget, (reason) => cursor.fail(reason));
	if (names.length > MAX_MARKERS) cursor.fail(`there are more than ${MAX_MARKERS} markers`);
	const times = new Float64Array(readPacked(cursor, 8 * names.length).buffer);
	const markers = names.map((name, i) => ({ time: times[i]!, name }));
	if (markers.some(({ time }) => Number.isNaN(time))) cursor.fail('the time of a marker is NaN');
	const sections: ReelSection[] = USUAL_SECTIONS.filter((_, i) => (bits & (FIRST_SECTION << i)) !== 0);
	let curveCount = sections.reduce((count, section) => count + countCurves(section), 0);
	let poseCount = sections.reduce((count, { kinds }) => count + countPoses(kinds), 0);
	for (let left = bits & MORE_SECTIONS ? cursor.readCount(MAX_SECTIONS) : 0; left > 0; left--) {
		const section = readSection(cursor, poseCount);
		sections.push(section);
		poseCount += countPoses(section.kinds);
		curveCount += countCurves(section);
		if (curveCount > MAX_CURVES) cursor.fail(`there are more than ${MAX_CURVES} curves`);
	}
	cursor.budget.chargeBytes(CURVE_BYTES * curveCount);
	if (new Set(sections.map(({ name }) => name)).size < sections.length) cursor.fail('a section is there twice');
	const known = sections.find(({ name }) => name === OTHERS)?.kinds;
	const isHandless = others.hands !== null && sections.every(({ name }) => name !== 'hands');
	if (isHandless || (listOtherKinds(others).join() || undefined) !== known?.join())
		cursor.fail('the sections do not fit the metadata');
	const head = { layout, markers, sections, others, unknown, strange };
	if ((bits & OTHER_CURVES) === 0) return { ...head, curves: listUsualCurves(layout, sections) };
	const size = cursor.readCount(MAX_PROPERTIES);
	const runs = new ByteCursor(readPacked(cursor, size), 0, 'the curves of the head', cursor.budget);
	const curves = readRuns<CurveProperties>(runs, curveCount, () => {
		const stride = runs.readByte();
		if (stride !== 2 && stride !== 7) return cursor.fail(`${stride} words per key are not supported`);
		return { stride, preWrap: runs.readCount(2 ** 32 - 1) | 0, postWrap: runs.readCount(2 ** 32 - 1) | 0 };
	});
	if (curves.length !== curveCount) cursor.fail(`${curves.length} curves instead of ${curveCount}`);
	return { ...head, curves };
}

function packLayout({ version, keys, markers }: Layout): number {
	const bits = (version === '1.1' ? NEW_LAYOUT : 0) | (keys === 'simple' ? SIMPLE_KEYS : 0);
	return bits | (markers ? MARKER_LIST : 0);
}

// The six layouts, or none.
function readLayout(cursor: ByteCursor, bits: number): Layout | null {
	if (bits === NO_LAYOUT) return null;
	if ((bits & (NEW_LAYOUT | SIMPLE_KEYS)) === SIMPLE_KEYS) cursor.fail(`layout ${bits}`);
	return {
		version: bits & NEW_LAYOUT ? '1.1' : '1.0',
		keys: bits & SIMPLE_KEYS ? 'simple' : 'full',
		markers: (bits & MARKER_LIST) !== 0,
	};
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
function listUsualCurves(layout: Layout | null, sections: readonly ReelSection[]): CurveProperties[] {
	const wraps = { preWrap: CLAMP_FOREVER, postWrap: CLAMP_FOREVER };
	return listVectors(sections).flatMap(({ role, size }) => {
		const stride = layout?.keys === 'full' && role !== 'boolean' ? FULL_STRIDE : SIMPLE_STRIDE;
		return Array.from({ length: size }, () => ({ stride, ...wraps }));
	});
}

function isSameList(a: readonly CurveProperties[], b: readonly CurveProperties[]): boolean {
	return a.length === b.length && a.every((properties, i) => isSame(properties, b[i]!));
}

function isSame(a: CurveProperties, b: CurveProperties): boolean {
	return a.stride === b.stride && a.preWrap === b.preWrap && a.postWrap === b.postWrap;
}
