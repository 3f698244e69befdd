/**
 * Recorded and live hands in three.js.
 *
 * @example
 * import { loadRecording } from '@handreel/core';
 * import { RecordedHands } from '@handreel/three';
 * const hands = new RecordedHands(await loadRecording(await fetch('grab.bin')));
 * scene.add(hands);
 * renderer.setAnimationLoop(() => hands.update(timer.getDelta()));
 *
 * @module
 */

export { type AnimationClipOptions, createAnimationClip } from './clip/create-animation-clip.ts';
export { GhostMaterial, type GhostMaterialOptions } from './figure/ghost-material.ts';
export { PAINT_COLORS, type PaintOptions } from './figure/paint.ts';
export type { RecordedHandsOptions } from './hands/options.ts';
export { RecordedHands } from './hands/recorded-hands.ts';
export {
	type HandSourceEvents,
	type HandSourceInput,
	type HandSourceJoint,
	type PinchRule,
	RecordedHandSource,
	type RecordedHandSourceOptions,
} from './source/recorded-hand-source.ts';
