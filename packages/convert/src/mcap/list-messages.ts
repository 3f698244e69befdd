import {
	type FrameTable,
	JOINTS,
	POSE_STRIDE,
	type Recording,
	SIDES,
	type Side,
	type SpaceName,
	samplePose,
} from '@handreel/core';
import { bakeFramesSimd } from '@handreel/core/simd';
import { listPresent } from '../frames/columns.ts';
import { findTrackedRows, groupColumns, locateColumn } from '../frames/parts.ts';
import type { McapMessage } from './mcap-file.ts';
import {
	encodeLog,
	encodePoints,
	encodeScene,
	encodeTimestamp,
	encodeTransforms,
	type FramePose,
	type SceneLines,
} from './messages.ts';
import { encodeText } from './proto.ts';

/** A time of a recording as viewers have it. */
export interface McapTime {
	/** Nanoseconds. */
	readonly time: bigint;
	readonly timestamp: Uint8Array;
}

const BILLION = 1e9;
/** About a century: nanoseconds since 1970 have 64 bits. */
const MAX_SECONDS = 2 ** 32;
/** Rows that are sampled at a time. */
export const BLOCK_ROWS = 512;
const COLORS: Readonly<Record<Side | 'gaze', SceneLines['color']>> = {
	left: [0.25, 0.55, 1, 1],
	right: [1, 0.55, 0.2, 1],
	gaze: [0.4, 0.8, 0.4, 1],
};
const [TRANSFORMS, POINTS, SCENE, LOG] = [0, 1, 2, 3];

/**
 * The seconds of a file at which the recording starts: its date if it has one, otherwise 0, or later (`isMoved`) if it has
 * times before 0, which the format cannot hold.
 */
export function findBase(recording: Recording, times: ArrayLike<number>): { base: number; isMoved: boolean } {
	// biome-ignore lint/style/noRestrictedGlobals: reads a date from text, not the clock
	const date = Date.parse(recording.info.date ?? '');
	const first = Math.min(0, times[0] ?? 0, listEvents(recording)[0]?.time ?? 0);
	const wanted = Number.isFinite(date) ? Math.floor(date / 1000) : 0;
	const base = Math.max(wanted, Math.ceil(-first));
	return { base, isMoved: base !== wanted };
}

/** Returns a function from seconds to times in a file. */
export function createClock(base: number): (time: number) => McapTime {
	return (time) => {
		const nanos = Math.round(time * BILLION);
		const seconds = base + Math.floor(nanos / BILLION);
		const rest = nanos - Math.floor(nanos / BILLION) * BILLION;
		return { time: BigInt(seconds) * 1_000_000_000n + BigInt(rest), timestamp: encodeTimestamp(seconds, rest) };
	};
}

/** Lists all messages in order of time. */
export function* listMessages(
	recording: Recording,
	times: ArrayLike<number>,
	clock: (time: number) => McapTime,
): Generator<McapMessage> {
	const events = listEvents(recording);
	let next = 0;
	for (let start = 0; start < times.length; start += BLOCK_ROWS) {
		const rows = Array.prototype.slice.call(times, start, start + BLOCK_ROWS) as number[];
		const table = bakeFramesSimd(recording, { times: rows, space: 'webxr' });
		const listPoses = createPoseList(recording, table, 'webxr');
		for (const [row, seconds] of rows.entries()) {
			for (; next < events.length && events[next]!.time <= seconds; next++) yield createLog(events[next]!, clock);
			const { time, timestamp } = clock(seconds);
			const poses = listPoses(row, seconds);
			yield { channel: TRANSFORMS!, time, data: encodeTransforms(timestamp, poses) };
			yield { channel: POINTS!, time, data: encodePoints(timestamp, listJointPoints(recording, table, row)) };
			yield { channel: SCENE!, time, data: encodeScene(timestamp, listLines(recording, table, row)) };
		}
	}
	for (; next < events.length; next++) yield createLog(events[next]!, clock);
}

/** A text at a time. */
export interface LogEvent {
	readonly time: number;
	readonly text: string;
	readonly origin: string;
}

/** Lists markers, events, and the ends of spans, at times that files can hold, in order. */
export function listEvents(recording: Recording): LogEvent[] {
	return listAllEvents(recording)
		.filter(isNear)
		.sort((a, b) => a.time - b.time);
}

/** Counts the events that {@link listEvents} leaves out. */
export function countFarEvents(recording: Recording): number {
	return listAllEvents(recording).filter((event) => !isNear(event)).length;
}

function isNear({ time }: LogEvent): boolean {
	return Math.abs(time) <= MAX_SECONDS;
}

function listAllEvents({ markers, tracks }: Recording): LogEvent[] {
	const events: LogEvent[] = markers.map(({ time, name }) => ({ time, text: name, origin: 'marker' }));
	for (const track of tracks) {
		if (track.kind === 'spans') {
			for (const { start, end, label } of track.spans) {
				events.push({ time: start, text: `${label} starts`, origin: track.name });
				events.push({ time: end, text: `${label} ends`, origin: track.name });
			}
		}
		if (track.kind !== 'events') continue;
		for (const { time, name } of track.events) events.push({ time, text: name, origin: track.name });
	}
	return events;
}

function createLog({ time: seconds, text, origin }: LogEvent, clock: (time: number) => McapTime): McapMessage {
	const { time, timestamp } = clock(seconds);
	return { channel: LOG!, time, data: encodeLog(timestamp, text, origin) };
}

/** A pose with its name as text. */
export interface ListedPose extends FramePose {
	readonly text: string;
}

/** Returns a function that lists the poses of a row that are tracked, and tracks that are poses, in the space of the table. */
export function createPoseList(
	recording: Recording,
	table: FrameTable,
	space: SpaceName,
): (row: number, time: number) => ListedPose[] {
	const parts = groupColumns(listPresent(recording)).flatMap((part) => {
		const place = part.kind === 'pose' ? locateColumn(table, part.columns[0]!) : null;
		return place === null
			? []
			: [{ text: part.name, name: encodeText(part.name), place, tracked: findTrackedRows(recording, table, part) }];
	});
	const tracks = recording.tracks.flatMap((track) =>
		track.kind === 'pose' ? [{ text: track.name, name: encodeText(`tracks/${track.name}`), track }] : [],
	);
	return (row, time) => {
		const poses: ListedPose[] = [];
		for (const { text, name, place, tracked } of parts) {
			const { values, stride, offset } = place;
			const at = row * stride + offset;
			if (tracked?.[row] !== 0 && isFinitePose(values, at)) poses.push({ text, name, values, at });
		}
		for (const { text, name, track } of tracks) {
			const values = samplePose(track, time, new Float32Array(POSE_STRIDE), 0, { space });
			if (isFinitePose(values, 0)) poses.push({ text: `tracks/${text}`, name, values, at: 0 });
		}
		return poses;
	};
}

function isFinitePose(values: ArrayLike<number>, at: number): boolean {
	for (let i = 0; i < POSE_STRIDE; i++) if (!Number.isFinite(values[at + i])) return false;
	return true;
}

function isTracked(recording: Recording, { hands }: FrameTable, side: Side, row: number): boolean {
	return hands !== null && (recording.hands?.[side].tracked.count === 0 || hands[side].tracked[row] === 1);
}

/** Lists the positions of joints that are tracked, three floats each. */
export function listJointPoints(recording: Recording, table: FrameTable, row: number): number[] {
	const points: number[] = [];
	for (const side of SIDES) {
		if (!isTracked(recording, table, side, row)) continue;
		for (let joint = 1; joint < JOINTS.length; joint++) addPoint(points, table, side, joint, row);
	}
	return points;
}

function addPoint(points: number[], { hands }: FrameTable, side: Side, joint: number, row: number): boolean {
	const { joints } = hands![side];
	const at = (row * JOINTS.length + joint) * POSE_STRIDE;
	if (!isFinitePose(joints, at)) return false;
	points.push(joints[at]!, joints[at + 1]!, joints[at + 2]!);
	return true;
}

/** Lists the bones of tracked hands, and a meter of gaze. */
export function listLines(recording: Recording, table: FrameTable, row: number): SceneLines[] {
	const entities: SceneLines[] = [];
	for (const side of SIDES) {
		if (table.hands === null) continue;
		const points: number[] = [];
		if (isTracked(recording, table, side, row)) {
			JOINTS.forEach(({ parent }, joint) => {
				const other = JOINTS.findIndex(({ name }) => name === parent);
				if (other < 0) return;
				const pair: number[] = [];
				if (addPoint(pair, table, side, other, row) && addPoint(pair, table, side, joint, row)) points.push(...pair);
			});
		}
		entities.push({ id: `${side} hand`, color: COLORS[side], points });
	}
	if (table.gaze !== null) {
		const [x, y, z, dx, dy, dz] = table.gaze.subarray(row * 6, row * 6 + 6) as unknown as number[];
		const points = [x!, y!, z!, x! + dx!, y! + dy!, z! + dz!];
		entities.push({ id: 'gaze', color: COLORS.gaze, points: points.every(Number.isFinite) ? points : [] });
	}
	return entities;
}
