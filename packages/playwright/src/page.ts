/**
 * Replays recordings into Playwright pages, without its test runner.
 *
 * @module
 */

export type { HandMeshSource } from './hand-meshes/route-hand-meshes.ts';
export { type LivePage, LivePerformer } from './perform/live-performer.ts';
export { type LiveCall, LiveSide, type LiveTarget } from './perform/live-side.ts';
export { EnterButtonError } from './replay/enter-button-error.ts';
export {
	PAGE_REPLAY_DEFAULTS,
	type PageReplayOptions,
	type Runtime,
	replayIntoPage,
} from './replay/replay-into-page.ts';
export { ENTER_DEFAULTS, type EnterOptions, XRReplay } from './replay/xr-replay.ts';
export type { DrawnObject } from './scene/draw-side-view.ts';
export type { ObjectQuery } from './scene/find-node.ts';
export { OBJECT_MATCH_DEFAULTS } from './scene/match-object.ts';
export type { Person, PersonSide } from './scene/person.ts';
export type { Bounds, Point, SceneNode } from './scene/scene-probe.ts';
export { type SceneSession, XRObject, XRScene } from './scene/xr-object.ts';
