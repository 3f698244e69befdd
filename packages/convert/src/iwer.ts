/**
 * Reads and writes captures of IWER, Meta's WebXR emulator, as its `ActionRecorder` and `ActionPlayer` use them.
 *
 * @example
 * const { recording: captured } = decodeIwer(await file.text());
 * const { json, issues } = encodeIwer(captured, { frameRate: 72 });
 *
 * @module
 */

export { decodeIwer } from './iwer/decode-iwer.ts';
export { encodeIwer, encodeIwerChunks, type IwerChunks, type IwerResult } from './iwer/encode-iwer.ts';
export type { IwerOptions } from './iwer/options.ts';
