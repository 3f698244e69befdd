import {
	createFrameSample,
	getJointPose,
	type Recording,
	SIDES,
	type Side,
	sampleFrame,
	writePoseMatrix,
} from '@handreel/core';
import { estimateFloor } from '@handreel/core/internal';
import type { ReplayEvent } from '@handreel/webxr';
import type { Point, SceneNode } from '../probe/types.ts';
import type { XRReplay } from '../replay/xr-replay.ts';
import { createFrameSource, type Person, samplePerson } from '../scene/person.ts';
import { NO_RIG, type Rig } from '../scene/rig.ts';
import { type Cause, listCauses } from './find-causes.ts';
import {
	type Closing,
	findAttached,
	findHolds,
	type Hold,
	matrixAt,
	type ObjectTrack,
	positionOf,
	type SideTrack,
} from './find-holds.ts';

/** A change of how an object looks. */
export interface LookChange {
	readonly time: number;
	readonly path: string;
	readonly id: number;
	/** For example `becomes #ff0000` or `disappears`. */
	readonly text: string;
	/** The new color; `null` if it appears or disappears. */
	readonly color: string | null;
	/** What a hand did just before; `null` if hands did nothing. */
	readonly cause: Cause | null;
}

/** An object that was held in a page. Points are in the space of the scene. */
export interface PageHold extends Hold {
	/** The path of the nearest other object at the end, with its distance in meters; `null` if there is none. */
	readonly near: { readonly path: string; readonly distance: number } | null;
	/** Where the closed hand was at the start: between thumb and index finger, or the grip of a controller. */
	readonly hand: Point;
	/** Where the head was at the start and at the end. */
	readonly heads: readonly [start: Point, end: Point];
	/** Whether the object stays where it was left, and does not fall. */
	readonly stays: boolean;
}

/** What happened to the objects of a page. */
export interface PageDescription {
	readonly holds: readonly PageHold[];
	readonly changes: readonly LookChange[];
}

/** Frames per second in which objects are looked at. */
const RATE = 30;
/** Meters: objects farther away are not near. */
const NEAR = 0.5;
/** Seconds after which an object that was left has fallen, and meters that it may roll. */
const REST = 0.3;
const ROLL = 0.02;
/** Seconds in which something that a hand does has an effect. */
const JUST_NOW = 0.12;
/** Changes of looks in a description. */
const MAX_CHANGES = 100;

/** A track that grows. */
interface Track extends ObjectTrack {
	readonly samples: { readonly time: number; readonly matrix: readonly number[] }[];
	readonly looks: { readonly time: number; readonly isVisible: boolean; readonly color: string }[];
}

/**
 * Replays until a time, in a session that has started, and reports which objects hands have held from now on, and what changed.
 * What is in a hand already counts as taken now.
 */
export async function describePage(xr: XRReplay, end: number): Promise<PageDescription> {
	const tracks = new Map<number, Track>();
	const moments: Moment[] = [];
	const causes = new Map<number, readonly Cause[]>();
	const look = async (): Promise<void> => {
		const { time } = xr;
		moments.push({ time, rig: await xr.findRig().catch(() => NO_RIG) });
		let hasChanged = false;
		const changes = await xr.listChanges(moments.length === 1);
		const unknown = changes.some(({ id }) => !tracks.has(id));
		const nodes = new Map<number, SceneNode>(unknown ? (await xr.listObjects()).map((node) => [node.id, node]) : []);
		for (const { id, matrix, isVisible, color } of changes) {
			const node = nodes.get(id);
			if (!tracks.has(id)) tracks.set(id, { id, path: node?.path ?? '', parent: node?.parent, samples: [], looks: [] });
			const track = tracks.get(id)!;
			track.samples.push({ time, matrix });
			const last = track.looks.at(-1);
			if (last?.isVisible === isVisible && last.color === color) continue;
			track.looks.push({ time, isVisible, color });
			hasChanged ||= last !== undefined;
		}
		if (hasChanged) causes.set(time, await findCauses(xr, moments.at(-1)!));
	};
	await look();
	while (xr.time < end - 1e-6) {
		await xr.stepTo(Math.min(end, xr.time + 1 / RATE));
		await look();
	}
	const list = [...tracks.values()];
	const [first] = moments;
	const sides = SIDES.map((side) => trackSide(xr.recording, side, moments, listClosed(xr, side, first?.time ?? 0)));
	const personAt = createPersonSource(xr.recording, moments);
	// What moves with the head, such as a camera, moves with a hand that is held still.
	const attached = findAttached(list, [...sides, trackHead(moments, personAt)]);
	const holds = findHolds(list, sides, attached).map((hold) => ({
		...hold,
		...findPlaces(hold, personAt),
		near: findNear(hold, list),
		stays: isAtRest(hold, list),
	}));
	const changes = listLookChanges(list, attached).map((change) => ({
		...change,
		cause: causes.get(change.time)?.find(({ id }) => !attached.has(id)) ?? null,
	}));
	return { holds, changes };
}

// What hands may have done at the time of the last frame.
async function findCauses(xr: XRReplay, { time, rig }: Moment): Promise<Cause[]> {
	const person = rig.placePerson(samplePerson(createFrameSource(xr.recording), time));
	const pressed = new Set(
		xr.events.flatMap((event) =>
			'side' in event && event.side && /^(select|squeeze)(start|end)$/.test(event.type) && event.time > time - JUST_NOW
				? [event.side]
				: [],
		),
	);
	const [nodes, bounds] = [await xr.listObjects(), await xr.listBounds()];
	const objects = nodes.flatMap(({ id, path, type, isVisible, geometry }) =>
		isVisible && geometry !== undefined && type !== 'SkinnedMesh' && bounds[id]
			? [{ id, path, bounds: bounds[id] }]
			: [],
	);
	return listCauses(person, objects, pressed);
}

/** A time at which the page was looked at. */
interface Moment {
	readonly time: number;
	readonly rig: Rig;
}

// The person in the space of the scene, at the nearest time at which the page was looked at.
function createPersonSource(recording: Recording, moments: readonly Moment[]): (time: number) => Person {
	const frames = createFrameSource(recording);
	return (time) => {
		const rig = moments.findLast((moment) => moment.time <= time + 1e-6)?.rig ?? NO_RIG;
		return rig.placePerson(samplePerson(frames, time));
	};
}

function findPlaces(hold: Hold, personAt: (time: number) => Person): Pick<PageHold, 'hand' | 'heads'> {
	const [start, end] = [personAt(hold.start), personAt(hold.end)];
	const hand = start.sides[hold.side]?.holdPoints[0] ?? hold.from;
	return { hand, heads: [start.head, end.head] };
}

function isAtRest({ id, end, to }: Hold, tracks: readonly ObjectTrack[]): boolean {
	const later = matrixAt(tracks.find((track) => track.id === id)?.samples ?? [], end + REST);
	return later !== null && Math.hypot(...positionOf(later).map((value, i) => value - to[i]!)) <= ROLL;
}

// Its position is enough: what turns with it, too, is at it.
function trackHead(moments: readonly Moment[], personAt: (time: number) => Person): Omit<SideTrack, 'side'> {
	const samples = moments.map(({ time }) => {
		const [x, y, z] = personAt(time).head;
		return { time, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1] };
	});
	return { samples, closed: [] };
}

// The hand's wrist, or the controller's grip, in the space of the scene.
function trackSide(
	recording: Recording,
	side: Side,
	moments: readonly Moment[],
	closed: readonly Closing[],
): SideTrack {
	const frame = createFrameSample();
	const sample = (time: number) =>
		sampleFrame(recording, time, frame, { space: 'webxr', defaultWrap: 'clamp-forever' });
	const start = sample(0);
	const floor = estimateFloor(start.headPresent ? start.head[1]! : 0);
	const samples = moments.map(({ time, rig }) => {
		const { hands, controllers } = sample(time);
		const controller = controllers[side];
		const place = (pose: ArrayLike<number>) => rig.toSceneMatrix(toMatrix(pose, floor));
		if (controller.present && controller.tracked) return { time, matrix: place(controller.grip) };
		const hand = hands[side];
		const wrist = hand.tracked ? getJointPose(hand, 'wrist') : null;
		return { time, matrix: wrist && place([...wrist.position, ...wrist.rotation]) };
	});
	return { side, samples, closed };
}

function toMatrix(pose: ArrayLike<number>, floor: number): number[] {
	const matrix = Array.from(writePoseMatrix(pose, new Float64Array(16)));
	matrix[13]! -= floor;
	return matrix;
}

// Pinches and buttons as the page has seen them, from a time on.
function listClosed({ events, time }: XRReplay, side: Side, first: number): Closing[] {
	const closed: Closing[] = [];
	for (const kind of ['select', 'squeeze'] as const) {
		let start: number | null = null;
		const own = events.filter((event): event is ReplayEvent & { side: Side } => 'side' in event && event.side === side);
		for (const event of own) {
			if (event.type === `${kind}start`) start = event.time;
			else if (event.type === `${kind}end` && start !== null) {
				closed.push({ start, end: event.time, event: kind });
				start = null;
			}
		}
		if (start !== null) closed.push({ start, end: time, event: kind });
	}
	const seen = closed
		.filter(({ end }) => end > first)
		.map(({ start, ...span }) => ({ ...span, start: Math.max(start, first) }));
	// A trigger and a grip that are pressed together hold once.
	seen.sort((a, b) => a.start - b.start);
	return seen.filter((span, i) => !seen.slice(0, i).some(({ start, end }) => start <= span.start && end >= span.end));
}

function findNear(hold: Hold, tracks: readonly ObjectTrack[]): { path: string; distance: number } | null {
	const parents = new Map(tracks.map(({ id, parent }) => [id, parent]));
	const isRelated = (id: number): boolean => {
		for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) if (at === hold.id) return true;
		for (let at: number | undefined = hold.id; at !== undefined; at = parents.get(at)) if (at === id) return true;
		return false;
	};
	let nearest: { path: string; distance: number } | null = null;
	for (const { id, path, samples } of tracks) {
		const matrix = matrixAt(samples, hold.end);
		const name = path.split('/').at(-1) ?? '';
		// Names that the library made, and moving parts of hands, say nothing.
		if (matrix === null || isRelated(id) || samples.length > 1 || /^[A-Z]/.test(name)) continue;
		const distance = Math.hypot(...positionOf(matrix).map((value, i) => value - hold.to[i]!));
		if (distance <= NEAR && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { path, distance };
	}
	return nearest;
}

// Without what shows hands or the head, and without what appears because something that contains it does.
function listLookChanges(tracks: readonly ObjectTrack[], own: ReadonlySet<number>): Omit<LookChange, 'cause'>[] {
	const byId = new Map(tracks.map((track) => [track.id, track]));
	const isOwn = (track: ObjectTrack | undefined): boolean =>
		track !== undefined && (own.has(track.id) || isOwn(byId.get(track.parent ?? -1)));
	const isShownBy = (parent: number | undefined, at: number): boolean =>
		byId.get(parent ?? -1)?.looks.some(({ time }, i) => i > 0 && time === at) === true;
	const changes = tracks.flatMap((track) => {
		if (isOwn(track)) return [];
		const { id, path, parent, looks } = track;
		return looks.slice(1).flatMap(({ time, isVisible, color }, i): Omit<LookChange, 'cause'>[] => {
			const before = looks[i]!;
			if (before.isVisible !== isVisible)
				return isShownBy(parent, time)
					? []
					: [{ time, id, path, text: isVisible ? 'appears' : 'disappears', color: null }];
			return isVisible && color !== '' ? [{ time, id, path, text: `becomes ${color}`, color }] : [];
		});
	});
	return changes.sort((a, b) => a.time - b.time).slice(0, MAX_CHANGES);
}
