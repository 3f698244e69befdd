import type { Issue, SpaceName } from '@handreel/core';
import type { NamedRecording } from '../frames/named-recording.ts';
import type { LeRobotOptions } from '../lerobot/options.ts';
import type { FormatLosses } from './formats.ts';

/** The name of a data set format, which holds any number of recordings. */
export type DatasetName = 'parquet' | 'lerobot';

/** A data set format. */
export interface DatasetInfo {
	readonly name: DatasetName;
	readonly description: string;
	/** Data that is lost, for recordings that have everything, written with default options. */
	readonly losses: FormatLosses;
	/** With the dot; `null` for data sets that are folders. */
	readonly extension: string | null;
	/** The options of {@link encodeDataset} that have an effect. */
	readonly options: readonly (keyof DatasetOptions)[];
}

/** How {@link encodeDataset} writes. Each format uses its own options and ignores the others. */
export interface DatasetOptions extends LeRobotOptions {
	/**
	 * Frames per second. Default: a row at each time of a key or marker for Parquet, `LEROBOT_DEFAULTS` of
	 * `@handreel/convert/lerobot` for LeRobot.
	 */
	readonly frameRate?: number;
	readonly space?: SpaceName;
	/** Parquet: `true` keeps rotations as they are stored. */
	readonly raw?: boolean;
}

/** A file of a data set, in pieces. */
export interface DatasetChunks {
	/** The path inside of the folder of the data set, with slashes. */
	readonly path: string;
	/** Made on demand. */
	readonly chunks: Iterable<Uint8Array<ArrayBuffer>>;
}

/** Recordings as the files of a data set. */
export interface DatasetResult {
	/** One file unless the data set is a folder. */
	readonly files: readonly DatasetChunks[];
	/** Data that the data set does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** Every data set format. */
export const DATASETS: readonly DatasetInfo[] = [
	{
		name: 'parquet',
		description: 'a table with a row group per recording',
		losses: { tracks: 'all', keys: 'some', tangents: 'all', wraps: 'all' },
		extension: '.parquet',
		options: ['frameRate', 'space', 'raw'],
	},
	{
		name: 'lerobot',
		description: 'a folder for LeRobot v3.0: states and actions of both hands at an even frame rate',
		losses: {
			head: 'all',
			hands: 'some',
			gaze: 'all',
			rays: 'all',
			radii: 'all',
			controllers: 'all',
			markers: 'all',
			tracks: 'all',
			info: 'all',
			keys: 'some',
			tangents: 'all',
			wraps: 'all',
		},
		extension: null,
		options: ['frameRate', 'space', 'state', 'action', 'tasks', 'task', 'robotType'],
	},
];

/**
 * Writes recordings as a data set. The code of the format is loaded on first use.
 *
 * Rejects with `TypeError` for an unknown format, names that are missing or occur twice and unknown parts, and with
 * `RangeError` for options out of range.
 *
 * @example
 * const { files } = await encodeDataset([{ name: 'session-1', recording }], 'lerobot', { frameRate: 30 });
 */
export async function encodeDataset(
	recordings: readonly NamedRecording[],
	format: DatasetName,
	options: DatasetOptions = {},
): Promise<DatasetResult> {
	if (format === 'parquet') {
		const { encodeParquetChunks } = await import('../parquet/encode-parquet.ts');
		const { chunks, issues } = encodeParquetChunks(recordings, options);
		return { files: [{ path: 'recordings.parquet', chunks }], issues };
	}
	if (format === 'lerobot') {
		const { encodeLeRobot } = await import('../lerobot/encode-lerobot.ts');
		const { files, issues } = encodeLeRobot(recordings, options);
		return { files: files.map(({ path, bytes }) => ({ path, chunks: [bytes] })), issues };
	}
	throw new TypeError(`format: '${format}' is not one of ${DATASETS.map(({ name }) => name).join(', ')}`);
}
