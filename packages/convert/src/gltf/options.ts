import type { HandMeshes } from '../common/hand-meshes.ts';

/** How recordings are written as glTF. */
export interface GltfOptions {
	/**
	 * Hand models that the joints move, for example from `loadHandMeshes` of `@handreel/convert/hands`. Without them the file
	 * has only nodes, which viewers do not show.
	 */
	readonly meshes?: Partial<HandMeshes>;
	/** Scale a hand or controller to 0 while it is not tracked. Default `true`. */
	readonly hideLost?: boolean;
	/** The largest error of positions where samples replace curves, in meters. Default 0.0001. */
	readonly positionTolerance?: number;
	/** The largest error of rotations and directions where samples replace curves, in degrees. Default 0.05. */
	readonly rotationToleranceDegrees?: number;
}

/** The defaults of {@link GltfOptions}. */
export const GLTF_DEFAULTS = { hideLost: true, positionTolerance: 0.0001, rotationToleranceDegrees: 0.05 } as const;
