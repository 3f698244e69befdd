import { computeCrc32 } from '../bytes/crc32.ts';
import { toView } from '../bytes/view.ts';
import { JOURNAL_MAGIC } from '../codec/signatures.ts';
import type { ReadBudget } from '../issue/budget.ts';
import type { Issue } from '../issue/error.ts';
import { JOURNAL_HEADER_WORDS, RECORD_HEADER_WORDS, SYNC_WORD, UNCHECKED_BYTES } from './journal-format.ts';
import { MAX_FRAME_WORDS } from './packed-frame.ts';

/** An intact record of a journal. */
export interface JournalRecord {
	readonly byteOffset: number;
	readonly number: number;
	readonly take: number;
	/** Kind and section bits. */
	readonly kind: number;
	/** A view of the journal, at any alignment. */
	readonly content: Uint8Array;
}

const HEADER_SIZE: number = RECORD_HEADER_WORDS * 4;
const JOURNAL_HEADER_SIZE: number = JOURNAL_HEADER_WORDS * 4;
const FIRST_BYTE: number = SYNC_WORD & 0xff;
/**
 * Limits the time that crafted bytes can cost: after checksums that fail have covered this many times the size of the
 * journal, the scan accepts only records no longer than a frame, which are cheap to check.
 */
const MAX_FAILED_PASSES = 8;
/** Bytes that are checked at the cost of a step. */
const CHECKED_PER_STEP = 8;
const FRAME_SIZE: number = MAX_FRAME_WORDS * 4;

/**
 * Finds the intact records of a journal in order. After damaged bytes, which are reported, it continues at the next record
 * with a correct checksum. Throws `too-large` for bytes that cost too much to check. `visit` also gets the offset of the journal header right before a record, or `null`; it returns
 * false to end the scan.
 */
export function scanRecords(
	bytes: Uint8Array,
	start: number,
	visit: (record: JournalRecord, journalStart: number | null) => boolean,
	report: (code: Issue['code'], byteOffset: number, message: string) => void,
	budget: ReadBudget,
): void {
	const view = toView(bytes);
	let effort = MAX_FAILED_PASSES * bytes.length;
	const readRecord = (at: number): JournalRecord | null => {
		if (at + HEADER_SIZE > bytes.length || view.getUint32(at, true) !== SYNC_WORD) return null;
		const size = view.getUint32(at + 8, true);
		const end = at + HEADER_SIZE + size;
		if (size % 4 !== 0 || end > bytes.length || (effort < 0 && size > FRAME_SIZE)) return null;
		budget.chargeSteps((end - at) / CHECKED_PER_STEP);
		if (computeCrc32(bytes, at + UNCHECKED_BYTES, end) !== view.getUint32(at + 4, true)) {
			effort -= end - at;
			return null;
		}
		const [number, take, kind] = [12, 16, 20].map((offset) => view.getUint32(at + offset, true)) as [
			number,
			number,
			number,
		];
		return { byteOffset: at, number, take, kind, content: bytes.subarray(at + HEADER_SIZE, end) };
	};
	let at = start;
	while (at < bytes.length) {
		const bad = at;
		let record = readRecord(at);
		while (record === null && at >= 0) {
			at = bytes.indexOf(FIRST_BYTE, at + 1);
			if (at >= 0) record = readRecord(at);
		}
		if (record === null) {
			// No record follows. The bytes are damaged, unless they begin a record that continues after the end.
			if (isCut(view, bad)) report('journal-cut', bad, `journal ends at ${bytes.length}, inside the record at ${bad}`);
			else report('journal-damaged', bad, `[${bad}, ${bytes.length}) contains no intact record`);
			return;
		}
		const header = at - JOURNAL_HEADER_SIZE;
		const journalStart = header >= bad && isJournalHeader(bytes, view, header) ? header : null;
		const badEnd = journalStart ?? at;
		if (badEnd > bad) report('journal-damaged', bad, `[${bad}, ${badEnd}) contains no intact record`);
		if (!visit(record, journalStart)) return;
		at = record.byteOffset + HEADER_SIZE + record.content.length;
	}
}

function isJournalHeader(bytes: Uint8Array, view: DataView, at: number): boolean {
	const end = at + JOURNAL_HEADER_SIZE - 4;
	const isMagic = JOURNAL_MAGIC.every((word, i) => view.getUint32(at + i * 4, true) === word);
	return isMagic && view.getUint32(end, true) === computeCrc32(bytes, at, end);
}

function isCut(view: DataView, at: number): boolean {
	const left = view.byteLength - at;
	for (let i = 0; i < Math.min(4, left); i++)
		if (view.getUint8(at + i) !== ((SYNC_WORD >>> (i * 8)) & 0xff)) return false;
	return left < HEADER_SIZE || view.getUint32(at + 8, true) > left - HEADER_SIZE;
}
