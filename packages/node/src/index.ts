/**
 * Files on disk for Node.js: journals of recordings, and aligned reading.
 *
 * @module
 */

export { type JournalFile, type JournalFileOptions, openJournal } from './journal-file.ts';
export { borrowMemory, type ReadOpenFile, readFully, readOpenFile } from './read-open-file.ts';
