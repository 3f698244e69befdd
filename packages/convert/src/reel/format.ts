import { isReel } from '@handreel/core/internal';
import { type Format, NO_OPTIONS } from '../common/format.ts';
import { REEL_OPTIONS } from './options.ts';

/** Reels, which core reads and writes. */
export const reelFormat = {
	name: 'reel',
	title: 'Reel',
	description: 'the whole recording in a fraction of the size, in blocks that decode on their own',
	losses: {},
	extensions: ['.reel'],
	mediaType: 'application/vnd.handreel.reel',
	reads: 'all',
	writes: true,
	options: REEL_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: {},
	matches: ({ bytes }) => isReel(bytes),
	keepsUnknown: true,
	loadDecoder: async () => (await import('./decode-reel.ts')).decodeReelFile,
	loadEncoder: async () => (await import('./encode-reel.ts')).encodeReelFile,
	loadRecovery: async () => (await import('./recover-reel.ts')).recoverReelFile,
} as const satisfies Format;
