import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	CATALOG_VERSION,
	type CatalogQuery,
	openQuery,
	QUESTIONS,
	type QueryValue,
	updateCatalog,
} from '@handreel/corpus';
import { describe, expect, it } from 'vitest';
import { loadDuckDB } from '../../src/query/load-duckdb.ts';
import { createCorpus, createFolder, readDataset } from '../support/folders.ts';

async function select(query: CatalogQuery, sql: string): Promise<QueryValue[][]> {
	const { blocks } = await query.run(sql);
	const rows: QueryValue[][] = [];
	for await (const block of blocks) rows.push(...block.map((row) => [...row]));
	return rows;
}

describe('openQuery', () => {
	it('answers every named question, and SQL on catalog, events and frames', async () => {
		const { folder, manifest } = await updateCatalog(createCorpus(), { frames: true });
		const query = await openQuery(folder);
		expect(QUESTIONS.length).toBeGreaterThan(9);
		for (const { name, sql } of QUESTIONS) {
			const { columns, types } = await query.run(sql);
			expect([columns.length, name]).toEqual([types.length, name]);
		}
		expect(await select(query, 'SELECT count(*) FROM catalog')).toEqual([[manifest.recordings]]);
		expect(await select(query, 'SELECT count(*) FROM events')).toEqual([[manifest.events]]);
		const [row] = await select(query, "SELECT status, problems FROM catalog WHERE path = 'broken/truncated.bin'");
		expect(row).toEqual(['damaged', ['truncated']]);
		const counted = await select(
			query,
			'SELECT count(*) FROM (SELECT path FROM frames GROUP BY path) JOIN catalog USING (path) WHERE has_head',
		);
		expect(Number(counted[0]?.[0])).toBeGreaterThan(3);
		query.close();
	});

	it('measures distances in meters and angles in degrees', async () => {
		const query = await openQuery((await updateCatalog(createCorpus())).folder);
		const pose = (x: number, half: number): string =>
			`{x: ${x}::FLOAT, y: 0::FLOAT, z: 0::FLOAT, qx: 0::FLOAT, qy: ${Math.sin(half)}::FLOAT, qz: 0::FLOAT, qw: ${Math.cos(half)}::FLOAT}`;
		const [row] = await select(
			query,
			`SELECT distance(a, b), angle(a, b), angle(a, a) FROM (SELECT ${pose(1, 0.2)} AS a, ${pose(-2, 0.7)} AS b)`,
		);
		expect(row?.[0]).toBeCloseTo(3, 6);
		expect(row?.[1]).toBeCloseTo((180 / Math.PI) * 1, 3);
		expect(row?.[2]).toBe(0);
		query.close();
	});

	it('refuses everything but one SELECT statement, and files outside the data set', async () => {
		const corpus = createCorpus();
		const { folder } = await updateCatalog(corpus);
		const before = readDataset(folder);
		const secret = join(createFolder(), 'secret.csv');
		writeFileSync(secret, 'a,b\n1,2\n');
		const target = join(corpus, 'stolen.csv');
		const query = await openQuery(folder);
		const catalog = join(folder, 'catalog.parquet');
		const refused = [
			`COPY catalog TO '${target}'`,
			`COPY (SELECT 1) TO '${catalog}' (FORMAT parquet)`,
			`COPY (SELECT * FROM read_csv('${secret}')) TO '${target}'`,
			`ATTACH '${target}' AS other`,
			`ATTACH ':memory:' AS other`,
			'INSTALL httpfs',
			'LOAD httpfs',
			'LOAD json',
			'PRAGMA database_list',
			"PRAGMA enable_profiling='json'",
			"-- comment\nPRAGMA table_info('catalog')",
			'SET enable_external_access = true',
			'SET threads = 1',
			'RESET lock_configuration',
			`SELECT * FROM read_csv('${secret}')`,
			`SELECT * FROM '${secret}'`,
			`SELECT * FROM read_text('${secret}')`,
			`SELECT * FROM read_blob('/etc/passwd')`,
			`SELECT * FROM read_json('${join(folder, 'manifest.json')}')`,
			`SELECT * FROM glob('${corpus}/*')`,
			`SELECT * FROM parquet_metadata('${secret}')`,
			`SELECT * FROM sniff_csv('${secret}')`,
			"SELECT * FROM read_parquet('https://example.com/x.parquet')",
			"SELECT * FROM read_parquet('s3://bucket/x.parquet')",
			"SELECT getenv('HOME')",
			'SELECT 1; SELECT 2',
			`SELECT 1; COPY catalog TO '${target}'`,
			'',
			';',
			'CREATE TABLE t AS SELECT 1',
			'CREATE MACRO f() AS 1',
			'DROP VIEW catalog',
			'INSERT INTO catalog VALUES (1)',
			'DELETE FROM catalog',
			'UPDATE catalog SET path = 1',
			'CALL pragma_version()',
			"EXPORT DATABASE '/tmp/x'",
			"IMPORT DATABASE '/tmp/x'",
			'CHECKPOINT',
			'VACUUM',
			'BEGIN',
			'PREPARE p AS SELECT 1',
			'EXECUTE p',
			'USE memory',
			'EXPLAIN ANALYZE SELECT 1',
			'SELECT ?',
		];
		for (const sql of refused) {
			const outcome = await select(query, sql).then(
				(rows) => `ran: ${JSON.stringify(rows)}`,
				() => 'refused',
			);
			expect([sql, outcome]).toEqual([sql, 'refused']);
		}
		expect(existsSync(target)).toBe(false);
		expect(readDataset(folder)).toEqual(before);
		expect(readFileSync(secret, 'utf8')).toBe('a,b\n1,2\n');
		expect(await select(query, '/* still works */ (SELECT 1)')).toEqual([[1]]);
		query.close();
	});

	it('explains missing catalogs, missing frames, mistakes, and a missing DuckDB', async () => {
		await expect(openQuery(createFolder())).rejects.toThrow('index it first');
		const query = await openQuery((await updateCatalog(createCorpus())).folder);
		await expect(query.run('SELECT * FROM frames')).rejects.toThrow('index the folder with its frames first');
		await expect(query.run('SELECT nothing FROM catalog')).rejects.toThrow('nothing');
		query.close();
		expect(() => loadDuckDB(['/nowhere/package.json'])).toThrow('npm install @duckdb/node-api@1.5.5-r.5');
	});

	it.each([4, '0123456789ab'])(
		'refuses a catalog of the version %j, which another program has written',
		async (version) => {
			const { folder, manifest } = await updateCatalog(createCorpus());
			expect(manifest.version).toBe(CATALOG_VERSION);
			writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, version }));
			await expect(openQuery(folder)).rejects.toThrow(
				'was made by another version of handreel; index the folder again',
			);
			expect((await updateCatalog(folder.replace(/.\.handreel$/, ''))).manifest.version).toBe(CATALOG_VERSION);
		},
	);
});
