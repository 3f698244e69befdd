import type { ByteView } from '../bytes/view.ts';
import { RecordingError } from '../issue/error.ts';
import type { Layout } from '../model/layout.ts';
import { countSlots, formatPath, slotPaths } from '../model/order.ts';
import type { Marker } from '../model/recording.ts';
import { CURVE_HEADER_SIZE, FULL_KEY_SIZE, type Header, SIMPLE_KEY_SIZE, slotKeySize } from './header.ts';
import { readMarkers } from './markers.ts';
import { type CurveRun, findImplausible } from './plausible.ts';

/** An attempt to read a file with one key size. It reads curve headers and markers, never keys. */
export interface Reading extends CurveRun {
	readonly header: Header;
	/** Whether a float curve has keys. If not, both key sizes read the same. */
	readonly hasFloatKeys: boolean;
	/** `null` if the file ends with its last curve. */
	readonly markers: readonly Marker[] | null;
	/** Creates the error that explains why the bytes do not fit; `null` if they fit. */
	readonly failure: (() => RecordingError) | null;
}

/**
 * Goes from curve header to curve header and reads the markers that follow.
 *
 * `markers` states whether a marker list must follow; if undefined, it is read if any byte is left.
 */
export function tryReading(view: ByteView, header: Header, keys: Layout['keys'], markers?: boolean): Reading {
	const slots = countSlots(header.flags);
	const { count: slotCount, firstBoolean, endBoolean } = slots;
	const floatKeySize = keys === 'full' ? FULL_KEY_SIZE : SIMPLE_KEY_SIZE;
	const end = view.byteLength;
	let offset = header.firstCurve;
	let slot = 0;
	let hasFloatKeys = false;
	for (; slot < slotCount; slot++) {
		const keysStart = offset + CURVE_HEADER_SIZE;
		if (keysStart > end) break;
		const count = view.getInt32(offset + 8, true);
		const isBoolean = slot >= firstBoolean && slot < endBoolean;
		const keySize = isBoolean ? SIMPLE_KEY_SIZE : floatKeySize;
		if (count < 0 || count * keySize > end - keysStart) break;
		offset = keysStart + count * keySize;
		if (count > 0 && !isBoolean) hasFloatKeys = true;
	}
	const { firstCurve: start } = header;
	const reading = { header, keys, slots, start, reached: slot, end: offset, hasFloatKeys, markers: null };
	if (slot < slots.count) return { ...reading, failure: () => explainCurve(view, reading) };
	if (markers === false && offset < end) return { ...reading, failure: () => explainTrailing(offset, end) };
	if (offset === end && markers !== true) return { ...reading, failure: null };
	try {
		return { ...reading, markers: readMarkers(view, offset), failure: null };
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		return { ...reading, failure: () => error };
	}
}

function explainCurve(view: ByteView, reading: CurveRun & { readonly header: Header }): RecordingError {
	const { header, keys, slots, reached, end: start } = reading;
	const end = view.byteLength;
	const path = slotPaths(header.flags)[reached] ?? '';
	const place = `${formatPath(path)} (read as ${header.version} with ${keys} keys)`;
	const fail = (code: 'truncated' | 'bad-count', byteOffset: number, message: string): RecordingError =>
		new RecordingError({ code, severity: 'error', message: `${place}: ${message}`, path, byteOffset, time: null });

	const keysStart = start + CURVE_HEADER_SIZE;
	const left = end - keysStart;
	if (left < 0) {
		const message = `the curve's header needs ${CURVE_HEADER_SIZE} bytes, but [${start}, ${end}) holds ${end - start}`;
		return fail('truncated', start, message + suspicion(view, reading));
	}
	const count = view.getInt32(start + 8, true);
	if (count < 0) return fail('bad-count', start + 8, `the key count ${count} is negative${suspicion(view, reading)}`);
	const size = count * slotKeySize(slots, keys, reached);
	const message = `${count} keys need ${size} bytes, but [${keysStart}, ${end}) holds ${left}`;
	// The count is wrong if it is larger than any file, or if the bytes that follow cannot be keys of one curve.
	if (size > 0x7fff_ffff || findImplausible(view, reading, true) !== null) {
		return fail('bad-count', start + 8, message);
	}
	return fail('truncated', keysStart, message + suspicion(view, reading));
}

// The first implausible value is often where the damage is, long before the offset at which reading fails.
function suspicion(view: ByteView, run: CurveRun): string {
	const found = findImplausible(view, run);
	return found === null ? '' : `; the first implausible value is ${found.what} at ${found.byteOffset}`;
}

function explainTrailing(offset: number, end: number): RecordingError {
	const message = `[${offset}, ${end}): ${end - offset} unexpected bytes after the curves`;
	const issue = { severity: 'error', message, path: '', byteOffset: offset, time: null } as const;
	return new RecordingError({ code: 'trailing-bytes', ...issue });
}
