import { failAt } from '../issue/error.ts';
import type { Curve } from '../model/curve.ts';
import type { Layout } from '../model/layout.ts';
import type { Marker, Recording } from '../model/recording.ts';
import { type ByteCursor, ByteWriter } from './bytes.ts';
import { formatDetails, parseDetails } from './details.ts';
import {
	countCurves,
	describeTree,
	GROUP_KINDS,
	type GroupKind,
	listReelCurves,
	OTHERS,
	type ReelSection,
	type ReelTree,
} from './groups.ts';
import { readMetadata, writeMetadata } from './metadata.ts';
import { listOtherKinds } from './others.ts';

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

/** The most markers of a reel, as of an input animation. */
export const MAX_MARKERS = 0x1_0000;
const MAX_SECTIONS = 0x400;
const MAX_CURVES = 0x1_0000;

/** Takes the head from a recording. */
export function createHead(recording: Recording): ReelHead {
	const { layout, markers } = recording;
	return { layout, markers, ...describeTree(recording), curves: listReelCurves(recording) };
}

/** Returns the content of the head chunk. */
export function writeHead({ layout, markers, sections, others, curves }: ReelHead): Uint8Array<ArrayBuffer> {
	const writer = new ByteWriter();
	writer.writeByte(REEL_VERSION);
	const isNew = layout.version === '1.1' ? 1 : 0;
	writer.writeByte(isNew | (layout.keys === 'simple' ? 2 : 0) | (layout.markers ? 4 : 0));
	// JSON can hold lone surrogates, which UTF-8 cannot.
	const names = markers.map(({ name }) => name);
	writeMetadata(writer, formatDetails({ names, others }));
	for (const { time } of markers) writer.writeFloat64(time);
	writer.writeCount(sections.length);
	for (const { name, kinds } of sections) {
		writer.writeText(name);
		writeRuns(
			writer,
			kinds,
			(a, b) => a === b,
			(kind) => writer.writeByte(GROUP_KINDS.indexOf(kind)),
		);
	}
	writeRuns(writer, curves, isSame, ({ stride, preWrap, postWrap }) => {
		writer.writeByte(stride);
		writer.writeCount(preWrap >>> 0);
		writer.writeCount(postWrap >>> 0);
	});
	return writer.finish();
}

/** Reads the content of the head chunk. Throws `reel-version` and `reel-damaged`. */
export function readHead(cursor: ByteCursor, byteOffset: number): ReelHead {
	const version = cursor.readByte();
	if (version !== REEL_VERSION) {
		failAt('reel-version', '', byteOffset, `the reel has version ${version}; supported is ${REEL_VERSION}`);
	}
	const bits = cursor.readByte();
	if (bits > 7 || (bits & 3) === 2) cursor.fail(`layout ${bits} does not exist`);
	const layout: Layout = {
		version: bits & 1 ? '1.1' : '1.0',
		keys: bits & 2 ? 'simple' : 'full',
		markers: (bits & 4) !== 0,
	};
	const { names, others } = parseDetails(readMetadata(cursor), (reason) => cursor.fail(reason));
	if (names.length > MAX_MARKERS) cursor.fail(`there are more than ${MAX_MARKERS} markers`);
	const markers = names.map((name) => ({ time: cursor.readFloat64(), name }));
	if (markers.some(({ time }) => Number.isNaN(time))) cursor.fail('the time of a marker is NaN');
	const sections: ReelSection[] = [];
	let curveCount = 0;
	for (let left = cursor.readCount(MAX_SECTIONS); left > 0; left--) {
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
	const curves = readRuns<CurveProperties>(cursor, curveCount, () => {
		const stride = cursor.readByte();
		if (stride !== 2 && stride !== 7) cursor.fail(`${stride} words per key are not supported`);
		return { stride, preWrap: cursor.readCount(2 ** 32 - 1) | 0, postWrap: cursor.readCount(2 ** 32 - 1) | 0 };
	});
	if (curves.length !== curveCount) cursor.fail(`${curves.length} curves instead of ${curveCount}`);
	return { layout, markers, sections, others, curves };
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
