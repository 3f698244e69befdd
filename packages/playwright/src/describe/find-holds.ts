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
/** The part of the way of an object that has to follow the hand. */
const FOLLOWED = 0.6;
/** Meters from the middle of a hand to what shows it. */
const AT_HAND = 0.01;
/** Seconds in which objects let go after the hand has opened. */
const AFTER = 0.1;
/** Meters that a hand may move before the object does, so that both count as held. */
const SLACK = 0.02;

type Matrix = ArrayLike<number>;

/**
 * Finds the objects that move rigidly with a closed hand: by the pose of the hand, or by its position alone, as
 * some pages hold things. Objects that follow an open hand belong to it, such as its model.
 */
export function findHolds(tracks: readonly ObjectTrack[], sides: readonly SideTrack[]): Hold[] {
	const moving = tracks.filter(({ samples }) => samples.length > 1);
	const own = findAttached(tracks, sides);
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
	return holds.sort((a, b) => a.start - b.start);
}

/** Finds the objects that move along with a hand whether it is closed or not, as its model does. */
export function findAttached(tracks: readonly ObjectTrack[], sides: readonly SideTrack[]): ReadonlySet<number> {
	const moving = tracks.filter(({ samples }) => samples.length > 1);
	return new Set(moving.filter((track) => sides.some((side) => isAttached(track, side))).map(({ id }) => id));
}

function findHold(track: ObjectTrack, side: SideTrack, { start, end, event }: Closing): Hold | null {
	const steps = listSteps(track, side, start, end + AFTER);
	const moved = steps.filter(({ way }) => way > STILL);
	const total = moved.reduce((sum, { way }) => sum + way, 0);
	const followed = moved.filter(({ isFollowing }) => isFollowing).reduce((sum, { way }) => sum + way, 0);
	if (total < LEAST || followed < total * FOLLOWED) return null;
	const first = moved.find(({ isFollowing }) => isFollowing)!;
	const last = moved.findLast(({ isFollowing }) => isFollowing)!;
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
function isAttached(track: ObjectTrack, side: SideTrack): boolean {
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
	const followed = open.filter(({ isFollowing }) => isFollowing).reduce((sum, { way }) => sum + way, 0);
	return total >= LEAST && followed >= total * FOLLOWED;
}

interface Step {
	readonly time: number;
	/** Meters of the object, and of the hand. */
	readonly way: number;
	readonly hand: number;
	readonly isFollowing: boolean;
}

function listSteps(track: ObjectTrack, { samples }: SideTrack, start: number, end: number): Step[] {
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
		steps.push({
			time: now.time,
			way,
			hand,
			isFollowing: Math.min(shift, turn) < Math.max(LAG, way * LAG_SHARE) && hand > STILL,
		});
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

// In the axes of the hand, which have length 1.
function toLocal(m: Matrix, point: Point): Point {
	const d = point.map((value, i) => value - m[12 + i]!);
	return [0, 4, 8].map((at) => m[at]! * d[0]! + m[at + 1]! * d[1]! + m[at + 2]! * d[2]!) as unknown as Point;
}

function measure(a: Point, b: Point): number {
	return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
