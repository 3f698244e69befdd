import { type Format, NO_OPTIONS } from '../common/format.ts';
import { MCAP_OPTIONS } from './options.ts';

/** MCAP files with the messages of Foxglove, ROS 2 or Isaac Teleop. */
export const mcapFormat = {
	name: 'mcap',
	title: 'MCAP',
	description: 'sampled frames as messages for Foxglove, Lichtblick, Rerun, ROS 2 and Isaac Teleop',
	losses: {},
	extensions: ['.mcap'],
	mediaType: 'application/octet-stream',
	reads: 'own',
	writes: true,
	options: MCAP_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: { 'bad-mcap': 'The MCAP file is malformed or was written neither by handreel nor by Isaac Teleop.' },
	matches: (head) => head.startsWith('\x89MCAP0\r\n'),
	keepsUnknown: true,
	loadDecoder: async () => (await import('./decode-mcap.ts')).decodeMcap,
	loadEncoder: async () => (await import('./encode-mcap.ts')).encodeMcapChunks,
} as const satisfies Format;
