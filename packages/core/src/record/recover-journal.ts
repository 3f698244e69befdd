import { computeCrc32 } from '../bytes/crc32.ts';
import { type BytesLike, toBytes, toView } from '../bytes/view.ts';
import { JOURNAL_MAGIC } from '../codec/signatures.ts';
import { type LimitOptions, ReadBudget } from '../issue/budget.ts';
import { type Issue, RecordingError } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { buildRecording, type RecordedKeysOptions, thinKeys } from './build-recording.ts';
import { JOURNAL_HEADER_WORDS, JOURNAL_VERSIONS } from './journal-format.ts';
import { type JournalGap, JournalReplay } from './journal-replay.ts';
import { type JournalRecord, scanRecords } from './journal-scan.ts';

/** The result of {@link recoverJournal}. */
export interface JournalRecovery {
	/** The intact frames and markers since the last discard; `null` if there is no frame. */
	readonly recording: Recording | null;
	/** The number of intact frames. */
	readonly frameCount: number;
	/** Whether the journal ends with a stop, so that nothing is missing at the end. */
	readonly isComplete: boolean;
	/** The gaps before the last record, in order. How much is missing after it is unknown. */
	readonly gaps: readonly JournalGap[];
	/** `not-a-journal`, `journal-version`, `journal-damaged`, `journal-cut`, `journal-followed`, `too-large`. */
	readonly issues: readonly Issue[];
}

/** How {@link recoverJournal} reads. */
export interface RecoverJournalOptions extends RecordedKeysOptions, LimitOptions {}

/** Memory and work of a byte of a journal: the frames, and the keys that they become. */
const BYTE_BYTES = 6;
const BYTE_STEPS = 1 / 4;
/** Memory of an issue. */
const ISSUE_BYTES = 512;

/**
 * Rebuilds a recording from the intact records of a journal. Damaged or missing bytes are reported as issues and gaps;
 * it never throws because of them.
 *
 * If several journals were appended to each other, it recovers the first journal that has a frame; `journal-followed` reports
 * the offset of the next. Unlike {@link Recorder.toRecording} it keeps all keys, unless there are tolerances. Nothing of a journal
 * beyond `limits` is recovered.
 */
export function recoverJournal(bytes: BytesLike, options: RecoverJournalOptions = {}): JournalRecovery {
	const all = toBytes(bytes);
	const budget = new ReadBudget(options.limits, all.length);
	try {
		budget.chargeBytes(BYTE_BYTES * all.length);
		budget.chargeSteps(BYTE_STEPS * all.length);
		return recoverWithin(budget, all, options);
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		return { recording: null, frameCount: 0, isComplete: false, gaps: [], issues: [error.issue] };
	}
}

function recoverWithin(budget: ReadBudget, all: Uint8Array, options: RecordedKeysOptions): JournalRecovery {
	const { tolerances, keepAllKeys = tolerances === undefined } = options;
	const issues: Issue[] = [];
	const report: Report = (code, byteOffset, message, severity = 'warning') => {
		budget.chargeBytes(ISSUE_BYTES);
		issues.push({ code, severity, message, path: '', byteOffset, time: null });
	};
	const start = checkHeader(all, report);
	const replay = new JournalReplay(start === null ? 0 : all.length, report);
	let end = all.length;
	let hasRecords = false;
	const visit = (record: JournalRecord, journalStart: number | null): boolean => {
		if (journalStart !== null && replay.frameCount > 0) {
			end = journalStart;
			report('journal-followed', end, `another journal starts at ${end}; it is not part of this recording`);
			return false;
		}
		if (journalStart !== null) replay.restart();
		replay.add(record);
		hasRecords = true;
		return true;
	};
	if (start !== null) scanRecords(all, start, visit, report, budget);
	const { isComplete, frameCount, sections } = replay;
	if (!hasRecords && issues[0]?.code === 'not-a-journal')
		issues.splice(0, issues.length, { ...issues[0], severity: 'error' });
	if (!isComplete && !issues.some(({ severity, code }) => severity === 'error' || code === 'journal-cut')) {
		report('journal-cut', end, `journal ends at ${end} without a stop record`);
	}
	if (frameCount === 0) return { recording: null, frameCount, isComplete, gaps: replay.listGaps(), issues };
	const complete = buildRecording([replay.frames], replay.markers, sections, replay.details, replay.values);
	const recording = thinKeys(complete, { tolerances, keepAllKeys });
	return { recording, frameCount, isComplete, gaps: replay.listGaps(), issues };
}

type Report = (code: Issue['code'], byteOffset: number, message: string, severity?: Issue['severity']) => void;

// Returns the offset of the first record, or null if the bytes are not a readable journal.
function checkHeader(bytes: Uint8Array, report: Report): number | null {
	const size = JOURNAL_HEADER_WORDS * 4;
	const magic = new Uint8Array(Uint32Array.from(JOURNAL_MAGIC).buffer);
	const isMagic = magic.every((byte, i) => i >= bytes.length || bytes[i] === byte);
	if (bytes.length < size) {
		if (isMagic) report('journal-cut', bytes.length, `journal ends at ${bytes.length}, inside its header`, 'error');
		else report('not-a-journal', 0, `[0, ${bytes.length}) is not the start of a journal`, 'error');
		return null;
	}
	const view = toView(bytes);
	const isChecked = view.getUint32(size - 4, true) === computeCrc32(bytes, 0, size - 4);
	const version = view.getUint32(magic.length, true);
	if (isMagic && isChecked && !JOURNAL_VERSIONS.includes(version)) {
		const expected = JOURNAL_VERSIONS.join(' or ');
		report('journal-version', 8, `journal version ${version} is not supported; expected ${expected}`, 'error');
		return null;
	}
	if (isMagic && isChecked) return size;
	// Records are recognized by themselves, so a damaged header loses nothing.
	if (isMagic) report('journal-damaged', 0, `header [0, ${size}) is damaged`);
	else report('not-a-journal', 0, `[0, ${magic.length}) is not the magic number of a journal`);
	return isMagic ? size : 0;
}
