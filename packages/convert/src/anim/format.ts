import { type Format, NO_OPTIONS } from '../common/format.ts';
import { ANIM_OPTIONS } from './options.ts';

/** Unity animation clips. */
export const animFormat = {
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
		room: 'all',
	},
	extensions: ['.anim'],
	mediaType: 'text/yaml',
	reads: 'no',
	writes: true,
	options: ANIM_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: {},
	matches: ({ text }) => /^%YAML[\s\S]*\nAnimationClip:/.test(text),
	loadEncoder: async () => (await import('./encode-anim.ts')).encodeAnimChunks,
} as const satisfies Format;
