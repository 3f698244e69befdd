/**
 * Replays recordings into pages of Playwright without its test runner.
 *
 * @module
 */

export { createHandGlb } from './hand-glb.ts';
export { type PageReplayOptions, type Runtime, replayIntoPage } from './replay-into-page.ts';
export type { HandMeshes } from './route-hand-meshes.ts';
export { type EnterOptions, XRReplay } from './xr-replay.ts';
