import type { Side } from '@handreel/core';
import type { Point } from '../probe/types.ts';

/** Where an object was. Objects that do not move have few samples. */
export interface ObjectTrack {
	readonly id: number;
	readonly path: string;
	/** The id of the object that contains it. */
	readonly parent: number | undefined;
	readonly samples: readonly { readonly time: number; readonly matrix: ArrayLike<number> }[];
	readonly looks: readonly { readonly time: number; readonly isVisible: boolean; readonly color: string }[];
}

/** A hand, controller or its ray over time. Matrices are in the space of the scene. */
export interface SideTrack {
	readonly side: Side;
	readonly samples: readonly { readonly time: number; readonly matrix: ArrayLike<number> | null }[];
	/** When it holds: pinches or pressed buttons. */
	readonly closed: readonly Closing[];
}

/** A time in which a hand is closed or a button is pressed, as the events of a page report it. */
export interface Closing {
	readonly start: number;
	readonly end: number;
	readonly event: 'select' | 'squeeze';
}

/** A time in which an object moves along with a hand. */
export interface Hold {
	readonly side: Side;
	/** How the hand is closed. */
	readonly event: Closing['event'];
	readonly id: number;
	readonly path: string;
	readonly start: number;
	readonly end: number;
	/** Meters from where the object was to where it was left. */
	readonly distance: number;
	readonly from: Point;
	readonly to: Point;
}

/** Meters: less does not count as a movement. */
const LEAST = 0.02;
/** Meters per sample: an object that moves less stands still. */
const STILL = 3e-4;
/** Meters per sample, and the part of the way, by which an object may lag behind. */
const LAG = 0.006;
const LAG_SHARE = 0.4;
/** The same for what shows a hand, which does not lag. Hands of a person who turns move alike. */
const SHOWN_LAG = 0.002;
const SHOWN_LAG_SHARE = 0.2;
/** The part of the way of an object that has to follow the hand. */
const FOLLOWED = 0.6;
/** Meters from the middle of a hand to what shows it. */
const AT_HAND = 0.01;
/** Seconds in which objects let go after the hand has opened. */
const AFTER = 0.1;
/** The part by which an object grows that is stretched, and by which it may grow more or less than hands move apart. */
const STRETCHED = 0.15;
/** Meters that a hand may move before the object does, so that both count as held. */
const SLACK = 0.02;

type Matrix = ArrayLike<number>;

/**
 * Finds the objects that move rigidly with a closed hand: by the pose of the hand, or by its position alone, as
 * some pages hold things. Objects that follow an open hand belong to it, such as its model.
 */
export function findHolds(
	tracks: readonly ObjectTrack[],
	sides: readonly SideTrack[],
	own: ReadonlySet<number> = findAttached(tracks, sides),
): Hold[] {
	const moving = tracks.filter(({ samples }) => samples.length > 1);
	const holds = sides.flatMap((side) =>
		side.closed.flatMap((closing) => {
			const found = moving.flatMap((track) => (own.has(track.id) ? [] : (findHold(track, side, closing) ?? [])));
			const ids = new Set(found.map(({ id }) => id));
			const parents = new Map(tracks.map(({ id, parent }) => [id, parent]));
			// What is inside a held object moves with it.
			const isInside = (id: number | undefined): boolean =>
				id !== undefined && (ids.has(id) || own.has(id) || isInside(parents.get(id)));
			return found.filter(({ id }) => !isInside(parents.get(id)));
		}),
	);
	return [...holds, ...findStretches(holds, tracks, sides)].sort((a, b) => a.start - b.start);
}

// A second hand holds an object if its size grows with the distance of the hands.
function findStretches(holds: readonly Hold[], tracks: readonly ObjectTrack[], sides: readonly SideTrack[]): Hold[] {
	return holds.flatMap((hold) =>
		sides.flatMap(({ side, samples, closed }) => {
			if (side === hold.side || holds.some((other) => other.side === side && other.id === hold.id)) return [];
			const track = tracks.find(({ id }) => id === hold.id)!;
			const own = sides.find((other) => other.side === hold.side)!;
			return closed.flatMap(({ start, end, event }) => {
				const [from, to] = [Math.max(start, hold.start), Math.min(end, hold.end)];
				const [before, after] = [from, to].map((time) => {
					const [a, b, object] = [
						nearestTo(samples, time),
						nearestTo(own.samples, time),
						matrixAt(track.samples, time),
					];
					if (a === null || b === null || object === null) return null;
					return { object, apart: measure(positionOf(a), positionOf(b)), size: measureScale(object) };
				});
				if (to <= from || !before || !after) return [];
				const [grown, apart] = [after.size / before.size, after.apart / before.apart];
				if (Math.abs(grown - 1) < STRETCHED || Math.abs(grown / apart - 1) > STRETCHED) return [];
				const [origin, goal] = [positionOf(before.object), positionOf(after.object)];
				const { id, path } = hold;
				const distance = measure(origin, goal);
				return [{ side, event, id, path, start: from, end: to, distance, from: origin, to: goal }];
			});
		}),
	);
}

function nearestTo(samples: SideTrack['samples'], time: number): Matrix | null {
	return samples.findLast((sample) => sample.time <= time + 1e-6)?.matrix ?? null;
}

/** Finds the objects that move along with a hand or the head while it holds nothing, as models of hands do. */
export function findAttached(
	tracks: readonly ObjectTrack[],
	sides: readonly Omit<SideTrack, 'side'>[],
): ReadonlySet<number> {
	const moving = tracks.filter(({ samples }) => samples.length > 1);
	return new Set(moving.filter((track) => sides.some((side) => isAttached(track, side))).map(({ id }) => id));
}

function findHold(track: ObjectTrack, side: SideTrack, { start, end, event }: Closing): Hold | null {
	const steps = listSteps(track, side, start, end + AFTER);
	const moved = steps.filter(({ way }) => way > STILL);
	const total = moved.reduce((sum, { way }) => sum + way, 0);
	const isFollowing = ({ way, hand, lag }: Step): boolean => hand > STILL && lag < Math.max(LAG, way * LAG_SHARE);
	const followed = moved.filter(isFollowing).reduce((sum, { way }) => sum + way, 0);
	if (total < LEAST || followed < total * FOLLOWED) return null;
	const first = moved.find(isFollowing)!;
	const last = moved.findLast(isFollowing)!;
	const handWay = (from: number, to: number): number =>
		steps.reduce((sum, { time, hand }) => sum + (time > from && time <= to ? hand : 0), 0);
	const begins = handWay(start, first.time) - first.hand < SLACK ? start : first.time;
	const ends = handWay(last.time, end) < SLACK || last.time > end ? end : last.time;
	const from = positionOf(matrixAt(track.samples, begins)!);
	const to = positionOf(matrixAt(track.samples, ends)!);
	const distance = measure(from, to);
	// Trembling adds up to a way, too.
	const farthest = Math.max(...moved.map(({ time }) => measure(from, positionOf(matrixAt(track.samples, time)!))));
	if (farthest < LEAST) return null;
	return { side: side.side, event, id: track.id, path: track.path, start: begins, end: ends, distance, from, to };
}

// What stays at the middle of a hand is a part of it, even if it appears only while the hand is closed.
function isAttached(track: ObjectTrack, side: Omit<SideTrack, 'side'>): boolean {
	const places = side.samples.flatMap(({ time, matrix }) => {
		const own = matrixAt(track.samples, time);
		return matrix === null || own === null || time < track.samples[1]!.time
			? []
			: [measure(positionOf(own), positionOf(matrix))];
	});
	const near = places.filter((distance) => distance < AT_HAND).length;
	if (near > 0 && near >= places.length * FOLLOWED) return true;
	const first = side.samples[0]?.time ?? 0;
	const last = side.samples.at(-1)?.time ?? 0;
	const isClosed = (time: number): boolean => side.closed.some(({ start, end }) => time > start && time <= end + AFTER);
	const open = listSteps(track, side, first, last).filter(({ time, way }) => way > STILL && !isClosed(time));
	const total = open.reduce((sum, { way }) => sum + way, 0);
	const followed = open
		.filter(({ way, hand, rigidLag }) => hand > STILL && rigidLag < Math.max(SHOWN_LAG, way * SHOWN_LAG_SHARE))
		.reduce((sum, { way }) => sum + way, 0);
	return total >= LEAST && followed >= total * FOLLOWED;
}

interface Step {
	readonly time: number;
	/** Meters of the object, and of the hand. */
	readonly way: number;
	readonly hand: number;
	/** Meters by which it did not follow the pose of the hand or its position, or else the hand did not stay on it. */
	readonly rigidLag: number;
	readonly lag: number;
}

function listSteps(track: ObjectTrack, { samples }: Omit<SideTrack, 'side'>, start: number, end: number): Step[] {
	const steps: Step[] = [];
	for (let i = 1; i < samples.length; i++) {
		const [before, now] = [samples[i - 1]!, samples[i]!];
		if (now.time <= start || now.time > end || before.matrix === null || now.matrix === null) continue;
		const [was, is] = [matrixAt(track.samples, before.time), matrixAt(track.samples, now.time)];
		if (was === null || is === null) continue;
		const [a, b] = [positionOf(was), positionOf(is)];
		const [c, d] = [positionOf(before.matrix), positionOf(now.matrix)];
		const way = measure(a, b);
		const hand = measure(c, d);
		const shift = Math.hypot(...[0, 1, 2].map((k) => b[k]! - a[k]! - (d[k]! - c[k]!)));
		const turn = measure(toLocal(before.matrix, a), toLocal(now.matrix, b));
		// Two hands that stretch an object stay where they are on it.
		const [wasAt, isAt] = [toLocal(was, c), toLocal(is, d)];
		const slip = measure(wasAt, isAt) * measureScale(is);
		const rigidLag = Math.min(shift, turn);
		steps.push({ time: now.time, way, hand, rigidLag, lag: Math.min(rigidLag, slip) });
	}
	return steps;
}

/** The last matrix that is not after a time; `null` before the first. */
export function matrixAt(samples: ObjectTrack['samples'], time: number): Matrix | null {
	let [low, high] = [0, samples.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (samples[middle]!.time <= time + 1e-6) low = middle + 1;
		else high = middle;
	}
	return samples[low - 1]?.matrix ?? null;
}

/** The position in a matrix. */
export function positionOf(matrix: Matrix): Point {
	return [matrix[12]!, matrix[13]!, matrix[14]!];
}

// In the axes of a matrix. Axes may have any length, and right angles to each other.
function toLocal(m: Matrix, point: Point): Point {
	const d = point.map((value, i) => value - m[12 + i]!);
	return [0, 4, 8].map((at) => {
		const [x, y, z] = [m[at]!, m[at + 1]!, m[at + 2]!];
		return (x * d[0]! + y * d[1]! + z * d[2]!) / (x * x + y * y + z * z || 1);
	}) as unknown as Point;
}

function measureScale(m: Matrix): number {
	return Math.hypot(m[0]!, m[1]!, m[2]!);
}

function measure(a: Point, b: Point): number {
	return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
