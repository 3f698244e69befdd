/**
 * Recordings as JSON, both ways, without loss (NaN payloads excepted).
 *
 * @example
 * const { json, issues } = recordingToJson(recording);
 * const { recording: same } = recordingFromJson(json);
 *
 * @module
 */

export { recordingFromJson } from './json/from-json.ts';
export { type JsonChunks, type JsonResult, recordingToJson, recordingToJsonChunks } from './json/to-json.ts';
