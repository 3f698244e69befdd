import { SIDES, type Side } from '@handreel/core';
import type { Filled } from '@handreel/core/internal';
import type { HandModels } from '../model/load-hand-models.ts';
import type { BoneMap } from '../model/match-bones.ts';
import type { FigurePlaybackOptions } from '../playback/figure-playback.ts';

/** How hands are drawn: as skinned meshes, as joints and bones, or not at all, with nodes to attach objects to. */
export type HandStyle = 'mesh' | 'joints' | 'nodes';

/** The styles of hands. */
export const HAND_STYLES: readonly HandStyle[] = ['mesh', 'joints', 'nodes'];

/** Figures beside the hands. */
export interface ExtraOptions {
	/** Draws the head. Default false. */
	readonly head?: boolean | undefined;
	/** Draws the ray of the eye gaze. Default false. */
	readonly gaze?: boolean | undefined;
	/** Draws controllers and their rays. Default false. */
	readonly controllers?: boolean | undefined;
}

/** Options of the hands of all renderers. `Rig` is what a renderer loads: an object with bones. The space is WebXR's. */
export interface DrawnHandsOptions<Rig> extends Omit<FigurePlaybackOptions, 'space' | 'raw'>, ExtraOptions {
	/** Default `'mesh'`. A hand without some of its joints is drawn as joints and bones. */
	readonly handStyle?: HandStyle | undefined;
	/** The hands to draw. Default both. */
	readonly sides?: readonly Side[] | undefined;
	/**
	 * The meshes: models from `loadHandModels`, which many hands can share, or objects with bones that you have loaded.
	 * Default: the generic hands, which are loaded from the package.
	 */
	readonly models?: HandModels | Readonly<Record<Side, Rig>> | undefined;
	/** The bones of the models by joint. Default: bones have WebXR's joint names. */
	readonly bones?: BoneMap | undefined;
}

/** Defaults of {@link DrawnHandsOptions}. */
export const DRAWN_HANDS_DEFAULTS: Filled<Pick<DrawnHandsOptions<never>, 'handStyle' | 'sides'>> = {
	handStyle: 'mesh',
	sides: SIDES,
};
