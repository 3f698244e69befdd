/**
 * Converts recordings to JSON and back, bit for bit except NaN payloads.
 *
 * @example
 * const { json, issues } = recordingToJson(recording);
 * const { recording: same } = recordingFromJson(json);
 *
 * @module
 */

export { recordingFromJson } from './json/from-json.ts';
export { type JsonChunks, type JsonResult, recordingToJson, recordingToJsonChunks } from './json/to-json.ts';
