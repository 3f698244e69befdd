/** How a recording becomes glTF. */
export interface GltfOptions {
	/**
	 * Hand models to be moved by the joints, as GLB files with a skin whose 25 joints are named as in WebXR, such as
	 * `hands/left.glb` and `hands/right.glb` of this package. Without them there are only nodes, which viewers do not show.
	 */
	readonly meshes?: { readonly left?: Uint8Array; readonly right?: Uint8Array };
	/** Whether a hand shrinks to nothing while it is not tracked. Default `true`. */
	readonly hideLost?: boolean;
	/** How far off a position may be where curves are replaced by samples, in metres. Default 0.0001. */
	readonly positionTolerance?: number;
	/** How far off a rotation or direction may be where it is replaced by samples, in degrees. Default 0.05. */
	readonly rotationToleranceDegrees?: number;
}

/** The default of {@link GltfOptions.positionTolerance}. */
export const POSITION_TOLERANCE = 0.0001;
/** The default of {@link GltfOptions.rotationToleranceDegrees}. */
export const ROTATION_TOLERANCE_DEGREES = 0.05;
