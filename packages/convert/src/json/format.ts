import { type Format, NO_OPTIONS } from '../common/format.ts';
import { JSON_FORMAT } from './structure.ts';

/** Fields that decide where the first kilobytes of an object do not hold `format`. */
const RECORDING_FIELDS = ['formatVersion', 'layout', 'markers', 'head', 'hands', 'gaze'];

/** Recordings as JSON. */
export const jsonFormat = {
	name: 'json',
	title: 'JSON',
	description: 'every key as readable text',
	losses: {},
	extensions: ['.json'],
	sharesExtensions: true,
	mediaType: 'application/json',
	reads: 'all',
	writes: true,
	options: NO_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: { 'bad-json': 'The JSON text is malformed or is not a recording.' },
	matches: (head) => {
		if (head.jsonFields?.some(({ name, text }) => name === 'format' && text === JSON_FORMAT)) return true;
		return !head.isWhole && !head.hasField('asset', 'frames') && head.hasField(...RECORDING_FIELDS);
	},
	loadDecoder: async () => (await import('./decode-json.ts')).decodeJson,
	loadEncoder: async () => (await import('./encode-json.ts')).encodeJsonChunks,
} as const satisfies Format;
