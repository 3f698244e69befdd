/**
 * Reads and writes Unity XR Hands captures (.handsbin), versions 1 and 2.
 *
 * @example
 * const { recording: old } = decodeHandsbin(bytes);
 * const { bytes: upgraded, issues } = encodeHandsbin(old, { layout: 'handsbin-2' });
 *
 * @module
 */

export { decodeHandsbin } from './decode-handsbin.ts';
export { encodeHandsbin } from './encode-handsbin.ts';
export { handsbinFormat } from './format.ts';
export type { HandsbinLayoutName, HandsbinOptions } from './options.ts';
export { type HandsbinRecovery, recoverHandsbin } from './recover-handsbin.ts';
