import type { HandSample } from '@handreel/core';
import type { Object3D } from 'three';

/** A hand that can be drawn. */
export interface HandFigure {
	readonly object: Object3D;
	/** Moves the figure to the joints of a hand in WebXR's space. Allocates nothing. */
	pose(hand: HandSample): void;
	/** Frees the memory of the figure. */
	dispose(): void;
}

/** The parts of a hand are drawn after this many other transparent objects; depth comes first. */
export const RENDER_ORDER = 1;
