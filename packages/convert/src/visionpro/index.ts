/**
 * Reads `tracking.jsonl` of VisionProTeleop: head and hands that Apple Vision Pro tracked.
 *
 * @example const { recording: tracked } = decodeVisionPro(await file.text());
 *
 * @module
 */

export { decodeVisionPro } from './decode-visionpro.ts';
export { visionproFormat } from './format.ts';
