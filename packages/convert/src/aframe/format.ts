import { type Format, NO_OPTIONS } from '../common/format.ts';

/** Recordings of A-Frame's motion capture components. */
export const aframeFormat = {
	name: 'aframe',
	title: 'A-Frame',
	description: "recording of A-Frame's motion capture components: head and controllers",
	losses: {},
	extensions: ['.aframe.json'],
	mediaType: 'application/json',
	reads: 'all',
	writes: false,
	options: {},
	readOptions: NO_OPTIONS,
	issues: { 'bad-aframe': 'The recording of the motion capture components is malformed.' },
	// An object of entities, or the recording of one entity.
	matches: ({ text }) => /^\s*\{\s*("[^"\\]*"\s*:\s*\{\s*)?"(poses|events|gamepad)"\s*:/.test(text),
	loadDecoder: async () => (await import('./decode-aframe.ts')).decodeAframe,
} as const satisfies Format;
