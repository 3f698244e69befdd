import type { DataOption, LimitOptions, OptionsOf } from '@handreel/core';
import { merge } from '../common/merge.ts';
import { FRAME_RATE } from '../frames/options.ts';

/** The options of {@link encodeBvh}. */
export const BVH_OPTIONS = {
	frameRate: /* @__PURE__ */ merge(FRAME_RATE, { default: 60 }),
	exact: {
		type: 'choice',
		choices: ['blender', 'three'],
		title: 'Exact positions',
		text: 'write the positions of all joints for one program: Blender replaces the offset of a joint, three.js adds to it',
		otherwise: 'constant bone lengths, which both read alike',
	},
	unit: {
		type: 'choice',
		choices: ['m', 'cm'],
		default: 'cm',
		title: 'Unit',
		text: 'unit of length: meters or centimeters',
	},
} as const;

/** How {@link encodeBvh} writes. */
export type BvhOptions = OptionsOf<typeof BVH_OPTIONS>;

/** A unit of length. */
export type BvhUnit = NonNullable<BvhOptions['unit']>;

/** A program that reads exact positions. */
export type BvhTarget = NonNullable<BvhOptions['exact']>;

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

const BVH_MAP: DataOption<BvhMap> = {
	type: 'data',
	title: 'Map',
	text: 'what the joints of a BVH file of another program are',
};

/** The options of {@link decodeBvh}. */
export const BVH_READ_OPTIONS = { map: BVH_MAP } as const;

/** How {@link decodeBvh} reads the file of another program. */
export type BvhReadOptions = OptionsOf<typeof BVH_READ_OPTIONS> & LimitOptions;
