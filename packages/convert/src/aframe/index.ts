/**
 * Reads recordings of A-Frame's motion capture components, as `avatar-recorder` and `motion-capture-recorder` write them.
 *
 * @example const { recording: captured } = decodeAframe(await file.text());
 *
 * @module
 */

export { decodeAframe } from './decode-aframe.ts';
export { aframeFormat } from './format.ts';
