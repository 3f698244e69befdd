import type { Format } from '../common/format.ts';
import { BVH_OPTIONS, BVH_READ_OPTIONS } from './options.ts';

/** BVH, skeletons with motion. */
export const bvhFormat = {
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
		room: 'all',
		keys: 'some',
		tangents: 'all',
		wraps: 'all',
	},
	extensions: ['.bvh'],
	mediaType: 'text/plain',
	reads: 'own',
	writes: true,
	options: BVH_OPTIONS,
	readOptions: BVH_READ_OPTIONS,
	issues: { 'bad-bvh': 'The BVH text is malformed, or needs a map because handreel did not write it.' },
	matches: ({ text }) => /^\s*HIERARCHY\s/i.test(text),
	loadDecoder: async () => (await import('./decode-bvh.ts')).decodeBvh,
	loadEncoder: async () => (await import('./encode-bvh.ts')).encodeBvhChunks,
} as const satisfies Format;
