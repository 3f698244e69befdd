import type { Side } from '@handreel/core';
import type { BoneMap, FigurePlaybackOptions, HandModels } from '@handreel/hands';
import type { Object3D } from 'three';
import type { ExtraOptions } from '../figure/extra-figures.ts';
import type { PaintOptions } from '../figure/paint.ts';

/** How hands are drawn: as skinned meshes, as joints and bones, or not at all, with nodes to attach objects to. */
export type HandShape = 'mesh' | 'joints' | 'nodes';

/** The shapes of hands. */
export const HAND_SHAPES: readonly HandShape[] = ['mesh', 'joints', 'nodes'];

/** Options of `RecordedHands`. The space is always WebXR's, which is that of three.js. */
export interface RecordedHandsOptions extends Omit<FigurePlaybackOptions, 'space' | 'raw'>, PaintOptions, ExtraOptions {
	/** Default `'mesh'`. A hand without some of its joints is drawn as joints and bones. */
	readonly shape?: HandShape;
	/** The hands to draw. Default both. */
	readonly sides?: readonly Side[];
	/**
	 * The meshes: models from `loadHandModels`, which many hands can share, or objects with bones of your own. Default: the
	 * generic hands, which are loaded from the package.
	 */
	readonly models?: HandModels | Readonly<Record<Side, Object3D>>;
	/** The bones of the models by joint. Default: bones have WebXR's joint names. */
	readonly bones?: BoneMap;
}

/** Defaults of {@link RecordedHandsOptions}. */
export const RECORDED_HANDS_DEFAULTS: Readonly<Required<Pick<RecordedHandsOptions, 'shape' | 'sides'>>> = {
	shape: 'mesh',
	sides: ['left', 'right'],
};
