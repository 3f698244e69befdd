import { type Format, NO_OPTIONS } from '../common/format.ts';
import { FRAME_OPTIONS } from '../frames/options.ts';

/** NumPy archives of sampled frames. */
export const npzFormat = {
	name: 'npz',
	title: 'NPZ (NumPy)',
	description: 'sampled frames as arrays for NumPy',
	losses: { tracks: 'all', room: 'all', keys: 'some', tangents: 'all', wraps: 'all' },
	extensions: ['.npz'],
	mediaType: 'application/zip',
	reads: 'no',
	writes: true,
	options: FRAME_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: {},
	// The name of the first file of a ZIP archive follows its header.
	matches: (head) => head.startsWith('PK\u0003\u0004') && head.text.slice(26, 128).includes('.npy'),
	loadEncoder: async () => (await import('./encode-npz.ts')).encodeNpzChunks,
} as const satisfies Format;
