/**
 * Replays recordings into Playwright pages, without its test runner.
 *
 * @module
 */

export { describePage, type LookChange, type PageDescription, type PageHold } from './describe/describe-page.ts';
export type { Cause } from './describe/find-causes.ts';
export type { Closing, Hold } from './describe/find-holds.ts';
export { nameObject, type ObjectName } from './describe/name-object.ts';
export { type WriteTestOptions, type WrittenTest, writeTest } from './describe/write-test.ts';
export type { HandMeshSource } from './hand-meshes/route-hand-meshes.ts';
export { type LivePage, LivePerformer } from './perform/live-performer.ts';
export { type LiveCall, LiveSide } from './perform/live-side.ts';
export type { LiveTarget } from './perform/live-target.ts';
export type { ScenePerformer, SceneSide } from './perform/scene-plan.ts';
export type { EyesComparison, EyesDifference } from './replay/compare-eyes.ts';
export { EnterButtonError } from './replay/enter-button-error.ts';
export type { EnterOptions } from './replay/entrance.ts';
export { OBJECT_CHECKS } from './replay/object-checks.ts';
export type { PageErrorMode } from './replay/page-errors.ts';
export {
	type PageReplayOptions,
	type Runtime,
	replayIntoPage,
} from './replay/replay-into-page.ts';
export { XRReplay } from './replay/xr-replay.ts';
export type { DrawnObject } from './scene/draw-side-view.ts';
export type { HoldMovement } from './scene/hold-movement.ts';
export type { ObjectMatch } from './scene/match-object.ts';
export type { Person, PersonSide } from './scene/person.ts';
export { Rig } from './scene/rig.ts';
export { type SceneSession, XRObject, XRScene } from './scene/xr-object.ts';
