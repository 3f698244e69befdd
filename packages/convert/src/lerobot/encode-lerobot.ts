import { readOptions } from '@handreel/core/internal';
import type { DatasetResult } from '../common/dataset.ts';
import { checkNames, type NamedRecording, nameIssues } from '../common/named-recording.ts';
import {
	CHUNK_SIZE,
	DATA_FILE_MB,
	type DatasetTotals,
	type Feature,
	formatInfo,
	formatPandas,
	formatReadme,
	listFeatures,
} from './describe.ts';
import { createEpisode, describeVectors, type Episode } from './episodes.ts';
import { LEROBOT_OPTIONS, type LeRobotOptions } from './options.ts';
import { type FeatureStatistics, measureFeature } from './statistics.ts';
import { floats, integers, statistics, type Table, textLists, texts, vectors, writeTables } from './tables.ts';

/**
 * Returns recordings as the files of a LeRobot v3.0 data set, an episode per recording: `observation.state` (wrist poses and
 * fingertip positions unless `state` is given), `action` (the next state unless `action` is given) and
 * `observation.tracked`, with tasks and statistics. `docs/lerobot.md` describes it.
 *
 * Throws `TypeError` for names that are missing, occur twice or are not known, and `RangeError` for a frame rate that is not
 * above 0 and for recordings of infinite duration.
 *
 * @example
 * const { files } = encodeLeRobot([{ name: 'pick-up', recording }], { frameRate: 30 });
 * for (const { path, chunks } of files) save(`dataset/${path}`, [...chunks]);
 */
export function encodeLeRobot(recordings: readonly NamedRecording[], given: LeRobotOptions = {}): DatasetResult {
	if (recordings.length === 0) throw new TypeError('recordings: expected at least one recording');
	checkNames(recordings);
	const options = readOptions(LEROBOT_OPTIONS, given);
	const { frameRate, robotType, space } = options;
	const found = describeVectors(options);
	const tasks: string[] = [];
	const episodes = recordings.map((entry) => createEpisode(entry, found, options, tasks));
	const features = listFeatures(found.state.names, (found.action ?? found.state).names);
	const frames = episodes.reduce((sum, { length }) => sum + length, 0);
	const totals: DatasetTotals = { episodes: episodes.length, frames, tasks };
	const columns = listColumns(episodes, frameRate);
	const files = planFiles(episodes, features);
	const encoder = new TextEncoder();
	const contents = [
		{ path: 'README.md', bytes: encoder.encode(formatReadme(totals, frameRate, space)) },
		{ path: 'meta/info.json', bytes: encoder.encode(formatInfo(totals, frameRate, robotType, features)) },
		{ path: 'meta/stats.json', bytes: encoder.encode(formatStatistics(columns, features)) },
		{ path: 'meta/tasks.parquet', bytes: encodeTasks(tasks) },
		{
			path: 'meta/episodes/chunk-000/file-000.parquet',
			bytes: encodeEpisodes(episodes, columns, features, files, tasks),
		},
		...files.map(({ path, first, end }) => ({
			path,
			bytes: writeTables(columns.slice(first, end).map((episode) => listTable(episode, features))),
		})),
	];
	return {
		files: contents.map(({ path, bytes }) => ({ path, chunks: [bytes] })),
		issues: nameIssues(
			episodes.map(({ issues }) => issues),
			recordings,
		),
	};
}

/** The columns of an episode by feature. */
type EpisodeColumns = ReadonlyMap<string, Float32Array | readonly number[]>;

function listColumns(episodes: readonly Episode[], frameRate: number): EpisodeColumns[] {
	let start = 0;
	return episodes.map(({ length, state, action, tracked, taskIndices }, episode) => {
		const frames = Array.from({ length }, (_, i) => i);
		const first = start;
		start += length;
		return new Map<string, Float32Array | readonly number[]>([
			['observation.state', state],
			['observation.tracked', tracked],
			['action', action],
			['timestamp', Float32Array.from(frames, (frame) => frame / frameRate)],
			['frame_index', frames],
			['episode_index', new Array<number>(length).fill(episode)],
			['index', frames.map((frame) => first + frame)],
			['task_index', taskIndices],
		]);
	});
}

function listTable(columns: EpisodeColumns, features: Readonly<Record<string, Feature>>): Table {
	return [...columns].map(([name, values]) => {
		if (!(values instanceof Float32Array)) return integers(name, values);
		const [width] = features[name]?.shape ?? [1];
		// LeRobot declares features of one value as scalars and cannot load lists there.
		return width === 1 ? floats(name, values) : vectors(name, values, width);
	});
}

interface DataFile {
	readonly path: string;
	readonly chunk: number;
	readonly file: number;
	/** The first episode, and the first of the next file. */
	readonly first: number;
	readonly end: number;
}

// Starts another file where one would become too large. The size before compression is near enough.
function planFiles(episodes: readonly Episode[], features: Readonly<Record<string, Feature>>): DataFile[] {
	const frameBytes = Object.values(features).reduce(
		(sum, { dtype, shape }) => sum + shape[0] * (dtype === 'int64' ? 8 : 4),
		0,
	);
	const most = (DATA_FILE_MB * 1e6) / frameBytes;
	const starts: number[] = [];
	let frames = Number.POSITIVE_INFINITY;
	episodes.forEach(({ length }, i) => {
		if (frames + length > most) {
			starts.push(i);
			frames = 0;
		}
		frames += length;
	});
	return starts.map((first, i) => {
		const [chunk, file] = [Math.floor(i / CHUNK_SIZE), i % CHUNK_SIZE];
		const path = `data/chunk-${formatIndex(chunk)}/file-${formatIndex(file)}.parquet`;
		return { path, chunk, file, first, end: starts[i + 1] ?? episodes.length };
	});
}

function formatIndex(index: number): string {
	return String(index).padStart(3, '0');
}

function encodeTasks(tasks: readonly string[]): Uint8Array<ArrayBuffer> {
	const table = [
		integers(
			'task_index',
			tasks.map((_, i) => i),
		),
		texts('task', tasks),
	];
	return writeTables([table], { pandas: formatPandas() });
}

function encodeEpisodes(
	episodes: readonly Episode[],
	columns: readonly EpisodeColumns[],
	features: Readonly<Record<string, Feature>>,
	files: readonly DataFile[],
	tasks: readonly string[],
): Uint8Array<ArrayBuffer> {
	const ends: number[] = [];
	for (const { length } of episodes) ends.push((ends.at(-1) ?? 0) + length);
	const fileOf = (episode: number): DataFile => files.find(({ end }) => episode < end)!;
	const zeros = episodes.map(() => 0);
	const measured = Object.entries(features).flatMap(([name, { shape }]) =>
		statistics(
			name,
			columns.map((episode) => measureFeature(episode.get(name) ?? [], shape[0])),
		),
	);
	return writeTables([
		[
			integers(
				'episode_index',
				episodes.map((_, i) => i),
			),
			textLists(
				'tasks',
				episodes.map(({ taskIndices }) => [...new Set(taskIndices)].map((index) => tasks[index] ?? '')),
			),
			integers(
				'length',
				episodes.map(({ length }) => length),
			),
			integers(
				'data/chunk_index',
				episodes.map((_, i) => fileOf(i).chunk),
			),
			integers(
				'data/file_index',
				episodes.map((_, i) => fileOf(i).file),
			),
			integers(
				'dataset_from_index',
				episodes.map(({ length }, i) => ends[i]! - length),
			),
			integers('dataset_to_index', ends),
			...measured,
			integers('meta/episodes/chunk_index', zeros),
			integers('meta/episodes/file_index', zeros),
		],
	]);
}

function formatStatistics(columns: readonly EpisodeColumns[], features: Readonly<Record<string, Feature>>): string {
	const all: Record<string, FeatureStatistics> = {};
	for (const [name, { shape }] of Object.entries(features)) {
		const parts = columns.map((episode) => episode.get(name) ?? []);
		const values = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
		let length = 0;
		for (const part of parts) {
			values.set(part, length);
			length += part.length;
		}
		all[name] = measureFeature(values, shape[0]);
	}
	return `${JSON.stringify(all, null, 4)}\n`;
}
