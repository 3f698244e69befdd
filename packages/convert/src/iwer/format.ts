import { type Format, NO_OPTIONS } from '../common/format.ts';
import { IWER_OPTIONS } from './options.ts';

/** Captures of IWER, Meta's WebXR emulator. */
export const iwerFormat = {
	name: 'iwer',
	title: 'IWER',
	description: "capture for IWER's ActionPlayer: hands and controllers in WebXR's space",
	losses: {
		gaze: 'all',
		markers: 'all',
		tracks: 'all',
		info: 'all',
		room: 'all',
		keys: 'some',
		tangents: 'all',
		wraps: 'all',
	},
	extensions: ['.iwer.json'],
	mediaType: 'application/json',
	reads: 'all',
	writes: true,
	options: IWER_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: { 'bad-iwer': 'The IWER capture is malformed.' },
	// Leap's recordings have frames, too.
	matches: (head) =>
		head.hasField('frames') && (head.hasField('schema') || !(head.isWhole || head.hasField('metadata'))),
	loadDecoder: async () => (await import('./decode-iwer.ts')).decodeIwer,
	loadEncoder: async () => (await import('./encode-iwer.ts')).encodeIwerChunks,
} as const satisfies Format;
