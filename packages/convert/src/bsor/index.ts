/**
 * Reads replays of Beat Saber (BSOR): head and controllers of real players.
 *
 * @example const { recording: replayed } = decodeBsor(new Uint8Array(await file.arrayBuffer()));
 *
 * @module
 */

export { decodeBsor } from './decode-bsor.ts';
export { bsorFormat } from './format.ts';
