/** Skinned hand models as GLB files. Their 25 joints have WebXR's names. */
export interface HandMeshes {
	readonly left: Uint8Array;
	readonly right: Uint8Array;
}
