/**
 * What `@handreel/core` needs Node for: journals on disk.
 *
 * @module
 */

export { type JournalFile, type JournalFileOptions, openJournal } from './journal-file.ts';
