import { LAYOUTS } from '@handreel/core';
import { HANDSBIN_LAYOUTS } from '../common/signatures.ts';
import type { EncodeOptions, FileLayoutName } from './encode-options.ts';

/** The name of a file format. */
export type FormatName =
	| 'bin'
	| 'reel'
	| 'json'
	| 'csv'
	| 'glb'
	| 'gltf'
	| 'handsbin'
	| 'iwer'
	| 'bvh'
	| 'anim'
	| 'parquet'
	| 'npz'
	| 'mcap'
	| 'journal';

/** The name of a format that {@link encodeRecording} writes. */
export type WritableFormatName = Exclude<FormatName, 'journal'>;

/** The name of a format that {@link decodeRecording} reads. */
export type ReadableFormatName = Exclude<FormatName, 'anim' | 'npz'>;

/**
 * The kinds of data in a recording, in the order of tables. `rays` are pointing rays and pinch strength, `keys` the times
 * and values of keys, `tangents` tangents, weights and steps, `wraps` wrap modes.
 */
export const DATA_KINDS = [
	'head',
	'hands',
	'gaze',
	'rays',
	'radii',
	'controllers',
	'markers',
	'tracks',
	'info',
	'keys',
	'tangents',
	'wraps',
] as const;

/** A kind of data in a recording. */
export type DataKind = (typeof DATA_KINDS)[number];

/** How much of each kind of data a format loses. It keeps the kinds that are absent. */
export type FormatLosses = { readonly [K in DataKind]?: 'some' | 'all' };

/** A file format. */
export interface FormatInfo {
	readonly name: FormatName;
	/** The name in prose, as on a button. */
	readonly title: string;
	readonly description: string;
	/** Data that is lost, for a recording that has everything, written with default options. */
	readonly losses: FormatLosses;
	/** With the dot, in lower case. The first one is the usual one. The longest extension that fits a name decides. */
	readonly extensions: readonly string[];
	readonly mediaType: string;
	readonly canRead: boolean;
	readonly canWrite: boolean;
	/** Whether only files that handreel wrote can be read. */
	readonly readsOwnOnly: boolean;
	/** The options of {@link encodeRecording} that have an effect. */
	readonly options: readonly (keyof EncodeOptions)[];
	/** The values of the option `layout`. */
	readonly layouts: readonly FileLayoutName[];
}

const ANIMATED: FormatLosses = { keys: 'some', tangents: 'some' };
const TABLE_OPTIONS = ['frameRate', 'times', 'space', 'raw'] as const;
const NAMED_TABLE_OPTIONS = ['frameRate', 'times', 'space', 'raw', 'name'] as const;
const GLTF_OPTIONS = ['meshes', 'hideLost', 'positionTolerance', 'rotationToleranceDegrees'] as const;

/** Every format that recordings are read from or written to. */
export const FORMATS: readonly FormatInfo[] = [
	{
		name: 'bin',
		title: 'MRTK',
		description: 'MRTK input animation, all six layouts',
		losses: { rays: 'all', radii: 'all', controllers: 'all', tracks: 'all', info: 'all' },
		extensions: ['.bin'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: true,
		readsOwnOnly: false,
		options: ['layout'],
		layouts: /* @__PURE__ */ LAYOUTS.map(({ name }) => name),
	},
	{
		name: 'reel',
		title: 'Reel',
		description: 'the whole recording in a fraction of the size, in blocks that decode on their own',
		losses: {},
		extensions: ['.reel'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: true,
		readsOwnOnly: false,
		options: ['tolerances'],
		layouts: [],
	},
	{
		name: 'json',
		title: 'JSON',
		description: 'every key as readable text',
		losses: {},
		extensions: ['.json'],
		mediaType: 'application/json',
		canRead: true,
		canWrite: true,
		readsOwnOnly: false,
		options: [],
		layouts: [],
	},
	{
		name: 'csv',
		title: 'CSV',
		description: 'a table of sampled frames, one row per frame',
		losses: {
			radii: 'all',
			controllers: 'some',
			tracks: 'all',
			info: 'all',
			keys: 'some',
			tangents: 'all',
			wraps: 'all',
		},
		extensions: ['.csv'],
		mediaType: 'text/csv',
		canRead: true,
		canWrite: true,
		readsOwnOnly: false,
		options: TABLE_OPTIONS,
		layouts: [],
	},
	{
		name: 'glb',
		title: 'GLB',
		description: 'glTF 2.0 in one binary file: head, joints and gaze as animated nodes',
		losses: ANIMATED,
		extensions: ['.glb'],
		mediaType: 'model/gltf-binary',
		canRead: true,
		canWrite: true,
		readsOwnOnly: true,
		options: GLTF_OPTIONS,
		layouts: [],
	},
	{
		name: 'gltf',
		title: 'glTF',
		description: 'glTF 2.0 as JSON with embedded buffers',
		losses: ANIMATED,
		extensions: ['.gltf'],
		mediaType: 'model/gltf+json',
		canRead: true,
		canWrite: true,
		readsOwnOnly: true,
		options: GLTF_OPTIONS,
		layouts: [],
	},
	{
		name: 'handsbin',
		title: 'Unity XR Hands',
		description: 'Unity XR Hands capture, versions 1 and 2',
		losses: {
			gaze: 'all',
			radii: 'all',
			controllers: 'all',
			markers: 'all',
			tracks: 'all',
			info: 'all',
			keys: 'some',
			tangents: 'all',
			wraps: 'all',
		},
		extensions: ['.handsbin'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: true,
		readsOwnOnly: false,
		options: ['layout', 'frameRate'],
		layouts: HANDSBIN_LAYOUTS,
	},
	{
		name: 'iwer',
		title: 'IWER',
		description: "capture for IWER's ActionPlayer: hands and controllers in WebXR's space",
		losses: {
			gaze: 'all',
			markers: 'all',
			tracks: 'all',
			info: 'all',
			keys: 'some',
			tangents: 'all',
			wraps: 'all',
		},
		extensions: ['.iwer.json'],
		mediaType: 'application/json',
		canRead: true,
		canWrite: true,
		readsOwnOnly: false,
		options: ['frameRate'],
		layouts: [],
	},
	{
		name: 'bvh',
		title: 'BVH',
		description: 'skeleton with motion for Blender, three.js and other programs',
		losses: {
			hands: 'some',
			gaze: 'all',
			rays: 'all',
			radii: 'all',
			controllers: 'all',
			markers: 'all',
			tracks: 'all',
			info: 'all',
			keys: 'some',
			tangents: 'all',
			wraps: 'all',
		},
		extensions: ['.bvh'],
		mediaType: 'text/plain',
		canRead: true,
		canWrite: true,
		readsOwnOnly: true,
		options: ['frameRate', 'exact'],
		layouts: [],
	},
	{
		name: 'anim',
		title: 'Unity clip',
		description: 'Unity animation clip: a position and a rotation curve per joint',
		losses: {
			hands: 'some',
			gaze: 'all',
			rays: 'some',
			radii: 'all',
			controllers: 'some',
			tracks: 'some',
			info: 'all',
		},
		extensions: ['.anim'],
		mediaType: 'text/yaml',
		canRead: false,
		canWrite: true,
		readsOwnOnly: false,
		options: ['paths'],
		layouts: [],
	},
	{
		name: 'parquet',
		title: 'Parquet',
		description: 'a table of sampled frames for DuckDB, pandas and Polars; may hold several recordings',
		losses: { tracks: 'all', keys: 'some', tangents: 'all', wraps: 'all' },
		extensions: ['.parquet'],
		mediaType: 'application/vnd.apache.parquet',
		canRead: true,
		canWrite: true,
		readsOwnOnly: false,
		options: NAMED_TABLE_OPTIONS,
		layouts: [],
	},
	{
		name: 'npz',
		title: 'NPZ (NumPy)',
		description: 'sampled frames as arrays for NumPy',
		losses: { tracks: 'all', keys: 'some', tangents: 'all', wraps: 'all' },
		extensions: ['.npz'],
		mediaType: 'application/zip',
		canRead: false,
		canWrite: true,
		readsOwnOnly: false,
		options: TABLE_OPTIONS,
		layouts: [],
	},
	{
		name: 'mcap',
		title: 'MCAP',
		description: 'sampled frames as Foxglove messages for Foxglove, Lichtblick and Rerun',
		losses: {},
		extensions: ['.mcap'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: true,
		readsOwnOnly: true,
		options: ['frameRate', 'times'],
		layouts: [],
	},
	{
		name: 'journal',
		title: 'Journal',
		description: 'crash-safe journal of a running recorder',
		losses: {},
		extensions: ['.hrj'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: false,
		readsOwnOnly: false,
		options: [],
		layouts: [],
	},
];

/** Returns the format that the extension of a file name stands for, or `null`. The longest extension decides. */
export function findFormatOfName(name: string): FormatInfo | null {
	const lower = name.toLowerCase();
	let found: FormatInfo | null = null;
	let longest = 0;
	for (const format of FORMATS) {
		for (const extension of format.extensions) {
			if (extension.length <= longest || !lower.endsWith(extension)) continue;
			found = format;
			longest = extension.length;
		}
	}
	return found;
}
