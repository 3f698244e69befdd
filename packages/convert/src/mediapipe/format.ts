import type { Format } from '../common/format.ts';
import { MEDIAPIPE_READ_OPTIONS } from './options.ts';

/** Landmarks of MediaPipe's hand trackers as JSON. */
export const mediapipeFormat = {
	name: 'mediapipe',
	title: 'MediaPipe',
	description: 'hand landmarks of MediaPipe, to which hands are fitted',
	losses: {},
	extensions: ['.mediapipe.json'],
	mediaType: 'application/json',
	reads: 'all',
	writes: false,
	options: {},
	readOptions: MEDIAPIPE_READ_OPTIONS,
	issues: {
		'bad-mediapipe': 'The file of landmarks is malformed.',
		'hand-not-fitted': 'Landmarks of a hand do not look like a hand, so the hand is not tracked in these frames.',
		'picture-size-unknown': 'The file of landmarks does not name the size of the picture.',
	},
	matches: ({ text }) => /^\s*[[{].*"(?:multi_?hand_?landmarks|(?:hand_?)?landmarks)"\s*:\s*\[/is.test(text),
	loadDecoder: async () => (await import('./decode-mediapipe.ts')).decodeMediapipe,
} as const satisfies Format;
