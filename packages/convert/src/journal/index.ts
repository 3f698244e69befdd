/**
 * The description of journals, for lists of formats. `@handreel/core/record` writes and recovers them.
 *
 * @example
 * const { recording } = await decodeRecording(bytes, { formats: [journalFormat] });
 *
 * @module
 */

export { journalFormat } from './format.ts';
