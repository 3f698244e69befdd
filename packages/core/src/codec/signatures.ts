import { type BytesLike, toBytes, toView } from '../bytes/view.ts';

/** The first eight bytes of every reel. */
export const REEL_MAGIC: readonly number[] = [0x8a, 0x52, 0x45, 0x45, 0x4c, 0x0d, 0x0a, 0x1a];
/** The first eight bytes of a journal: 93 'H' 'R' 'J' 0d 0a 1a 0a, as two little-endian words. */
export const JOURNAL_MAGIC: readonly [number, number] = [0x4a52_4893, 0x0a1a_0a0d];

/** Returns whether bytes start with the magic number of a reel. */
export function isReel(bytes: BytesLike): boolean {
	const start = toBytes(bytes);
	return start.length >= REEL_MAGIC.length && REEL_MAGIC.every((byte, i) => start[i] === byte);
}

/** Returns whether bytes start with the magic number of a recorder's journal. */
export function isJournal(bytes: BytesLike): boolean {
	const view = toView(toBytes(bytes));
	return view.byteLength >= 8 && JOURNAL_MAGIC.every((word, i) => view.getUint32(i * 4, true) === word);
}
