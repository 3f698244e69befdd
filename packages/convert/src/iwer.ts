/**
 * Reads and writes captures of IWER, Meta's WebXR emulator, as its `ActionRecorder` and `ActionPlayer` use them.
 *
 * @example
 * const { recording } = decodeIwer(recorder.toJSON());
 * const { json, issues } = encodeIwer(recording, { frameRate: 72 });
 *
 * @module
 */

export { decodeIwer } from './iwer/decode-iwer.ts';
export { encodeIwer, encodeIwerChunks, type IwerChunks, type IwerResult } from './iwer/encode-iwer.ts';
export type { IwerOptions } from './iwer/options.ts';
