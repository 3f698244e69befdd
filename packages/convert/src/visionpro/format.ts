import { type Format, NO_OPTIONS } from '../common/format.ts';

/** Recordings of Vision Pro by Tracking Streamer. */
export const visionproFormat = {
	name: 'visionpro',
	title: 'Vision Pro',
	description: 'tracking.jsonl of VisionProTeleop (avp_stream): head and hands of ARKit',
	losses: {},
	extensions: ['.jsonl'],
	sharesExtensions: true,
	mediaType: 'application/x-ndjson',
	reads: 'all',
	writes: false,
	options: {},
	readOptions: NO_OPTIONS,
	issues: { 'bad-visionpro': 'The tracking data of Vision Pro is malformed.' },
	// A line per frame. Encoders order fields as they like, and a frame may be longer than what is looked at.
	matches: ({ text }) =>
		/^\s*\{/.test(text) && /"headMatrix"\s*:\s*[[n]|"(left|right)Hand"\s*:\s*\{\s*"\w+"\s*:\s*\[/.test(text),
	loadDecoder: async () => (await import('./decode-visionpro.ts')).decodeVisionPro,
} as const satisfies Format;
