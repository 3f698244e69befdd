/**
 * Journals on disk for Node.js.
 *
 * @module
 */

export { JOURNAL_FILE_DEFAULTS, type JournalFile, type JournalFileOptions, openJournal } from './journal-file.ts';
