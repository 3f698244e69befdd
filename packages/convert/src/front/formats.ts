/** The name of a file format. */
export type FormatName = 'bin' | 'reel' | 'json' | 'csv' | 'glb' | 'gltf' | 'journal';

/** The name of a format that {@link encodeRecording} writes. */
export type WritableFormatName = Exclude<FormatName, 'journal'>;

/** A file format. */
export interface FormatInfo {
	readonly name: FormatName;
	readonly description: string;
	/** Data that is lost when a recording is written in this format. */
	readonly omits: string;
	/** With the dot, in lower case. The first one is the usual one. */
	readonly extensions: readonly string[];
	readonly mediaType: string;
	readonly canRead: boolean;
	readonly canWrite: boolean;
}

/** Every format that recordings are read from or written to. */
export const FORMATS: readonly FormatInfo[] = [
	{
		name: 'bin',
		description: 'MRTK input animation, all six layouts',
		omits: 'nothing, unless the chosen layout cannot hold it',
		extensions: ['.bin'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: true,
	},
	{
		name: 'reel',
		description: 'the whole recording in a fraction of the size, in blocks that decode on their own',
		omits: 'nothing, unless a tolerance is given',
		extensions: ['.reel'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: true,
	},
	{
		name: 'json',
		description: 'every key as readable text',
		omits: 'only the payloads of NaN values',
		extensions: ['.json'],
		mediaType: 'application/json',
		canRead: true,
		canWrite: true,
	},
	{
		name: 'csv',
		description: 'a table of sampled frames, one row per frame',
		omits: 'keys, tangents, wrap modes and layout',
		extensions: ['.csv'],
		mediaType: 'text/csv',
		canRead: true,
		canWrite: true,
	},
	{
		name: 'glb',
		description: 'glTF 2.0 in one binary file: head, joints and gaze as animated nodes',
		omits: 'everything that animated nodes cannot hold; reads only files that handreel wrote',
		extensions: ['.glb'],
		mediaType: 'model/gltf-binary',
		canRead: true,
		canWrite: true,
	},
	{
		name: 'gltf',
		description: 'glTF 2.0 as JSON with embedded buffers',
		omits: 'same as glb',
		extensions: ['.gltf'],
		mediaType: 'model/gltf+json',
		canRead: true,
		canWrite: true,
	},
	{
		name: 'journal',
		description: 'crash-safe journal of a running recorder',
		omits: 'cannot be written',
		extensions: ['.hrj'],
		mediaType: 'application/octet-stream',
		canRead: true,
		canWrite: false,
	},
];
