/** A file of another program that handreel does not read. */
export interface ForeignFormat {
	/** With its article, as in `the file is an FBX scene`. */
	readonly name: string;
	/** What can be done. */
	readonly hint: string;
	/** Bytes at the start. */
	readonly magic?: string;
	/** What the first kilobytes of a text look like. */
	readonly text?: RegExp;
	/** Whether bytes without a fixed start are of this format. */
	readonly test?: (head: Uint8Array, text: string) => boolean;
}

const table = (tool: string): string =>
	`write its poses as a CSV table with ${tool}, and read that with a map of its columns`;
const PYTHON = 'Python';

/** The first that fits names a file. */
export const FOREIGN_FORMATS: readonly ForeignFormat[] = [
	{ name: 'an HDF5 file (as of EgoDex)', magic: '\x89HDF\r\n\x1a\n', hint: table('h5py') },
	{
		name: 'an FBX scene',
		magic: 'Kaydara FBX Binary',
		hint: 'export it as BVH, from Blender for example, and read that with a map',
	},
	{
		name: 'an FBX scene',
		text: /^; FBX \d/,
		hint: 'export it as BVH, from Blender for example, and read that with a map',
	},
	{ name: 'a ROS 1 bag', magic: '#ROSBAG', hint: table('the Python package rosbags') },
	{
		name: 'an SQLite database (as a ROS 2 bag)',
		magic: 'SQLite format 3\0',
		hint: table('the Python package rosbags'),
	},
	{ name: 'a NumPy array (.npy)', magic: '\x93NUMPY', hint: table('NumPy') },
	{ name: 'a Tilt Brush sketch', magic: 'tilT', hint: 'it holds brush strokes; the package xror converts their poses' },
	{
		name: 'a USD scene',
		magic: 'PXR-USDC',
		hint: 'export it as BVH, from Blender for example, and read that with a map',
	},
	{
		name: 'a USD scene',
		text: /^#usda /,
		hint: 'export it as BVH, from Blender for example, and read that with a map',
	},
	{ name: 'Zstandard data', magic: '\x28\xb5\x2f\xfd', hint: 'unpack it first' },
	{ name: 'gzip data', magic: '\x1f\x8b', hint: 'unpack it first' },
	{ name: 'a ZIP archive', magic: 'PK\x03\x04', hint: 'unpack it first' },
	{
		name: 'a Python pickle',
		hint: `${table(PYTHON)}; loading a pickle of a stranger runs its code`,
		test: ([first, second = 0]) => first === 0x80 && second >= 2 && second <= 5,
	},
	{
		name: 'a C3D file',
		hint: table('the Python package ezc3d'),
		test: ([first = 0, second]) => second === 0x50 && first > 0 && first < 9,
	},
	{
		name: 'an XROR recording',
		hint: table('the Python package xror'),
		// BSON: the length of the document, and a field.
		test: ([, , , , type = 0], text) => type > 0 && type < 0x14 && /\$schema\0|hardware\0/.test(text),
	},
	{
		name: 'a Leap Motion recording',
		hint: table('a script'),
		// The frame of a Leap controller, the format of leapjs-playback, and that format as LZString packs it.
		text: /^N4Ig[\w+/]{16}|^\s*\{.*"(?:interactionBox|pointables|currentFrameRate)"|^\s*\{\s*"metadata"\s*:.*"frames"\s*:/s,
	},
];

/** Finds the format of the start of a file, or `null`. `text` is the same as text. */
export function findForeign(head: Uint8Array, text: string): ForeignFormat | null {
	const startsWith = (magic: string): boolean => [...magic].every((letter, i) => head[i] === letter.charCodeAt(0));
	const fits = ({ magic, text: pattern, test }: ForeignFormat): boolean =>
		magic !== undefined
			? startsWith(magic)
			: pattern !== undefined
				? pattern.test(text)
				: (test?.(head, text) ?? false);
	return FOREIGN_FORMATS.find(fits) ?? null;
}
