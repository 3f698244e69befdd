import { type Format, NO_OPTIONS } from '../common/format.ts';

/** The first bytes of a replay: a number and the version. */
const MAGIC = '\u0069\u003d\u002d\u0044\u0001';

/** Replays of Beat Saber. */
export const bsorFormat = {
	name: 'bsor',
	title: 'BSOR (Beat Saber)',
	description: 'replay of a Beat Saber player: head, two controllers, cuts and misses',
	losses: {},
	extensions: ['.bsor'],
	mediaType: 'application/octet-stream',
	reads: 'all',
	writes: false,
	options: {},
	readOptions: NO_OPTIONS,
	issues: { 'bad-bsor': 'The replay is malformed.' },
	matches: (head) => head.startsWith(MAGIC),
	loadDecoder: async () => (await import('./decode-bsor.ts')).decodeBsor,
} as const satisfies Format;
