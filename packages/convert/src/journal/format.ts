import { isJournal } from '@handreel/core/internal';
import { type Format, NO_OPTIONS } from '../common/format.ts';

/** Journals of recorders, which core writes and recovers. */
export const journalFormat = {
	name: 'journal',
	title: 'Journal',
	description: 'crash-safe journal of a running recorder',
	losses: {},
	extensions: ['.hrj'],
	mediaType: 'application/octet-stream',
	reads: 'all',
	writes: false,
	options: NO_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: {},
	matches: ({ bytes }) => isJournal(bytes),
	loadDecoder: async () => (await import('./decode-journal.ts')).decodeJournal,
	loadRecovery: async () => (await import('./decode-journal.ts')).recoverJournalFile,
} as const satisfies Format;
