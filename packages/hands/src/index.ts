/**
 * The shared part of renderers of recorded hands: playback with fading, live frames, hand models as arrays, and retargeting.
 * `@handreel/three` and `@handreel/babylon` build on it.
 *
 * @example
 * import { FigurePlayback, loadHandModels } from '@handreel/hands';
 * const models = await loadHandModels();
 * const playback = new FigurePlayback(recording, { space: 'webxr' });
 * const { hands } = playback.update(1 / 60); // once per frame
 *
 * @module
 */

// live

export { LIVE_DEFAULTS, LiveFrames, type LiveFramesOptions } from './live/live-frames.ts';

// playback

export {
	FigurePlayback,
	type FigurePlaybackOptions,
	type FigureSource,
} from './playback/figure-playback.ts';
export { type Bounds, findBounds, findFrameBounds } from './playback/find-bounds.ts';

// model

export { getHandMeshUrl, type HandMeshOptions, loadHandMeshes } from './hand-files.ts';
export { DRAWN_BONES, DRAWN_JOINTS, type DrawnBone, type DrawnJoint } from './model/drawn-parts.ts';
export { type HandModels, loadHandModels } from './model/load-hand-models.ts';
export { type BoneMap, matchBones, WEBXR_BONES } from './model/match-bones.ts';
export { type HandModel, readHandModel } from './model/read-hand-model.ts';
export { MATRIX_SIZE, writeBoneMatrices, writeJointMatrices } from './model/write-matrices.ts';

// draw

export { type DrawnExtras, type DrawnHand, HandsDriver } from './draw/hands-driver.ts';
export {
	DRAWN_HANDS_DEFAULTS,
	type DrawnHandsOptions,
	type ExtraOptions,
	HAND_STYLES,
	type HandStyle,
} from './draw/options.ts';

// retarget

export { createHandSkeleton, type HandSkeleton, SKELETON_JOINTS } from './retarget/hand-skeleton.ts';
export {
	type RetargetOptions,
	type RetargetResult,
	retargetHand,
	type TipError,
} from './retarget/retarget-hand.ts';
