import { decodeCsv, encodeCsv } from '@handreel/convert/csv';
import { decodeGltf, encodeGltf } from '@handreel/convert/gltf';
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { encodeLeRobot } from '@handreel/convert/lerobot';
import { decodeMcap, encodeMcap } from '@handreel/convert/mcap';
import { decodeParquet, encodeParquet } from '@handreel/convert/parquet';
import { createCurve, createRecording, type Span } from '@handreel/core';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';

const SPANS: readonly Span[] = [
	{ start: 0.1, end: 0.4, label: 'reach, "far"', score: 0.75 },
	{ start: 0.3, end: 0.6, label: 'grasp' },
	{ start: 0.35, end: 0.35, label: 'tap' },
];
const tracks = [{ name: 'phase', kind: 'spans', spans: SPANS }] as const;
const recording = createRecording({
	head: { position: { x: createCurve([0, 0, 1, 1]) }, rotation: { w: createCurve([0, 1, 1, 1]) } },
	tracks,
});

describe('labels of spans', () => {
	it.each([
		['JSON', () => decodeJson(encodeJson(recording).bytes)],
		['glTF', () => decodeGltf(encodeGltf(recording).bytes)],
		['MCAP', () => decodeMcap(encodeMcap(recording).bytes)],
		['Parquet', () => decodeParquet(encodeParquet([{ name: 'a', recording }]).bytes).recordings[0]!],
	])('come back from %s', (_, read) => {
		expect(read().recording.tracks).toEqual(tracks);
	});

	it.each([
		'{ "start": 1, "end": 0, "label": "a" }',
		'{ "start": 0, "end": 1 }',
		'{ "start": 0, "label": "a" }',
		'{ "start": 0, "end": "1", "label": "a" }',
		'{ "start": 0, "end": 1, "label": "a", "color": 1 }',
	])('are refused with their place in JSON: %s', (span) => {
		const text = new TextDecoder().decode(encodeJson(recording).bytes);
		const damaged = text.replace(/\{"start":0\.3[^}]*\}/, span);
		expect(damaged).not.toBe(text);
		expect(() => decodeJson(damaged)).toThrow('tracks[0].spans[1]');
	});

	it('are a column of CSV, that of the span that began last', () => {
		const { bytes, issues } = encodeCsv(recording, { frameRate: 10 });
		const [head, ...rows] = new TextDecoder().decode(bytes).trim().split('\n');
		expect(head!.split(',').at(-1)).toBe('label_phase');
		const cells = rows.map((row) => row.match(/,("(?:[^"]|"")*"|[^",]*)$/)?.[1]);
		expect(cells.slice(0, 7)).toEqual(['', '"reach, ""far"""', '"reach, ""far"""', 'grasp', 'grasp', 'grasp', '']);
		expect(issues.map(({ code, path }) => [code, path])).toContainEqual(['values-lost', 'tracks.phase']);
		const [track] = decodeCsv(bytes).recording.tracks;
		expect(
			track?.kind === 'spans' && track.spans.map(({ start, end, label }) => [start.toFixed(1), end.toFixed(1), label]),
		).toEqual([
			['0.1', '0.3', 'reach, "far"'],
			['0.3', '0.6', 'grasp'],
		]);
	});

	it('are a column of Parquet that is null outside, also where only one of several recordings has them', async () => {
		const plain = createRecording({ head: { position: { x: createCurve([0, 0, 0.1, 1]) } } });
		const named = [
			{ name: 'plain', recording: plain },
			{ name: 'labeled', recording },
		];
		const { bytes } = encodeParquet(named, { frameRate: 10 });
		const rows = await parquetReadObjects({ file: bytes.buffer });
		const labels = rows.map((row) => row['label_phase'] ?? null);
		expect(labels.slice(0, 9)).toEqual([
			null,
			null,
			null,
			SPANS[0]!.label,
			SPANS[0]!.label,
			'grasp',
			'grasp',
			'grasp',
			null,
		]);
		const { recordings, issues } = decodeParquet(bytes);
		expect(issues.filter(({ code }) => code === 'unknown-column')).toEqual([]);
		expect(recordings.map((entry) => entry.recording.tracks.length)).toEqual([0, 1]);
	});

	it('are the tasks of frames for LeRobot', async () => {
		const { files } = encodeLeRobot([{ name: 'take', recording }], { frameRate: 10, tasks: 'labels' });
		const read = (path: string) =>
			parquetReadObjects({ file: [...files.find((file) => file.path === path)!.chunks][0]!.buffer });
		const tasks = (await read('meta/tasks.parquet')).map((row) => row['task']);
		const frames = await read('data/chunk-000/file-000.parquet');
		expect(frames.slice(0, 7).map((row) => tasks[Number(row['task_index'])])).toEqual([
			'take',
			SPANS[0]!.label,
			SPANS[0]!.label,
			'grasp',
			'grasp',
			'grasp',
			'take',
		]);
		const other = encodeLeRobot([{ name: 'take', recording }], { tasks: 'labels', track: 'note' });
		const bytes = [...other.files.find((file) => file.path === 'meta/tasks.parquet')!.chunks][0]!;
		expect((await parquetReadObjects({ file: bytes.buffer })).map((row) => row['task'])).toEqual(['take']);
	});
});
