import { toView } from '../../bytes/view.ts';
import { CURVE_HEADER_SIZE, HEADER_SIZE, MAGIC, slotKeySize } from '../../codec/header.ts';
import { createFileBuffer } from '../../codec/read.ts';
import type { Reading } from '../../codec/reading.ts';
import { CLAMP_FOREVER } from '../../model/curve.ts';
import { SECTIONS } from '../../model/order.ts';

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
function findCurve(file: Uint8Array, { start, slots, keys }: Reading, slot: number): number {
	const view = toView(file);
	let offset = start;
	for (let i = 0; i < slot; i++) {
		offset += CURVE_HEADER_SIZE + view.getInt32(offset + 8, true) * slotKeySize(slots, keys, i);
	}
	return offset;
}
