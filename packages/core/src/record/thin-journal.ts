import { type BytesLike, toBytes, toView } from '../bytes/view.ts';
import { JOURNAL_MAGIC } from '../codec/signatures.ts';
import { failAt } from '../issue/error.ts';
import { JOURNAL_HEADER_WORDS, RECORD_HEADER_WORDS, RECORD_KINDS, SYNC_WORD } from './journal-format.ts';

const HEADER_SIZE: number = JOURNAL_HEADER_WORDS * 4;
const RECORD_HEADER_SIZE: number = RECORD_HEADER_WORDS * 4;

/** The result of {@link thinJournal}. */
export interface ThinnedJournal {
	/** The records that stay. */
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** The number of bytes that were read: the end of the last whole record. */
	readonly byteLength: number;
}

/**
 * Removes frames from a journal: of each `every` frames the first stays, and so does everything that is not a frame. Takes a
 * whole journal, or a part that starts with a record. The result is read by {@link recoverJournal}, which lists the removed
 * frames as gaps. Contents are not looked at, so the cost is that of a copy.
 *
 * Throws `RecordingError` (`journal-damaged`) where no record starts, and `RangeError` if `every` is not a whole number from 1.
 */
export function thinJournal(journal: BytesLike, every: number): ThinnedJournal {
	if (!Number.isSafeInteger(every) || every < 1) throw new RangeError(`every: ${every} is not a whole number from 1`);
	const bytes = toBytes(journal);
	const view = toView(bytes);
	const out = new Uint8Array(bytes.length);
	let length = 0;
	let frames = 0;
	let at = 0;
	const copyUntil = (end: number): void => {
		out.set(bytes.subarray(at, end), length);
		length += end - at;
	};
	if (bytes.length >= HEADER_SIZE && view.getUint32(0, true) === JOURNAL_MAGIC[0]) {
		copyUntil(HEADER_SIZE);
		at = HEADER_SIZE;
	}
	while (at + RECORD_HEADER_SIZE <= bytes.length) {
		if (view.getUint32(at, true) !== SYNC_WORD) failAt('journal-damaged', '', at, `${at} does not start a record`);
		const end = at + RECORD_HEADER_SIZE + view.getUint32(at + 8, true);
		if (end > bytes.length) break;
		if (view.getUint8(at + 20) !== RECORD_KINDS.frame || frames++ % every === 0) copyUntil(end);
		at = end;
	}
	return { bytes: out.slice(0, length), byteLength: at };
}
