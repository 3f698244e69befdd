/**
 * Reads landmarks of MediaPipe's hand trackers, to which it fits hands with 26 joints.
 *
 * @example const { recording: fitted } = decodeMediapipe(await file.text(), { handLength: 0.18 });
 *
 * @module
 */

export { decodeMediapipe } from './decode-mediapipe.ts';
export { mediapipeFormat } from './format.ts';
export type { MediapipeReadOptions } from './options.ts';
