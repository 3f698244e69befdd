/** The name of a file format that the command reads or writes. */
export type FormatName = 'bin' | 'json' | 'csv' | 'glb' | 'gltf' | 'journal';

/** A file format. */
export interface FormatInfo {
	readonly name: FormatName;
	readonly extensions: readonly string[];
	readonly canRead: boolean;
	readonly canWrite: boolean;
	readonly description: string;
	/** Data that is lost when a recording is written in this format. */
	readonly notKept: string;
}

/** All formats. Data only: the code that reads and writes them is loaded when needed. */
export const FORMATS: readonly FormatInfo[] = [
	{
		name: 'bin',
		extensions: ['.bin'],
		canRead: true,
		canWrite: true,
		description: 'MRTK input animation, all six layouts',
		notKept: '–, unless --layout names a layout that cannot hold everything',
	},
	{
		name: 'json',
		extensions: ['.json'],
		canRead: true,
		canWrite: true,
		description: 'every key as text',
		notKept: 'payloads of NaN values',
	},
	{
		name: 'csv',
		extensions: ['.csv'],
		canRead: true,
		canWrite: true,
		description: 'a table with one row per time',
		notKept: 'keys, tangents, wrap modes, layout (frames are sampled)',
	},
	{
		name: 'glb',
		extensions: ['.glb'],
		canRead: true,
		canWrite: true,
		description: 'binary glTF 2.0 with head, joints and gaze as animated nodes',
		notKept: 'data that animated nodes cannot hold; only files written by handreel can be read',
	},
	{
		name: 'gltf',
		extensions: ['.gltf'],
		canRead: true,
		canWrite: true,
		description: 'glTF 2.0 as JSON with embedded data',
		notKept: 'same as glb',
	},
	{
		name: 'journal',
		extensions: ['.hrj'],
		canRead: true,
		canWrite: false,
		description: 'written by a recorder while it records',
		notKept: '–',
	},
];

/** The format with a name. Throws for an unknown one. */
export function findFormat(name: string): FormatInfo {
	const format = FORMATS.find((one) => one.name === name);
	if (format === undefined) throw new Error(`unknown format '${name}': use ${WRITABLE.join(', ')}`);
	return format;
}

/** The format that the extension of a file name stands for, or `null`. */
export function formatOfName(name: string): FormatInfo | null {
	const lower = name.toLowerCase();
	return FORMATS.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension))) ?? null;
}

/** The names of the formats that can be written. */
export const WRITABLE: readonly FormatName[] = FORMATS.filter(({ canWrite }) => canWrite).map(({ name }) => name);
