/**
 * The description of MRTK's input animation, for lists of formats. Core's `readRecording` and `writeRecording` read and
 * write it.
 *
 * @example
 * const { recording } = await decodeRecording(bytes, { formats: [binFormat] });
 *
 * @module
 */

export { binFormat } from './format.ts';
