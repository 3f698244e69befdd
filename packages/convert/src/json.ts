/**
 * Converts recordings to JSON and back, bit for bit except NaN payloads.
 *
 * @example
 * const { json, issues } = encodeJson(recording);
 * const { recording: same } = decodeJson(json);
 *
 * @module
 */

export { decodeJson } from './json/decode-json.ts';
export { encodeJson, encodeJsonChunks, type JsonChunks, type JsonResult } from './json/encode-json.ts';
