import type { DataOption, OptionsOf, SettingsOf } from '@handreel/core';

/** Skinned hand models as GLB files. Their 25 joints have WebXR's names. */
export interface HandMeshes {
	readonly left: Uint8Array;
	readonly right: Uint8Array;
}

const MESHES: DataOption<Partial<HandMeshes>> = {
	type: 'data',
	title: 'Hand meshes',
	text: 'skinned hand meshes that the joints move, as `loadHandMeshes` of `@handreel/hands` loads them',
	otherwise: 'only nodes, which viewers do not show',
	isForPrograms: true,
};

/** The options of {@link encodeGlb}. */
export const GLTF_OPTIONS = {
	meshes: MESHES,
	flat: {
		type: 'flag',
		default: false,
		title: 'Flat',
		text: 'write joints as siblings in the space of the scene, for smaller files',
	},
	hideLost: {
		type: 'flag',
		default: true,
		title: 'Hide lost hands',
		text: 'scale a hand or controller to 0 while it is not tracked',
		isForPrograms: true,
	},
	positionTolerance: {
		type: 'number',
		unit: 'm',
		above: 0,
		default: 0.0001,
		title: 'Position tolerance',
		text: 'largest error of positions where samples replace curves',
		isForPrograms: true,
	},
	rotationToleranceDegrees: {
		type: 'number',
		unit: '°',
		above: 0,
		default: 0.05,
		title: 'Rotation tolerance',
		text: 'largest error of rotations and directions where samples replace curves',
		isForPrograms: true,
	},
} as const;

/** How recordings are written as glTF. */
export type GltfOptions = OptionsOf<typeof GLTF_OPTIONS>;

/** {@link GltfOptions} with defaults filled in. */
export type GltfSettings = SettingsOf<typeof GLTF_OPTIONS>;
