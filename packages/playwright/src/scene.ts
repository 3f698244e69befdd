/**
 * Objects of 3D pages: find, click, drag and read them. For any script with a page of Playwright or Puppeteer; the fixture
 * `scene` of `@handreel/playwright` is the same in Playwright's test runner.
 *
 * @module
 */

export type {
	Bounds,
	CameraState,
	ListOptions,
	ObjectChange,
	ObjectPlace,
	ObjectReference,
	PageBox,
	Point,
	SceneAim,
	SceneCamera,
	SceneHit,
	SceneList,
	SceneNode,
	ScenePick,
	SceneProbe,
	SceneSight,
	UnseenReason,
} from './probe/types.ts';
export type { ActionOptions, PointerOptions } from './scene/act.ts';
export { attachScene, type ScriptedPage } from './scene/attach-scene.ts';
export { SceneCameraView } from './scene/camera-view.ts';
export type { ScreenMark } from './scene/draw-screen.ts';
export type { ObjectProperties, ObjectQuery, QueryHelpers, QueryStep } from './scene/find-node.ts';
export type { RunStep } from './scene/run-step.ts';
export { Scene, type SceneFailure, type SceneOptions } from './scene/scene.ts';
export { type DragOptions, type DragTarget, type ObjectFilter, SceneObject } from './scene/scene-object.ts';
export type { SceneFrame, SceneHandle, ScenePage } from './scene/scene-page.ts';
export type { SnapshotOptions } from './scene/snapshot.ts';
