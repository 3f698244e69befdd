/**
 * Reads rooms that Meta's Synthetic Environment Module captured, which IWER uses.
 *
 * @example const { room } = decodeSem(await file.text()).recording;
 *
 * @module
 */

export { decodeSem } from './decode-sem.ts';
export { semFormat } from './format.ts';
