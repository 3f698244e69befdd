/**
 * Reads and writes captures of IWER, Meta's WebXR emulator, as its `ActionRecorder` and `ActionPlayer` use them.
 *
 * @example
 * const { recording: captured } = decodeIwer(await file.text());
 * const { bytes, issues } = encodeIwer(captured, { frameRate: 72 });
 *
 * @module
 */

export { decodeIwer } from './decode-iwer.ts';
export { encodeIwer, encodeIwerChunks } from './encode-iwer.ts';
export { iwerFormat } from './format.ts';
export type { IwerOptions } from './options.ts';
