/** How {@link encodeBvh} writes. */
export interface BvhOptions {
	/** Frames per second. Default {@link BVH_DEFAULTS}. */
	readonly frameRate?: number;
	/**
	 * Write positions of every joint for one program, because programs read them differently: Blender replaces the offset of
	 * a joint, three.js adds to it. Default: bones have a constant length, which both read alike.
	 */
	readonly exact?: BvhTarget;
}

/** A program that reads exact positions. */
export type BvhTarget = 'blender' | 'three';

/** The defaults of {@link BvhOptions}. */
export const BVH_DEFAULTS = { frameRate: 60 } as const;

/** How {@link decodeBvh} reads the file of another program. */
export interface BvhReadOptions {
	/** Which joints to read. Files that handreel wrote need none. */
	readonly map?: BvhMap;
}

/** Which joints of a file are which parts of a recording. */
export interface BvhMap {
	/**
	 * The part of each joint: `head`, `left_wrist`, `right_indexTip` and so on, or an object with the part and a rotation
	 * (x y z w) from the axes of the part to those of the joint. Joints that are absent are ignored.
	 */
	readonly joints: Readonly<Record<string, string | { readonly part: string; readonly rotation: readonly number[] }>>;
	/** Meters per unit of the file. Default 0.01: centimeters. */
	readonly metersPerUnit?: number;
	/** Whether positions are added to the offset of a joint, as three.js reads them. Default: they replace it. */
	readonly addsOffsets?: boolean;
}
