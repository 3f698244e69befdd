import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { HandSample } from '@handreel/core';

/** A hand that can be drawn. */
export interface HandFigure {
	readonly node: TransformNode;
	/** Moves the figure to the joints of a hand in WebXR's space. Allocates nothing. */
	pose(hand: HandSample): void;
	/** Frees the memory of the figure. */
	dispose(): void;
}
