import { createRequire } from 'node:module';
import { join } from 'node:path';

type DuckDB = typeof import('@duckdb/node-api');

/** The version that this package is tested with. */
export const DUCKDB_VERSION = '1.5.5-r.5';

/** DuckDB is not installed. The message has the command that installs it. */
export class MissingDuckDBError extends Error {
	constructor(cause: unknown) {
		super(`SQL needs DuckDB: npm install @duckdb/node-api@${DUCKDB_VERSION}`, { cause });
	}
}

/** Loads DuckDB from beside this package, or from the project in the current folder. */
export function loadDuckDB(places: readonly string[] = listPlaces()): DuckDB {
	let failure: unknown = null;
	for (const place of places) {
		try {
			return createRequire(place)('@duckdb/node-api');
		} catch (error) {
			failure ??= error;
		}
	}
	throw new MissingDuckDBError(failure);
}

function listPlaces(): string[] {
	// The command is built as CommonJS, which has no URL of the module.
	const own = typeof __filename === 'string' ? __filename : import.meta.url;
	return [own, join(process.cwd(), 'package.json')];
}
