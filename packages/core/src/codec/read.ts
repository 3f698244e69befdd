import { type ByteSource, readSource, type SourceOptions } from '../bytes/source.ts';
import { type BytesLike, isBytesLike, toBytes, toView } from '../bytes/view.ts';
import { type LimitOptions, ReadBudget } from '../issue/budget.ts';
import { failAt, type Issue } from '../issue/error.ts';
import { assembleFileRecording } from '../model/create-recording.ts';
import { type Curve, FULL_STRIDE, SIMPLE_STRIDE } from '../model/curve.ts';
import type { Layout, LayoutName } from '../model/layout.ts';
import { buildSections, type Sections } from '../model/order.ts';
import type { Recording, RecordingWith, Section } from '../model/recording.ts';
import { detectLayout } from './detect.ts';
import { CURVE_HEADER_SIZE, firstCurveOffset, HEADER_SIZE, hasMagic, readHeader } from './header.ts';
import type { Reading } from './reading.ts';

const WORD_SIZE = 4;
/** Memory of a marker beside its name. */
const MARKER_BYTES = 64;

/** How {@link readRecording} reads. */
export interface ReadOptions<S extends Section = never> extends LimitOptions {
	/** Sections that the file must have, otherwise reading throws `missing-section`. The result's type has them. */
	readonly require?: readonly S[] | undefined;
	/** Read with this layout instead of detecting it. */
	readonly layout?: Layout | LayoutName | undefined;
	/**
	 * Use the given bytes instead of a copy, if they are aligned (see `loadBytes` and `createFileBuffer`). Do not change
	 * them afterward. Bytes that are not aligned are copied.
	 */
	readonly keep?: boolean | undefined;
	/** Called for warnings, such as `ambiguous-layout`. Errors always throw. */
	readonly onIssue?: ((issue: Issue) => void) | undefined;
}

/** Returns whether bytes start with the magic number of an input animation. */
export function isRecording(bytes: BytesLike): boolean {
	return hasMagic(toView(toBytes(bytes)));
}

/**
 * Reads a recording from the bytes of a file, in any of the six layouts.
 *
 * Costs at most one copy of the bytes; curves are views of that copy. Throws {@link RecordingError} with one of
 * `empty-file`, `bad-magic`, `unsupported-version`, `bad-flag`, `truncated`, `bad-count`, `bad-string`,
 * `bad-marker-time`, `trailing-bytes`, `layout-mismatch`, `missing-section`, `too-large`.
 *
 * @example
 * const recording = readRecording(bytes, { require: ['hands'] });
 * getCurveKeys(recording.hands.left.joints.indexTip.position.x); // Float32Array: time, value, time, value, …
 */
export function readRecording<S extends Section = never>(
	bytes: BytesLike,
	options: ReadOptions<S> = {},
): RecordingWith<S> {
	const file = toBytes(bytes);
	const view = toView(file);
	const budget = new ReadBudget(options.limits, file.length);
	budget.chargeSteps(file.length / WORD_SIZE);
	const header = readHeader(view);
	for (const section of options.require ?? []) {
		if (header.flags[section] !== true) failAt('missing-section', section, 16, `the file has no section '${section}'`);
	}
	const { reading, layout, ambiguity } = detectLayout(view, header, options.layout);
	if (ambiguity !== null) options.onIssue?.(ambiguity);

	// From the first curve to the markers everything is a multiple of 4 bytes: a copy that starts there is aligned.
	const { firstCurve } = header;
	const isAligned = (file.byteOffset + firstCurve) % 4 === 0;
	const curves = file.subarray(firstCurve, reading.end);
	const isKept = options.keep === true && isAligned;
	budget.chargeBytes((isKept ? 0 : curves.length) + MARKER_BYTES * (reading.markers?.length ?? 0));
	const sections = buildCurves(reading, isKept ? curves : curves.slice());
	return assembleFileRecording(layout, reading.markers ?? [], sections) satisfies Recording as RecordingWith<S>;
}

/**
 * Creates a buffer to read a file into, aligned so that `readRecording(bytes, { keep: true })` does not copy it.
 * `loadBytes` does both in one call.
 *
 * The alignment depends on the version of the file: pass its first 16 bytes or more, or nothing for version 1.1. Note
 * the `byteOffset` of the result. Throws `RangeError` for an invalid length, and for more bytes than fit into a buffer.
 *
 * @example
 * const bytes = createFileBuffer(size, head);
 * readSync(fd, bytes, 0, size, 0);
 * const recording = readRecording(bytes, { keep: true });
 */
export function createFileBuffer(byteLength: number, head?: BytesLike): Uint8Array<ArrayBuffer> {
	if (!Number.isSafeInteger(byteLength) || byteLength < 0) {
		throw new RangeError(`byteLength: ${byteLength} is not a number of bytes`);
	}
	const first = head === undefined ? undefined : toBytes(head);
	const isOld = first !== undefined && first.length >= 16 && first[12] === 0;
	const shift = -firstCurveOffset(isOld ? '1.0' : '1.1') & 3;
	try {
		return new Uint8Array(new ArrayBuffer(shift + byteLength), shift, byteLength);
	} catch (error) {
		throw new RangeError(`byteLength: ${byteLength} bytes are more than the engine allocates at once`, {
			cause: error,
		});
	}
}

function buildCurves(reading: Reading, curves: Uint8Array): Sections {
	const { header, keys, slots } = reading;
	const { firstBoolean, endBoolean } = slots;
	const floats = new Float32Array(curves.buffer, curves.byteOffset, curves.byteLength / 4);
	const words = new Uint32Array(curves.buffer, curves.byteOffset, curves.byteLength / 4);
	const floatStride = keys === 'full' ? FULL_STRIDE : SIMPLE_STRIDE;
	let slot = 0;
	// In words from the first curve on.
	let end = 0;
	const next = (): Curve => {
		const isBoolean = slot >= firstBoolean && slot < endBoolean;
		const stride = isBoolean ? SIMPLE_STRIDE : floatStride;
		const header = end;
		const count = words[header + 2]!;
		const start = header + CURVE_HEADER_SIZE / 4;
		end = start + count * stride;
		slot++;
		return {
			kind: isBoolean ? 'boolean' : 'float',
			count,
			stride,
			start,
			floats,
			words,
			preWrap: words[header]! | 0,
			postWrap: words[header + 1]! | 0,
		};
	};
	return buildSections(header.flags, next);
}

/** How {@link loadRecording} reads. */
export interface LoadOptions<S extends Section = never> extends Omit<ReadOptions<S>, 'keep'>, SourceOptions {}

/**
 * Loads all bytes of a file into memory, aligned so that `readRecording(bytes, { keep: true })` copies nothing.
 *
 * Bytes in memory are returned as they are, as a `Uint8Array` over the same memory. A Blob or a reader is read piece by
 * piece straight into place; the pieces of a stream are collected first. If a reader has fewer bytes than it announced,
 * so has the result. Rejects with the signal's reason when aborted, with `TypeError` for something that is not a
 * source, with `RangeError` for a file that is too large for a buffer, and with the source's own errors.
 *
 * @example
 * const bytes = await loadBytes(file, { onProgress: (count) => console.log(count / file.size) });
 * const recording = readRecording(bytes, { keep: true });
 */
export function loadBytes(source: ByteSource, options: SourceOptions = {}): Promise<Uint8Array> {
	return readSource(source, HEADER_SIZE, createFileBuffer, options);
}

/**
 * Loads a recording from a Blob, File, Response, stream, async iterable, reader, or from bytes in memory.
 *
 * Copies the bytes once, into place. Rejects where {@link readRecording} throws and where {@link loadBytes} rejects.
 *
 * @example const recording = await loadRecording(await fetch('grab.bin'), { onProgress: console.log });
 */
export async function loadRecording<S extends Section = never>(
	source: ByteSource,
	options: LoadOptions<S> = {},
): Promise<RecordingWith<S>> {
	const bytes = await loadBytes(source, options);
	return readRecording(bytes, { ...options, keep: !isBytesLike(source) });
}
