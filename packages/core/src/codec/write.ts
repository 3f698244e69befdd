import { toView } from '../bytes/view.ts';
import { type Curve, FULL_STRIDE, getCurveWords, WEIGHTED_BOTH } from '../model/curve.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import { SECTIONS } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import { CURVE_HEADER_SIZE, HEADER_SIZE, MAGIC, slotKeySize } from './header.ts';
import { writeMarkers } from './markers.ts';
import { planWriting, type WriteOptions, type WritePlan } from './plan.ts';

/**
 * Returns the size of the file that {@link writeRecording} would write, in bytes. Throws and reports issues like it.
 */
export function getRecordingByteLength(recording: Recording, options: WriteOptions = {}): number {
	return planWriting(recording, options).byteLength;
}

/**
 * Writes a recording as the bytes of a file.
 *
 * An unchanged recording is written as the bytes that it was read from. Without `layout` nothing is lost. If the layout cannot
 * store the content (`section-lost`, `tangents-lost`, `markers-lost`, `characters-lost`), throws {@link
 * RecordingError}, or calls `onIssue` and writes the rest. Throws `TypeError` or `RangeError` for a recording that no
 * file can store.
 *
 * @example const forUnity = writeRecording(recording, { layout: 'mrtk-1.1' });
 */
export function writeRecording(recording: Recording, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
	return writeRecordingWithLayout(recording, options).bytes;
}

/** A recording as the bytes of a file, with the layout that was chosen. */
export interface WrittenRecording {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly layout: LayoutName;
}

/** {@link writeRecording} that also returns the layout. */
export function writeRecordingWithLayout(recording: Recording, options: WriteOptions = {}): WrittenRecording {
	const plan = planWriting(recording, options);
	const bytes = new Uint8Array(plan.byteLength);
	writePlan(plan, bytes);
	return { bytes, layout: describeLayout(plan.layout).name };
}

function writePlan(plan: WritePlan, target: Uint8Array): void {
	const { layout, flags, curves, markers, names, byteLength } = plan;
	const view = toView(target);
	target.set(MAGIC);
	view.setInt32(8, 1, true);
	view.setInt32(12, layout.version === '1.1' ? 1 : 0, true);
	let offset = HEADER_SIZE;
	if (layout.version === '1.1') for (const section of SECTIONS) target[offset++] = flags[section] ? 1 : 0;
	for (let slot = 0; slot < curves.length; ) {
		const end = findRunEnd(plan, slot);
		writeRun(curves, slot, end, strideOf(plan, slot), target, offset + CURVE_HEADER_SIZE);
		for (; slot < end; slot++) {
			const curve = curves[slot]!;
			view.setInt32(offset, curve.preWrap, true);
			view.setInt32(offset + 4, curve.postWrap, true);
			view.setInt32(offset + 8, curve.count, true);
			offset += CURVE_HEADER_SIZE + curve.count * strideOf(plan, slot) * 4;
		}
	}
	if (layout.markers) offset = writeMarkers(target, view, offset, markers, names);
	if (offset !== byteLength) throw new RangeError(`wrote ${offset} bytes where ${byteLength} were planned`);
}

// Words per key in the file.
function strideOf({ slots, layout }: WritePlan, slot: number): number {
	return slotKeySize(slots, layout.keys, slot) / 4;
}

// Curves that lie in memory as in the file, with room for a header in between, are one run. A recording that was read
// and is written in its own layout is a single run.
function findRunEnd(plan: WritePlan, slot: number): number {
	const { curves } = plan;
	let end = slot;
	for (; end + 1 < curves.length; end++) {
		const { floats, start, count, stride } = curves[end]!;
		const next = curves[end + 1]!;
		const isNext = next.floats === floats && next.start === start + count * stride + CURVE_HEADER_SIZE / 4;
		if (!isNext || stride !== strideOf(plan, end) || next.stride !== strideOf(plan, end + 1)) break;
	}
	return end + 1;
}

// Copies a run. The bytes between its curves are overwritten by their headers afterward.
function writeRun(
	curves: readonly Curve[],
	first: number,
	end: number,
	stride: number,
	target: Uint8Array,
	byteOffset: number,
): void {
	const curve = curves[first]!;
	const last = curves[end - 1]!;
	const words =
		curve.stride === stride
			? curve.words.subarray(curve.start, last.start + last.count * last.stride)
			: convertKeys(curve, stride);
	target.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), byteOffset);
}

// Adds or removes words of keys. Copies words, because copying floats may change NaN bits.
function convertKeys(curve: Curve, wanted: number): Uint32Array {
	const { count, stride } = curve;
	const words = getCurveWords(curve);
	const converted = new Uint32Array(count * wanted);
	for (let i = 0; i < count; i++) {
		converted[i * wanted] = words[i * stride]!;
		converted[i * wanted + 1] = words[i * stride + 1]!;
		if (wanted === FULL_STRIDE) converted[i * FULL_STRIDE + 6] = WEIGHTED_BOTH;
	}
	return converted;
}
