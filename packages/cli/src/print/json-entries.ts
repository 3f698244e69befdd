import { formatJson, writeSoon } from './output.ts';

/** Prints a JSON array entry by entry, so that many entries need no memory. */
export interface JsonEntries {
	/** Adds an entry: a value, or a JSON text in a line. */
	readonly add: (entry: object | string) => void;
	readonly end: () => void;
}

/**
 * Starts a JSON array on standard output. A single entry is indented. Several entries are written on a line each, so that
 * tools that work on lines can take them, too.
 */
export function startJsonEntries(isSingle: boolean): JsonEntries {
	let isEmpty = true;
	return {
		add: (entry) => {
			if (isSingle) writeSoon(formatJson([typeof entry === 'string' ? JSON.parse(entry) : entry]));
			else writeSoon(`${isEmpty ? '[' : ','}\n${typeof entry === 'string' ? entry : formatJson(entry, 0).trimEnd()}`);
			isEmpty = false;
		},
		end: () => {
			if (isEmpty) writeSoon('[]\n');
			else if (!isSingle) writeSoon('\n]\n');
		},
	};
}
