import { resolve, sep } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import { explainMissing, findFile, readManifest } from '../dataset/manifest.ts';
import { CATALOG_FILE, EVENTS_FILE } from '../dataset/own-files.ts';
import { loadDuckDB } from './load-duckdb.ts';

/** A value of a result. */
export type QueryValue =
	| string
	| number
	| boolean
	| null
	| readonly QueryValue[]
	| { readonly [name: string]: QueryValue };

/** The result of a query. */
export interface QueryResult {
	readonly columns: readonly string[];
	/** The types of the columns as DuckDB names them, such as `DOUBLE` and `VARCHAR[]`. */
	readonly types: readonly string[];
	/** The rows in blocks, made on demand. */
	readonly blocks: AsyncIterable<readonly (readonly QueryValue[])[]>;
}

/** A data set that answers queries. */
export interface CatalogQuery {
	/** Runs a SELECT statement. Rejects with `QueryError` for other statements and for mistakes. */
	run(sql: string): Promise<QueryResult>;
	close(): void;
}

/** A statement that cannot be run. */
export class QueryError extends Error {}

/**
 * Opens a data set for SQL: the views `catalog`, `events` and, if they were written, `frames`; the functions `distance(a, b)`, in
 * meters, and `angle(a, b)`, in degrees, of two poses. Statements can read the files of the data set and nothing else.
 *
 * Rejects with `MissingDuckDBError` if DuckDB is not installed, and with `QueryError` if the folder has no data set.
 *
 * @example
 * const query = await openQuery('recordings/.handreel');
 * const { columns, blocks } = await query.run('SELECT path, duration FROM catalog');
 * for await (const rows of blocks) for (const row of rows) console.log(row);
 */
export async function openQuery(folder: string): Promise<CatalogQuery> {
	const { DuckDBInstance: Instance, StatementType } = loadDuckDB();
	const manifest = readManifest(folder);
	if (manifest === null) throw new QueryError(explainMissing(folder));
	// DuckDB compares paths as texts, with slashes.
	const find = (name: string): string => resolve(findOrExplain(folder, name)).replaceAll(sep, '/');
	const files = {
		catalog: find(CATALOG_FILE),
		events: find(EVENTS_FILE),
		frames: manifest.frames?.files.map(({ name }) => find(name)) ?? [],
	};
	const instance: DuckDBInstance = await Instance.create(':memory:', { autoinstall_known_extensions: 'false' });
	const connection = await instance.connect();
	await prepareViews(connection, files);
	return {
		run: async (sql) => {
			try {
				const statement = await prepareSelect(connection, sql, StatementType.SELECT);
				const result = await statement.stream();
				return {
					columns: result.deduplicatedColumnNames(),
					types: result.columnTypes().map(String),
					blocks: readBlocks(result.yieldRowsJs()),
				};
			} catch (error) {
				throw explainFailure(error, files.frames.length > 0);
			}
		},
		close: () => {
			connection.closeSync();
			instance.closeSync();
		},
	};
}

function findOrExplain(folder: string, name: string): string {
	try {
		return findFile(folder, name);
	} catch (error) {
		throw new QueryError(error instanceof Error ? error.message : String(error), { cause: error });
	}
}

async function prepareViews(
	connection: DuckDBConnection,
	{ catalog, events, frames }: { catalog: string; events: string; frames: readonly string[] },
): Promise<void> {
	const list = (paths: readonly string[]): string => `[${paths.map(quote).join(', ')}]`;
	const statements = [
		`SET allowed_paths = ${list([catalog, events, ...frames])}`,
		`SET autoload_known_extensions = false`,
		`SET temp_directory = ''`,
		`SET enable_external_access = false`,
		`CREATE VIEW catalog AS SELECT * FROM read_parquet(${quote(catalog)})`,
		`CREATE VIEW events AS SELECT * FROM read_parquet(${quote(events)})`,
		...(frames.length === 0
			? []
			: [
					`CREATE VIEW frames AS SELECT recording AS path, * EXCLUDE (recording)
					FROM read_parquet(${list(frames)}, union_by_name = true)`,
				]),
		// The components of poses are floats; their products need more digits.
		`CREATE MACRO distance(a, b) AS sqrt(${AXES.map((axis) => `pow(${part('a', axis)} - ${part('b', axis)}, 2)`).join(' + ')})`,
		`CREATE MACRO angle(a, b) AS degrees(2 * acos(least(1, abs(${DOT}) / sqrt((${square('a')}) * (${square('b')})))))`,
		`SET lock_configuration = true`,
	];
	for (const statement of statements) await connection.run(statement);
}

const AXES = ['x', 'y', 'z'];
const TURNS = ['qx', 'qy', 'qz', 'qw'];
const part = (pose: string, name: string): string => `struct_extract(${pose}, '${name}')::DOUBLE`;
const square = (pose: string): string => TURNS.map((turn) => `pow(${part(pose, turn)}, 2)`).join(' + ');
const DOT = /* @__PURE__ */ TURNS.map((turn) => `${part('a', turn)} * ${part('b', turn)}`).join(' + ');

function quote(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

async function prepareSelect(
	connection: DuckDBConnection,
	sql: string,
	select: number,
): Promise<DuckDBPreparedStatement> {
	const statements = await connection.extractStatements(sql);
	if (statements.count !== 1) throw new QueryError(`expected one SELECT statement, got ${statements.count}`);
	// DuckDB rewrites some of these as SELECT statements.
	const [word = ''] = /^[a-z]+/i.exec(removeComments(sql)) ?? [];
	if (REFUSED.includes(word.toUpperCase())) throw new QueryError(`only SELECT statements are run, not ${word}`);
	const statement = await statements.prepare(0);
	if (statement.statementType !== select) throw new QueryError(`only SELECT statements are run, not ${word}`);
	if (statement.parameterCount > 0) throw new QueryError('the statement has parameters; write values instead');
	return statement;
}

const REFUSED = ['PRAGMA', 'CALL', 'SHOW', 'EXPLAIN'];

function removeComments(sql: string): string {
	return sql.replace(/^(\s|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/|\()+/, '');
}

function explainFailure(error: unknown, hasFrames: boolean): Error {
	if (error instanceof QueryError) return error;
	const message = error instanceof Error ? error.message : String(error);
	const hint =
		!hasFrames && /Table with name frames does not exist/i.test(message)
			? '; index the folder with its frames first'
			: '';
	return new QueryError(`${message.split('\n\n')[0]}${hint}`, { cause: error });
}

async function* readBlocks(blocks: AsyncIterable<readonly (readonly unknown[])[]>): AsyncGenerator<QueryValue[][]> {
	for await (const rows of blocks) yield rows.map((row) => row.map(toValue));
}

function toValue(value: unknown): QueryValue {
	if (value === null || value === undefined) return null;
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
	if (value instanceof Date) return value.toISOString();
	if (Array.isArray(value)) return value.map(toValue);
	if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toValue(item)]));
}
