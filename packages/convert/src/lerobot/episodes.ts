import { type FrameTable, type Issue, type Recording, SIDES, type SpanTrack } from '@handreel/core';
import { listEvenTimes } from '@handreel/core/internal';
import { bakeFramesSimd } from '@handreel/core/simd';
import type { NamedRecording } from '../common/named-recording.ts';
import { createWarning } from '../common/warning.ts';
import { listPresent } from '../frames/columns.ts';
import { type KeptData, listFrameIssues } from '../frames/issues.ts';
import { labelRows, listLabelTracks } from '../frames/label-columns.ts';
import { type LeRobotSettings, USUAL_STATE } from './options.ts';
import { describeVector, type FrameVector, fillVector, shiftVector } from './vector.ts';

/** A recording as the frames of a data set. */
export interface Episode {
	readonly length: number;
	/** Rows of floats. */
	readonly state: Float32Array;
	readonly action: Float32Array;
	/** Two floats per frame: 1 while the left and the right hand is tracked. */
	readonly tracked: Float32Array;
	/** The index of the task of each frame. */
	readonly taskIndices: readonly number[];
	readonly issues: readonly Issue[];
}

/** The vectors of all episodes. */
export interface EpisodeVectors {
	readonly state: FrameVector;
	/** `null` for the next state. */
	readonly action: FrameVector | null;
}

/** Finds the vectors that the options ask for. */
export function describeVectors({ joints, state, action }: LeRobotSettings): EpisodeVectors {
	if (joints !== undefined && state !== undefined) throw new TypeError('joints, state: give only one of them');
	const usual = joints === undefined ? USUAL_STATE : SIDES.map((side) => `${side}_${joints}`);
	return {
		state: describeVector(state ?? usual, 'state'),
		action: action === undefined ? null : describeVector(action, 'action'),
	};
}

/** Samples a recording. `tasks` is the list of all tasks so far, to which new ones are added. */
export function createEpisode(
	{ name, recording }: NamedRecording,
	vectors: EpisodeVectors,
	options: LeRobotSettings,
	tasks: string[],
): Episode {
	const { frameRate, space } = options;
	const times = listEvenTimes(recording, frameRate);
	const table = bakeFramesSimd(recording, { times, space });
	const state = fillVector(table, vectors.state);
	return {
		length: times.length,
		state,
		action:
			vectors.action === null ? shiftVector(state, vectors.state.names.length) : fillVector(table, vectors.action),
		tracked: listTracked(table),
		taskIndices: listTasks(name, recording, times, options, tasks),
		issues: listIssues(recording, times, table, vectors, options),
	};
}

function listTracked({ times, hands }: FrameTable): Float32Array {
	const tracked = new Float32Array(times.length * 2);
	SIDES.forEach((side, i) => {
		for (let row = 0; row < times.length; row++) tracked[row * 2 + i] = hands?.[side].tracked[row] ?? 0;
	});
	return tracked;
}

function listTasks(
	name: string,
	recording: Recording,
	times: Float64Array,
	{ tasks: origin, task, track }: LeRobotSettings,
	tasks: string[],
): number[] {
	const find = (text: string): number => {
		const index = tasks.indexOf(text);
		return index < 0 ? tasks.push(text) - 1 : index;
	};
	if (origin === 'labels' && task === undefined) {
		const labels = labelRows(findTaskTrack(recording, track)?.spans ?? [], times);
		return labels.map((label) => find(label || name));
	}
	const { markers } = recording;
	const sorted = origin === 'markers' && task === undefined ? [...markers].sort((a, b) => a.time - b.time) : [];
	let next = 0;
	let current = task ?? name;
	return Array.from(times, (time) => {
		for (; next < sorted.length && sorted[next]!.time <= time; next++) current = sorted[next]!.name || name;
		return find(current);
	});
}

function findTaskTrack(recording: Recording, name: string | undefined): SpanTrack | undefined {
	return listLabelTracks(recording).find((track) => name === undefined || track.name === name);
}

function listIssues(
	recording: Recording,
	times: Float64Array,
	table: FrameTable,
	vectors: EpisodeVectors,
	{ tasks }: LeRobotSettings,
): Issue[] {
	const wanted = new Set(
		[vectors.state, vectors.action].flatMap((vector) => vector?.columns.map(({ path }) => path) ?? []),
	);
	const present = listPresent(recording);
	const missing = [...wanted].filter((path) => !present.some((column) => column.path === path));
	const others = present.filter(({ path }) => !wanted.has(path));
	const kept: readonly KeptData[] = [
		'layout',
		'sections',
		'details',
		...(tasks === 'labels' ? ['labels' as const] : []),
	];
	const issues = listFrameIssues(recording, times, {}, present, kept, false);
	const warn = (code: Issue['code'], paths: readonly string[], message: string): void => {
		const [path] = paths;
		const more = paths.length > 1 ? ` (and ${paths.length - 1} more values)` : '';
		if (path !== undefined) issues.push(createWarning(code, path, `${message}${more}`));
	};
	warn('values-lost', missing, 'was not recorded, written as 0 (rotations as 0 0 0 1)');
	warn(
		'section-lost',
		others.map(({ path }) => path),
		'is not part of state or action',
	);
	const [first = 0] = times;
	if (first < 0) issues.push(createWarning('values-lost', 'times', `the first frame is at ${first} s; moved to 0`));
	for (const side of SIDES) {
		const tracked = table.hands?.[side].tracked;
		const lost = tracked?.reduce((sum, state) => sum + 1 - state, 0) ?? 0;
		if (lost > 0 && [...wanted].some((path) => path.startsWith(`hands.${side}.`))) {
			const message = `not tracked in ${lost} of ${times.length} frames, which hold interpolated poses`;
			issues.push(createWarning('values-lost', `hands.${side}`, message));
		}
	}
	return issues;
}
