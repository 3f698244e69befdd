import { isRecording } from '@handreel/core/internal';
import { type Format, NO_OPTIONS } from '../common/format.ts';
import { BIN_OPTIONS } from './options.ts';

/** MRTK's input animation. */
export const binFormat = {
	name: 'bin',
	title: 'MRTK',
	description: 'MRTK input animation, all six layouts',
	losses: { rays: 'all', radii: 'all', controllers: 'all', tracks: 'all', info: 'all', room: 'all' },
	extensions: ['.bin'],
	mediaType: 'application/octet-stream',
	reads: 'all',
	writes: true,
	options: BIN_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: {},
	matches: ({ bytes }) => isRecording(bytes),
	loadDecoder: async () => (await import('./decode-bin.ts')).decodeBin,
	loadEncoder: async () => (await import('./encode-bin.ts')).encodeBin,
	loadRecovery: async () => (await import('./recover-bin.ts')).recoverBin,
} as const satisfies Format;
