import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Side } from '@handreel/core';
import type { BoneMap, FigurePlaybackOptions, HandModels } from '@handreel/hands';
import type { ExtraOptions } from '../figure/extra-figures.ts';
import type { PaintOptions } from '../figure/paint.ts';

/** How hands are drawn: as skinned meshes, as joints and bones, or not at all, with nodes to attach objects to. */
export type HandShape = 'mesh' | 'joints' | 'nodes';

/** The shapes of hands. */
export const HAND_SHAPES: readonly HandShape[] = ['mesh', 'joints', 'nodes'];

/** Options of `RecordedHands`. */
export interface RecordedHandsOptions extends Omit<FigurePlaybackOptions, 'space' | 'raw'>, PaintOptions, ExtraOptions {
	/** Default `'mesh'`. A hand without some of its joints is drawn as joints and bones. */
	readonly shape?: HandShape;
	/** The hands to draw. Default both. */
	readonly sides?: readonly Side[];
	/**
	 * The meshes: models from `loadHandModels`, or the root nodes of glTF files that you have loaded. Default: the generic
	 * hands, which are loaded from the package.
	 */
	readonly models?: HandModels | Readonly<Record<Side, TransformNode>>;
	/** The bones of the models by joint. Default: bones have WebXR's joint names. */
	readonly bones?: BoneMap;
}

/** Defaults of {@link RecordedHandsOptions}. */
export const RECORDED_HANDS_DEFAULTS: Readonly<Required<Pick<RecordedHandsOptions, 'shape' | 'sides'>>> = {
	shape: 'mesh',
	sides: ['left', 'right'],
};
