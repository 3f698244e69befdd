import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { type HandSample, POSE_STRIDE } from '@handreel/core';

/** A hand that can be drawn. */
export interface HandFigure {
	readonly node: TransformNode;
	/** Moves the figure to the joints of a hand in WebXR's space. Allocates nothing. */
	pose(hand: HandSample): void;
	/** Frees the memory of the figure. */
	dispose(): void;
}

/** Skin around the joints, in meters. */
const MARGIN = 0.03;
const low = /* @__PURE__ */ new Vector3();
const high = /* @__PURE__ */ new Vector3();
const point = /* @__PURE__ */ new Vector3();

/**
 * Puts the bounds of a mesh around the joints of a hand. Babylon.js sorts transparent meshes by their center, which else would be that
 * of the bind pose.
 */
export function encloseHand({ joints, present }: HandSample, mesh: AbstractMesh): void {
	low.setAll(Number.POSITIVE_INFINITY);
	high.setAll(Number.NEGATIVE_INFINITY);
	for (let i = 0; i < present.length; i++) {
		if (present[i] !== 1) continue;
		const at = i * POSE_STRIDE;
		point.set(joints[at]!, joints[at + 1]!, joints[at + 2]!);
		low.minimizeInPlace(point);
		high.maximizeInPlace(point);
	}
	if (!(low.x <= high.x)) return;
	low.addInPlaceFromFloats(-MARGIN, -MARGIN, -MARGIN);
	high.addInPlaceFromFloats(MARGIN, MARGIN, MARGIN);
	mesh.getBoundingInfo().reConstruct(low, high, mesh.worldMatrixFromCache);
}
