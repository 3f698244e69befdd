/** The name of a file format that the command reads or writes. */
export type FormatName = 'bin' | 'json' | 'csv' | 'glb' | 'gltf' | 'journal';

/** A file format, and what it keeps. */
export interface FormatInfo {
	readonly name: FormatName;
	readonly endings: readonly string[];
	readonly canRead: boolean;
	readonly canWrite: boolean;
	readonly what: string;
	/** What is not carried over when a recording is written in this format. */
	readonly loses: string;
}

/** All formats. Data only: what reads and writes them is loaded when it is needed. */
export const FORMATS: readonly FormatInfo[] = [
	{
		name: 'bin',
		endings: ['.bin'],
		canRead: true,
		canWrite: true,
		what: 'input animation (MRTK), all six layouts',
		loses: 'nothing, unless --layout asks for a layout that cannot hold it',
	},
	{
		name: 'json',
		endings: ['.json'],
		canRead: true,
		canWrite: true,
		what: 'every key as readable text',
		loses: 'only the payloads of NaN values',
	},
	{
		name: 'csv',
		endings: ['.csv'],
		canRead: true,
		canWrite: true,
		what: 'a table of frames, one row for each time',
		loses: 'keys, tangents, wrap modes and layout: frames are sampled',
	},
	{
		name: 'glb',
		endings: ['.glb'],
		canRead: true,
		canWrite: true,
		what: 'glTF 2.0 in one file: head, joints and gaze as animated nodes',
		loses: 'what animated nodes cannot hold; read back only if handreel wrote it',
	},
	{
		name: 'gltf',
		endings: ['.gltf'],
		canRead: true,
		canWrite: true,
		what: 'glTF 2.0 as JSON, with its data inside',
		loses: 'as glb',
	},
	{
		name: 'journal',
		endings: ['.hrj'],
		canRead: true,
		canWrite: false,
		what: 'what a recorder wrote while it was running',
		loses: '–',
	},
];

/** The format with a name. Throws for an unknown one. */
export function findFormat(name: string): FormatInfo {
	const format = FORMATS.find((one) => one.name === name);
	if (format === undefined) throw new Error(`'${name}' is none of ${FORMATS.map((one) => one.name).join(', ')}`);
	return format;
}

/** The format that a file name ends in, or `null`. */
export function formatOfName(name: string): FormatInfo | null {
	const lower = name.toLowerCase();
	return FORMATS.find(({ endings }) => endings.some((ending) => lower.endsWith(ending))) ?? null;
}

/** The formats that can be written, as a user types them. */
export const WRITABLE: readonly FormatName[] = FORMATS.filter(({ canWrite }) => canWrite).map(({ name }) => name);
