import { type Format, NO_OPTIONS } from '../common/format.ts';

/** Recordings of the WebXR client of Isaac Teleop. */
export const cloudxrFormat = {
	name: 'cloudxr',
	title: 'Isaac Teleop (WebXR)',
	description: 'recording of the WebXR client of Isaac Teleop: hands and controllers',
	losses: {},
	extensions: ['.cloudxr.json'],
	mediaType: 'application/json',
	reads: 'all',
	writes: false,
	options: {},
	readOptions: NO_OPTIONS,
	issues: { 'bad-cloudxr': 'The recording of the WebXR client is malformed.' },
	matches: (head) => head.hasField('frames') && /"frames"\s*:\s*\[\s*\{\s*"timeMs"\s*:/.test(head.text),
	loadDecoder: async () => (await import('./decode-cloudxr.ts')).decodeCloudxr,
} as const satisfies Format;
