import { toView } from '../../bytes/view.ts';
import { CURVE_HEADER_SIZE, FULL_KEY_SIZE, HEADER_SIZE, MAGIC, slotKeySize } from '../../codec/header.ts';
import { findImplausible } from '../../codec/plausible.ts';
import { createFileBuffer } from '../../codec/read.ts';
import { type Reading, tryReading } from '../../codec/reading.ts';
import { CLAMP_FOREVER } from '../../model/curve.ts';
import { SECTIONS } from '../../model/order.ts';

/** A time this close to 0, but not 0, is a small integer misread as a float. */
const MIN_TIME = 1e-30;

/** The last suspects are the most likely: damage shows soon. */
const MAX_SUSPECTS = 8;

/** A file with one corrected key count, and its new reading. */
export interface RepairedCount {
	readonly file: Uint8Array;
	readonly reading: Reading;
	readonly slot: number;
	readonly count: number;
}

/**
 * Corrects the one key count that keeps a file from fitting: of the curve at which reading stopped, or of a curve near the
 * first implausible header. The new count is the number of plausible keys that follow. It is accepted only if the whole
 * file then fits to the last byte.
 */
export function repairCount(file: Uint8Array, reading: Reading): RepairedCount | null {
	const view = toView(file);
	const suspect = findImplausible(view, reading)?.byteOffset ?? reading.end;
	const suspects: { slot: number; start: number }[] = [];
	let start = reading.start;
	for (let slot = 0; slot <= reading.reached && slot < reading.slots.count; slot++) {
		const end = slot < reading.reached ? curveEnd(view, reading, slot, start) : start + CURVE_HEADER_SIZE;
		if (slot === reading.reached || (suspect >= start && suspect <= end + CURVE_HEADER_SIZE))
			suspects.push({ slot, start });
		start = end;
	}
	const copy = file.slice();
	const repaired = toView(copy);
	for (const { slot, start } of suspects.slice(-MAX_SUSPECTS)) {
		if (start + CURVE_HEADER_SIZE > file.length) continue;
		const count = countPlausible(view, start + CURVE_HEADER_SIZE, slotKeySize(reading.slots, reading.keys, slot));
		if (count === view.getInt32(start + 8, true)) continue;
		const stated = repaired.getInt32(start + 8, true);
		repaired.setInt32(start + 8, count, true);
		const again = tryReading(repaired, reading.header, reading.keys);
		if (again.failure === null) return { file: copy, reading: again, slot, count };
		repaired.setInt32(start + 8, stated, true);
	}
	return null;
}

/** Counts the keys from an offset that can belong to one curve: times increase, weighted modes are valid. */
export function countPlausible(view: DataView, keysStart: number, keySize: number): number {
	const limit = Math.floor((view.byteLength - keysStart) / keySize);
	let last = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < limit; i++) {
		const offset = keysStart + i * keySize;
		const time = view.getFloat32(offset, true);
		const isTime = time > last && (time === 0 || Math.abs(time) >= MIN_TIME) && time < Number.POSITIVE_INFINITY;
		const mode = keySize === FULL_KEY_SIZE ? view.getInt32(offset + 24, true) : 0;
		if (!isTime || mode < 0 || mode > 3) return i;
		last = time;
	}
	return limit;
}

function curveEnd(view: DataView, { slots, keys }: Reading, slot: number, start: number): number {
	return start + CURVE_HEADER_SIZE + view.getInt32(start + 8, true) * slotKeySize(slots, keys, slot);
}

/** The curves of a file that are kept. */
export interface Kept {
	/** The number of complete curves. */
	readonly slots: number;
	/** The number of keys of the next curve. */
	readonly keys: number;
	/** The byte offset after the kept data. */
	readonly end: number;
}

/**
 * Builds a file without markers that contains the kept curves of another file, at the same offsets, and curves without
 * keys for the rest. Its keys are aligned for reading without a copy.
 */
export function composeFile(file: Uint8Array, reading: Reading, kept: Kept): Uint8Array<ArrayBuffer> {
	const { header, slots } = reading;
	const { version, flags, firstCurve } = header;
	const isCurveCut = kept.keys > 0;
	const empty = slots.count - kept.slots - (isCurveCut ? 1 : 0);
	const head = new Uint8Array(HEADER_SIZE);
	head.set(MAGIC);
	head[8] = 1;
	head[12] = version === '1.0' ? 0 : 1;
	const end = isCurveCut || kept.slots === slots.count ? kept.end : findCurve(file, reading, kept.slots);
	const composed = createFileBuffer(end + empty * CURVE_HEADER_SIZE, head);
	composed.set(head);
	if (version === '1.1')
		composed.set(
			SECTIONS.map((section) => Number(flags[section])),
			HEADER_SIZE,
		);
	composed.set(file.subarray(firstCurve, end), firstCurve);
	const view = toView(composed);
	if (isCurveCut) view.setInt32(findCurve(file, reading, kept.slots) + 8, kept.keys, true);
	for (let i = 0; i < empty; i++) {
		view.setInt32(end + i * CURVE_HEADER_SIZE, CLAMP_FOREVER, true);
		view.setInt32(end + i * CURVE_HEADER_SIZE + 4, CLAMP_FOREVER, true);
	}
	return composed;
}

// The byte offset of a curve.
function findCurve(file: Uint8Array, reading: Reading, slot: number): number {
	const view = toView(file);
	let offset = reading.start;
	for (let i = 0; i < slot; i++) offset = curveEnd(view, reading, i, offset);
	return offset;
}
