/**
 * Replays recordings into Playwright pages, without its test runner.
 *
 * @module
 */

export type { HandMeshSource } from './hand-meshes/route-hand-meshes.ts';
export { EnterButtonError } from './replay/enter-button-error.ts';
export {
	PAGE_REPLAY_DEFAULTS,
	type PageReplayOptions,
	type Runtime,
	replayIntoPage,
} from './replay/replay-into-page.ts';
export { ENTER_DEFAULTS, type EnterOptions, XRReplay } from './replay/xr-replay.ts';
