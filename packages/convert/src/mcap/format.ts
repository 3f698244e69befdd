import { type Format, NO_OPTIONS } from '../common/format.ts';
import { MCAP_OPTIONS } from './options.ts';

/** MCAP files with the messages of Foxglove. */
export const mcapFormat = {
	name: 'mcap',
	title: 'MCAP',
	description: 'sampled frames as Foxglove messages for Foxglove, Lichtblick and Rerun',
	losses: {},
	extensions: ['.mcap'],
	mediaType: 'application/octet-stream',
	reads: 'own',
	writes: true,
	options: MCAP_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: { 'bad-mcap': 'The MCAP file is malformed or was not written by handreel.' },
	matches: (head) => head.startsWith('\x89MCAP0\r\n'),
	keepsUnknown: true,
	loadDecoder: async () => (await import('./decode-mcap.ts')).decodeMcap,
	loadEncoder: async () => (await import('./encode-mcap.ts')).encodeMcapChunks,
} as const satisfies Format;
