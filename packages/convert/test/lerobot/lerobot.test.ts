import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { encodeLeRobot as encode } from '@handreel/convert/lerobot';
import { bakeFrames, createCurve, createRecording, type Recording, SPACES } from '@handreel/core';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { USUAL_STATE } from '../../src/lerobot/options.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';

const encodeLeRobot = (...given: Parameters<typeof encode>) => {
	const { files, issues } = encode(...given);
	return { files: files.map(({ path, chunks }) => ({ path, bytes: [...chunks][0]! })), issues };
};
const folder = mkdtempSync(join(tmpdir(), 'handreel-lerobot-')).replaceAll('\\', '/');
const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
const full = createFullRecording();
const { files, issues } = encodeLeRobot([
	{ name: 'pick up', recording },
	{ name: 'put down', recording: full },
]);
let query: (sql: string) => Promise<Record<string, unknown>[]>;

beforeAll(async () => {
	for (const { path, bytes } of files) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), bytes);
	}
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readText(path: string, of = files): string {
	return new TextDecoder().decode(of.find((file) => file.path === path)?.bytes);
}

const countFrames = (some: Recording): number => bakeFrames(some, { frameRate: 30 }).times.length;
const lengths = [recording, full].map(countFrames);
const total = lengths[0]! + lengths[1]!;

describe('a LeRobot data set', () => {
	it('has the files of version 3.0', () => {
		expect(files.map(({ path }) => path)).toEqual([
			'README.md',
			'meta/info.json',
			'meta/stats.json',
			'meta/tasks.parquet',
			'meta/episodes/chunk-000/file-000.parquet',
			'data/chunk-000/file-000.parquet',
		]);
	});

	it('describes itself', () => {
		const info = JSON.parse(readText('meta/info.json'));
		expect(info).toMatchObject({
			codebase_version: 'v3.0',
			fps: 30,
			total_episodes: 2,
			total_frames: total,
			total_tasks: 2,
			splits: { train: '0:2' },
			data_path: 'data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet',
		});
		expect(info.features['observation.state'].shape).toEqual([44]);
		expect(info.features['observation.state'].names.slice(0, 10)).toEqual([
			...['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'].map((field) => `left_wrist_${field}`),
			...['x', 'y', 'z'].map((field) => `left_thumbTip_${field}`),
		]);
		expect(Object.keys(info.features)).toEqual([
			'observation.state',
			'observation.tracked',
			'action',
			'timestamp',
			'frame_index',
			'episode_index',
			'index',
			'task_index',
		]);
		for (const name of Object.keys(info.features)) expect(name).not.toContain('/');
	});

	it('has a row group per episode, and columns of the types that LeRobot expects', async () => {
		const data = `${folder}/data/chunk-000/file-000.parquet`;
		const bytes = files.at(-1)!.bytes;
		expect(parquetMetadata(bytes.buffer).row_groups.map((group) => Number(group.num_rows))).toEqual(lengths);
		const types = await query(`DESCRIBE SELECT * FROM '${data}'`);
		expect(types.map((row) => [row['column_name'], row['column_type']])).toEqual([
			['observation.state', 'FLOAT[]'],
			['observation.tracked', 'FLOAT[]'],
			['action', 'FLOAT[]'],
			['timestamp', 'FLOAT'],
			['frame_index', 'BIGINT'],
			['episode_index', 'BIGINT'],
			['index', 'BIGINT'],
			['task_index', 'BIGINT'],
		]);
		const [check] = await query(`
			SELECT count(*)::INT AS frames, max(abs(timestamp - frame_index / 30)) < 1e-4 AS timed,
				max("index")::INT AS last, min(len("observation.state"))::INT AS width, max(task_index)::INT AS tasks FROM '${data}'`);
		expect(check).toEqual({ frames: total, timed: true, last: total - 1, width: 44, tasks: 1 });
	});

	it('holds wrists and fingertips, and the next state as action', async () => {
		const rows = await query(`
			SELECT "observation.state" AS state, action, frame_index::INT AS frame
			FROM '${folder}/data/chunk-000/file-000.parquet' WHERE episode_index = 0 ORDER BY frame_index`);
		const { hands } = bakeFrames(recording, { frameRate: 30, space: 'webxr' });
		rows.forEach((row, i) => {
			const state = row['state'] as number[];
			const joints = hands!.right.joints.subarray(i * 189, i * 189 + 189);
			const expected = [...joints.subarray(7, 14)].map((value, field) =>
				Number.isFinite(value) ? value : Number(field === 6),
			);
			expect(state.slice(22, 29)).toEqual(expected);
			const tips = [6, 11, 16, 21, 26].flatMap((joint) => [...joints.subarray(joint * 7, joint * 7 + 3)]);
			expect(state.slice(29)).toEqual(tips.map((value) => (Number.isFinite(value) ? value : 0)));
			expect(row['action']).toEqual(rows[Math.min(i + 1, rows.length - 1)]?.['state']);
		});
	});

	it('has a row per episode with its frames, tasks and statistics', async () => {
		const rows = await query(`SELECT * FROM '${folder}/meta/episodes/chunk-000/file-000.parquet'`);
		expect(rows.map((row) => [row['episode_index'], row['tasks'], row['length']])).toEqual([
			['0', ['pick up'], String(lengths[0])],
			['1', ['put down'], String(lengths[1])],
		]);
		expect(rows.map((row) => [row['dataset_from_index'], row['dataset_to_index']])).toEqual([
			['0', String(lengths[0])],
			[String(lengths[0]), String(total)],
		]);
		for (const name of [
			'data/chunk_index',
			'data/file_index',
			'meta/episodes/chunk_index',
			'meta/episodes/file_index',
		]) {
			expect(rows.map((row) => row[name])).toEqual(['0', '0']);
		}
		const mean = rows[0]?.['stats/observation.state/mean'] as number[];
		expect(mean).toHaveLength(44);
		expect(rows[1]?.['stats/action/count']).toEqual([String(lengths[1])]);
	});

	it('has statistics that DuckDB computes alike', async () => {
		const stats = JSON.parse(readText('meta/stats.json'));
		const [row] = await query(`
			SELECT min(v) AS min, max(v) AS max, avg(v) AS mean, stddev_pop(v) AS std, quantile_cont(v, 0.01) AS q01,
				quantile_cont(v, 0.1) AS q10, quantile_cont(v, 0.5) AS q50, quantile_cont(v, 0.9) AS q90, quantile_cont(v, 0.99) AS q99
			FROM (SELECT "observation.state"[23]::DOUBLE AS v FROM '${folder}/data/chunk-000/file-000.parquet')`);
		for (const [name, value] of Object.entries(row ?? {})) {
			expect(stats['observation.state'][name][22], name).toBeCloseTo(value as number, 6);
		}
		expect(stats['observation.state'].count).toEqual([total]);
		expect(stats.timestamp.min).toEqual([0]);
	});

	it('has tasks with the text as the index of pandas', async () => {
		const bytes = files.find(({ path }) => path === 'meta/tasks.parquet')!.bytes;
		const { key_value_metadata: texts } = parquetMetadata(bytes.buffer);
		const pandas = JSON.parse(texts?.find(({ key }) => key === 'pandas')?.value ?? '{}');
		expect(pandas.index_columns).toEqual(['task']);
		expect(await query(`SELECT * FROM '${folder}/meta/tasks.parquet'`)).toEqual([
			{ task_index: '0', task: 'pick up' },
			{ task_index: '1', task: 'put down' },
		]);
	});

	it('names the recording and what it does not hold', () => {
		expect(issues.every(({ message }) => /^(pick up|put down): /.test(message))).toBe(true);
		expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'keys-lost head.position.x',
			'section-lost head.position.x',
			'keys-lost head.position.x',
			'section-lost tracks.block',
			'section-lost head.position.x',
			'values-lost hands.left',
			'values-lost hands.right',
		]);
	});

	it('takes tasks from markers', () => {
		const marked = createRecording({
			head: { position: { x: createCurve([0, 0, 1, 1]) } },
			markers: [
				{ time: 0.6, name: 'release' },
				{ time: 0.2, name: 'grasp' },
			],
		});
		const options = { frameRate: 10, state: ['head.position'], tasks: 'markers' } as const;
		const result = encodeLeRobot([{ name: 'start', recording: marked }], options);
		const info = JSON.parse(readText('meta/info.json', result.files));
		expect(info.total_tasks).toBe(3);
		expect(info.features.action.names).toEqual(['head_x', 'head_y', 'head_z']);
		const one = encodeLeRobot([{ name: 'start', recording: marked }], { ...options, task: 'wave' });
		expect(JSON.parse(readText('meta/info.json', one.files)).total_tasks).toBe(1);
	});

	it('takes other states and actions', () => {
		const { files: some } = encodeLeRobot([{ name: 'a', recording }], {
			state: ['head', 'right_pinching', 'gaze'],
			action: ['right_palm.rotation'],
		});
		const { features } = JSON.parse(readText('meta/info.json', some));
		expect(features['observation.state'].shape).toEqual([14]);
		expect(features.action.names).toEqual(['right_palm_qx', 'right_palm_qy', 'right_palm_qz', 'right_palm_qw']);
	});

	it('has scalars for features of one value, as its loader wants', async () => {
		const options = { state: ['left_wrist'], action: ['right_pinching'] };
		const { files: some } = encodeLeRobot([{ name: 'a', recording }], options);
		const path = `${folder}/one.parquet`;
		writeFileSync(path, some.at(-1)!.bytes);
		const types = await query(`DESCRIBE SELECT action, "observation.state" FROM '${path}'`);
		expect(types.map((row) => row['column_type'])).toEqual(['FLOAT', 'FLOAT[]']);
		expect(JSON.parse(readText('meta/info.json', some)).features.action.shape).toEqual([1]);
	});

	it('is right-handed, and has rotations of length 1 for hands that were never recorded', async () => {
		const moving = createRecording({ head: { position: { z: createCurve([0, 2, 1, 2]) } } });
		const options = { state: ['head.position', 'left_wrist', 'right_palm.rotation'] };
		const result = encodeLeRobot([{ name: 'a', recording: moving }], options);
		const path = `${folder}/never.parquet`;
		writeFileSync(path, result.files.at(-1)!.bytes);
		const [row] = await query(`SELECT "observation.state" AS state FROM '${path}' LIMIT 1`);
		expect(row?.['state']).toEqual([0, 0, -2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
		expect(result.issues.map(({ message }) => message).join()).toContain(
			'was not recorded, written as 0 (rotations as 0 0 0 1)',
		);
		expect(readText('README.md', result.files)).toContain('right-handed');
	});

	it.each([
		[{ state: ['left_thumb'] }, "state: 'left_thumb' is not a part"],
		[{ action: ['gaze.position'] }, "action: 'gaze.position' is not a part"],
		[{ state: [] }, 'state: expected at least one part'],
		[{ frameRate: 0 }, 'frameRate: 0 is not a number above 0'],
	])('refuses %j', (options, message) => {
		expect(() => encodeLeRobot([{ name: 'a', recording }], options)).toThrow(message);
	});

	it('refuses no recordings', () => {
		expect(() => encodeLeRobot([])).toThrow('recordings: expected at least one recording');
	});

	it.each(listFixtures())('can be made of $name', ({ name, recording: some }) => {
		if (!Number.isFinite(some.duration)) return;
		const result = encodeLeRobot([{ name, recording: some }], { frameRate: 5 });
		expect(JSON.parse(readText('meta/info.json', result.files)).total_frames).toBeGreaterThan(0);
	});

	it('has default parts that exist', () => {
		expect(USUAL_STATE).toHaveLength(12);
	});

	it.each(['ros', 'blender'] as const)('has states in the space %s, and reports it', (space) => {
		const { files: turned } = encodeLeRobot([{ name: 'pick up', recording }], { space, state: ['head', 'left_wrist'] });
		expect(readText('README.md', turned)).toContain(`axes are ${SPACES[space].text}.`);
		const { features } = JSON.parse(readText('meta/info.json', turned));
		expect(features['observation.state'].names.slice(0, 3)).toEqual(['head_x', 'head_y', 'head_z']);
		const stats = JSON.parse(readText('meta/stats.json', turned))['observation.state'];
		const { head } = bakeFrames(recording, { frameRate: 30, space });
		const rows = head!.length / 7;
		[0, 1, 2, 3].forEach((i) => {
			const mean = Array.from({ length: rows }, (_, row) => head![row * 7 + i]!).reduce((a, b) => a + b) / rows;
			expect(stats.mean[i]).toBeCloseTo(mean, 6);
		});
	});
});
