import { type Format, NO_OPTIONS } from '../common/format.ts';

/** Rooms that Meta's Synthetic Environment Module captures. */
export const semFormat = {
	name: 'sem',
	title: 'SEM',
	description: "room of Meta's Synthetic Environment Module (IWER): planes, boxes and a mesh",
	losses: {},
	extensions: ['.sem.json'],
	mediaType: 'application/json',
	reads: 'all',
	writes: false,
	options: {},
	readOptions: NO_OPTIONS,
	issues: { 'bad-sem': 'The room of the Synthetic Environment Module is malformed.' },
	matches: (head) => head.hasField('spatialEntities'),
	loadDecoder: async () => (await import('./decode-sem.ts')).decodeSem,
} as const satisfies Format;
