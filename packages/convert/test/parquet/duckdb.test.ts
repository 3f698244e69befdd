import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { decodeParquet, encodeParquet } from '@handreel/convert/parquet';
import { bakeFrames, iterateCurves, type Recording } from '@handreel/core';
import { getCurveWords } from '@handreel/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { findFixture } from '../support/fixture-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-parquet-'));
const path = join(folder, 'two.parquet').replaceAll('\\', '/');
const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const full = createFullRecording();
let query: (sql: string) => Promise<Record<string, unknown>[]>;

beforeAll(async () => {
	const { bytes } = encodeParquet(
		[
			{ name: 'mrtk', recording },
			{ name: 'full', recording: full },
		],
		{ frameRate: 60 },
	);
	writeFileSync(path, bytes);
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('DuckDB', () => {
	it('counts frames per recording', async () => {
		const rows = await query(
			`SELECT recording, count(*)::INT AS frames, max(time) AS last FROM '${path}' GROUP BY 1 ORDER BY 1`,
		);
		const count = (some: Recording): number => bakeFrames(some, { frameRate: 60 }).times.length;
		expect(rows.map(({ recording: name, frames }) => [name, frames])).toEqual([
			['full', count(full)],
			['mrtk', count(recording)],
		]);
	});

	it('measures the distance of thumb and index finger', async () => {
		const rows = await query(`
			SELECT time, sqrt(pow(right_thumbTip.x - right_indexTip.x, 2) + pow(right_thumbTip.y - right_indexTip.y, 2)
				+ pow(right_thumbTip.z - right_indexTip.z, 2)) AS aperture
			FROM '${path}' WHERE recording = 'mrtk' AND right_tracked ORDER BY time`);
		const { times, hands } = bakeFrames(recording, { frameRate: 60 });
		const expected = [...times].flatMap((time, row) => {
			if (hands?.right.tracked[row] !== 1) return [];
			const at = (joint: number, axis: number): number => hands.right.joints[row * 189 + joint * 7 + axis]!;
			return [[time, Math.hypot(...[0, 1, 2].map((axis) => at(6, axis) - at(11, axis)))]];
		});
		expect(expected.length).toBeGreaterThan(50);
		expect(rows).toHaveLength(expected.length);
		rows.forEach((row, i) => {
			expect(row['time']).toBe(expected[i]?.[0]);
			expect(row['aperture']).toBeCloseTo(expected[i]?.[1] ?? Number.NaN, 6);
		});
	});

	it('finds nulls where a hand is not tracked', async () => {
		const [row] = await query(`
			SELECT count(*) FILTER (left_wrist IS NULL AND left_tracked)::INT AS missing,
				count(*) FILTER (left_wrist IS NOT NULL AND NOT left_tracked)::INT AS extra FROM '${path}' WHERE recording = 'mrtk'`);
		expect(row).toEqual({ missing: 0, extra: 0 });
	});

	it('reads row groups, compression, statistics and metadata', async () => {
		const groups = await query(`
			SELECT DISTINCT row_group_id::INT AS id, row_group_num_rows::INT AS count, compression FROM parquet_metadata('${path}') ORDER BY 1`);
		expect(groups.map(({ id, compression }) => [id, compression])).toEqual([
			[0, 'SNAPPY'],
			[1, 'SNAPPY'],
		]);
		const [range] = await query(`
			SELECT stats_min_value::DOUBLE AS low, stats_max_value::DOUBLE AS high, stats_null_count::INT AS nulls
			FROM parquet_metadata('${path}') WHERE path_in_schema = 'time' AND row_group_id = 0`);
		expect(range).toEqual({ low: -0, high: bakeFrames(recording, { frameRate: 60 }).times.at(-1), nulls: 0 });
		const [text] = await query(
			`SELECT decode(value) AS value FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'handreel'`,
		);
		expect(JSON.parse(String(text?.['value'])).recordings.map(({ name }: { name: string }) => name)).toEqual([
			'mrtk',
			'full',
		]);
	});

	it.each(['uncompressed', 'snappy'])('writes files that are read back (%s)', async (codec) => {
		const copy = join(folder, `copy-${codec}.parquet`).replaceAll('\\', '/');
		await query(
			`COPY (FROM '${path}' WHERE recording = 'mrtk') TO '${copy}' (FORMAT parquet, CODEC '${codec}', ROW_GROUP_SIZE 2048)`,
		);
		const { recordings, issues } = decodeParquet(readFileSync(copy));
		// The description of the file is gone, which holds the labels.
		expect(issues.map(({ path: column }) => column)).toEqual(['label_gesture']);
		const [own] = decodeParquet(readFileSync(path)).recordings;
		expect(recordings.map(({ name }) => name)).toEqual(['mrtk']);
		const listWords = (some: Recording | undefined): unknown =>
			some && Object.fromEntries([...iterateCurves(some)].map(([name, curve]) => [name, [...getCurveWords(curve)]]));
		expect(listWords(recordings[0]?.recording)).toEqual(listWords(own?.recording));
	});

	it('writes files with zstd, which are refused with advice', async () => {
		const copy = join(folder, 'zstd.parquet').replaceAll('\\', '/');
		await query(`COPY (FROM '${path}') TO '${copy}' (FORMAT parquet, CODEC 'zstd')`);
		expect(() => decodeParquet(readFileSync(copy))).toThrow(
			/compression with zstd is not supported; write the file with Snappy/,
		);
	});

	it('writes other tables, which are refused with the names of their columns', async () => {
		const copy = join(folder, 'other.parquet').replaceAll('\\', '/');
		await query(`COPY (SELECT 1.5::DOUBLE AS time, 'x' AS weather, [1, 2] AS list) TO '${copy}' (FORMAT parquet)`);
		expect(() => decodeParquet(readFileSync(copy))).toThrow(
			'no known column except time; found weather, list.list.element',
		);
	});
});
