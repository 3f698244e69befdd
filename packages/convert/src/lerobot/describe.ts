import { SPACES, type SpaceName } from '@handreel/core';

/** A feature of a data set: a column of its frames. */
export interface Feature {
	readonly dtype: 'float32' | 'int64';
	readonly shape: readonly [number];
	readonly names: readonly string[] | null;
}

/** Episodes and frames of a data set. */
export interface DatasetTotals {
	readonly episodes: number;
	readonly frames: number;
	readonly tasks: readonly string[];
}

/** The target size of a file with frames, in megabytes. */
export const DATA_FILE_MB = 100;
/** Files in a folder. */
export const CHUNK_SIZE = 1000;

/** Lists the features: state, action, and the columns that every data set has. */
export function listFeatures(state: readonly string[], action: readonly string[]): Readonly<Record<string, Feature>> {
	const integer: Feature = { dtype: 'int64', shape: [1], names: null };
	return {
		'observation.state': { dtype: 'float32', shape: [state.length], names: state },
		'observation.tracked': { dtype: 'float32', shape: [2], names: ['left', 'right'] },
		action: { dtype: 'float32', shape: [action.length], names: action },
		timestamp: { dtype: 'float32', shape: [1], names: null },
		frame_index: integer,
		episode_index: integer,
		index: integer,
		task_index: integer,
	};
}

/** Returns `meta/info.json`. */
export function formatInfo(
	totals: DatasetTotals,
	frameRate: number,
	robotType: string,
	features: Readonly<Record<string, Feature>>,
): string {
	const info = {
		codebase_version: 'v3.0',
		robot_type: robotType,
		total_episodes: totals.episodes,
		total_frames: totals.frames,
		total_tasks: totals.tasks.length,
		chunks_size: CHUNK_SIZE,
		data_files_size_in_mb: DATA_FILE_MB,
		video_files_size_in_mb: 200,
		fps: frameRate,
		splits: { train: `0:${totals.episodes}` },
		data_path: 'data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet',
		video_path: null,
		features,
	};
	return `${JSON.stringify(info, null, 4)}\n`;
}

/** Returns the metadata that makes pandas take the column `task` for the index of `meta/tasks.parquet`. */
export function formatPandas(): string {
	const column = (name: string, pandas: string, numpy: string): object => ({
		name,
		field_name: name,
		pandas_type: pandas,
		numpy_type: numpy,
		metadata: null,
	});
	return JSON.stringify({
		index_columns: ['task'],
		column_indexes: [
			{ name: null, field_name: null, pandas_type: 'unicode', numpy_type: 'object', metadata: { encoding: 'UTF-8' } },
		],
		columns: [column('task_index', 'int64', 'int64'), column('task', 'unicode', 'object')],
		creator: { library: 'handreel', version: '0' },
		pandas_version: '2.0.0',
	});
}

/** Returns the page that hubs show for a data set. */
export function formatReadme({ episodes, frames, tasks }: DatasetTotals, frameRate: number, space: SpaceName): string {
	return `---
task_categories:
- robotics
tags:
- LeRobot
- hand-tracking
configs:
- config_name: default
  data_files: data/*/*.parquet
---

A [LeRobot](https://github.com/huggingface/lerobot) v3.0 data set of hand motion, written by handreel.

- ${episodes} episodes, ${frames} frames at ${frameRate} frames per second, ${tasks.length} tasks
- Positions are in meters, rotations are quaternions x y z w, axes are ${SPACES[space].text}.
- \`observation.tracked\` is 1 while the left and the right hand is tracked. Poses of other frames are interpolated.
- \`meta/info.json\` names every value of \`observation.state\` and \`action\`.
`;
}
