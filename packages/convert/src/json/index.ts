/**
 * Converts recordings to JSON and back, bit for bit except NaN payloads.
 *
 * @example
 * const { bytes, issues } = encodeJson(recording);
 * const { recording: same } = decodeJson(bytes);
 *
 * @module
 */

export { decodeJson } from './decode-json.ts';
export { encodeJson, encodeJsonChunks } from './encode-json.ts';
export { jsonFormat } from './format.ts';
