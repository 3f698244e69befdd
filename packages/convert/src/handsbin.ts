/**
 * Reads and writes Unity XR Hands captures (.handsbin), versions 1 and 2.
 *
 * @example
 * const { recording: old } = decodeHandsbin(bytes);
 * const { bytes: upgraded, issues } = encodeHandsbin(old, { layout: 'handsbin-2' });
 *
 * @module
 */

export { HANDSBIN_LAYOUTS, type HandsbinLayoutName } from './common/signatures.ts';
export { decodeHandsbin } from './handsbin/decode-handsbin.ts';
export { encodeHandsbin, type HandsbinResult } from './handsbin/encode-handsbin.ts';
export type { HandsbinOptions } from './handsbin/options.ts';
export { type HandsbinRecovery, recoverHandsbin } from './handsbin/recover-handsbin.ts';
