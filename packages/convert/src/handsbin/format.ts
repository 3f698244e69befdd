import { type Format, NO_OPTIONS } from '../common/format.ts';
import { isCapture } from './is-capture.ts';
import { HANDSBIN_OPTIONS } from './options.ts';

/** Unity XR Hands captures. */
export const handsbinFormat = {
	name: 'handsbin',
	title: 'Unity XR Hands',
	description: 'Unity XR Hands capture, versions 1 and 2',
	losses: {
		gaze: 'all',
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
	extensions: ['.handsbin'],
	mediaType: 'application/octet-stream',
	reads: 'all',
	writes: true,
	options: HANDSBIN_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: {
		'bad-handsbin': 'The .handsbin file contains a value that its format does not allow.',
		'late-stamps': 'The time stamps of a .handsbin file lag by a frame. XR Hands 1.8 and later write such files.',
		'partial-hand': 'A hand is tracked in frames of a .handsbin file that do not contain its joints.',
		'half-head': 'Only the position or only the rotation of the head is tracked.',
	},
	matches: ({ bytes }) => isCapture(bytes),
	loadDecoder: async () => (await import('./decode-handsbin.ts')).decodeHandsbin,
	loadEncoder: async () => (await import('./encode-handsbin.ts')).encodeHandsbinChunks,
	loadRecovery: async () => (await import('./recover-handsbin.ts')).recoverHandsbinFile,
} as const satisfies Format;
