import { computeCrc32 } from '../bytes/crc32.ts';
import { type BytesLike, toBytes, toView } from '../bytes/view.ts';
import type { Tolerances } from '../compare/tolerances.ts';
import type { Issue } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import { optimizeRecording } from '../optimize/optimize-recording.ts';
import { buildRecording } from './build-recording.ts';
import { JOURNAL_HEADER_WORDS, JOURNAL_MAGIC, JOURNAL_VERSION } from './journal-format.ts';
import { type JournalGap, JournalReplay } from './journal-replay.ts';
import { type JournalRecord, scanRecords } from './journal-scan.ts';

/** What a journal still holds. */
export interface JournalRecovery {
	/** Every frame and marker that is intact, since the last discard; `null` when there is no frame. */
	readonly recording: Recording | null;
	/** How many frames that are. */
	readonly frameCount: number;
	/** Whether it ends with a stop, so that nothing is missing at the end. */
	readonly isComplete: boolean;
	/** What is missing before its end, in order. What is missing at the end nobody can know. */
	readonly gaps: readonly JournalGap[];
	/** `not-a-journal`, `journal-version`, `journal-damaged`, `journal-cut`, `journal-followed`. */
	readonly issues: readonly Issue[];
}

/**
 * Rebuilds a recording from the bytes of a journal, whatever happened to them: every record that is intact counts.
 * Never throws on bytes. Where one journal was appended to another, the first one with a frame counts; `journal-followed`
 * says at which byte to go on for the next. Like {@link Recorder.toRecording}, but by default every key is kept.
 */
export function recoverJournal(bytes: BytesLike, tolerances: Tolerances | 'keep-all' = 'keep-all'): JournalRecovery {
	const all = toBytes(bytes);
	const issues: Issue[] = [];
	const report = (code: Issue['code'], byteOffset: number, message: string, severity: Issue['severity'] = 'warning') =>
		issues.push({ code, severity, message, path: '', byteOffset, time: null });
	const start = checkHeader(all, report);
	const replay = new JournalReplay(start === null ? 0 : all.length, report);
	let end = all.length;
	let hasRecords = false;
	const visit = (record: JournalRecord, journalStart: number | null): boolean => {
		if (journalStart !== null && replay.frameCount > 0) {
			end = journalStart;
			report('journal-followed', end, `another journal starts at ${end}; nothing of it is in this recording`);
			return false;
		}
		if (journalStart !== null) replay.restart();
		replay.add(record);
		hasRecords = true;
		return true;
	};
	if (start !== null) scanRecords(all, start, visit, report);
	const { isComplete, frameCount, sections } = replay;
	if (!hasRecords && issues[0]?.code === 'not-a-journal')
		issues.splice(0, issues.length, { ...issues[0], severity: 'error' });
	if (!isComplete && !issues.some(({ severity, code }) => severity === 'error' || code === 'journal-cut')) {
		report('journal-cut', end, `the journal ends at ${end} without having been stopped`);
	}
	if (frameCount === 0) return { recording: null, frameCount, isComplete, gaps: replay.listGaps(), issues };
	const kept = buildRecording([replay.frames], replay.markers, sections);
	const recording =
		tolerances === 'keep-all' ? kept : optimizeRecording(kept, tolerances === undefined ? {} : { tolerances });
	return { recording, frameCount, isComplete, gaps: replay.listGaps(), issues };
}

type Report = (code: Issue['code'], byteOffset: number, message: string, severity?: Issue['severity']) => void;

// Where to look for records, or null when these are not the bytes of a journal that can be read.
function checkHeader(bytes: Uint8Array, report: Report): number | null {
	const size = JOURNAL_HEADER_WORDS * 4;
	const magic = new Uint8Array(Uint32Array.from(JOURNAL_MAGIC).buffer);
	const isMagic = magic.every((byte, i) => i >= bytes.length || bytes[i] === byte);
	if (bytes.length < size) {
		if (isMagic) report('journal-cut', bytes.length, `the journal ends at ${bytes.length}, inside its header`, 'error');
		else report('not-a-journal', 0, `[0, ${bytes.length}) is not the beginning of a journal`, 'error');
		return null;
	}
	const view = toView(bytes);
	const isChecked = view.getUint32(size - 4, true) === computeCrc32(bytes, 0, size - 4);
	const version = view.getUint32(magic.length, true);
	if (isMagic && isChecked && version !== JOURNAL_VERSION) {
		report('journal-version', 8, `version ${version} of journals is not known; ${JOURNAL_VERSION} is`, 'error');
		return null;
	}
	if (isMagic && isChecked) return size;
	// Records tell by themselves that they are some, so a damaged header costs nothing.
	if (isMagic) report('journal-damaged', 0, `the header [0, ${size}) is damaged`);
	else report('not-a-journal', 0, `[0, ${magic.length}) is not the magic number of a journal`);
	return isMagic ? size : 0;
}
