/**
 * Performs hands, head, eyes and controllers by script, and records them.
 *
 * @example
 * import { Performer } from '@handreel/core/perform';
 * const performer = new Performer({ space: 'webxr' });
 * performer.right.reach([0.2, 1.1, -0.4]).pinch().moveTo([0, 1.2, -0.4]).release();
 * const recording = performer.toRecording();
 *
 * @module
 */

export { type FingerDegrees, HAND_SHAPES, type HandShape, type HandShapeName } from './perform/hand-shapes.ts';
export { PERFORMER_DEFAULTS, type PerformerOptions, type PerformerSettings } from './perform/options.ts';
export type { ObjectOptions, PerformedObject } from './perform/performed-object.ts';
export type {
	MoveOptions,
	PerformedSide,
	PerformTarget,
	ReachMoveOptions,
	ScrollOptions,
	SwipeDirection,
	TimedOptions,
} from './perform/performed-side.ts';
export { Performer, type WalkOptions } from './perform/performer.ts';
export type { HandTurn } from './perform/turn-hand.ts';
export { createVariants, type VariantOptions } from './perform/variants.ts';
