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
import type { SceneNode } from '../probe/types.ts';
import type { XRReplay } from '../replay/xr-replay.ts';
import { findHolds, type Hold, matrixAt, type ObjectTrack, positionOf, type SideTrack } from './find-holds.ts';

/** A change of how an object looks. */
export interface LookChange {
	readonly time: number;
	readonly path: string;
	/** For example `becomes #ff0000` or `disappears`. */
	readonly text: string;
}

/** What happened to the objects of a page. */
export interface PageDescription {
	readonly holds: readonly (Hold & {
		/** The path of the nearest other object at the end, with its distance in meters; `null` if there is none. */
		readonly near: { readonly path: string; readonly distance: number } | null;
	})[];
	readonly changes: readonly LookChange[];
}

/** Frames per second in which objects are looked at. */
const RATE = 30;
/** Meters: objects farther away are not near. */
const NEAR = 0.5;
/** Changes of looks in a description. */
const MAX_CHANGES = 100;

/** A track that grows. */
interface Track extends ObjectTrack {
	readonly samples: { readonly time: number; readonly matrix: readonly number[] }[];
	readonly looks: { readonly time: number; readonly isVisible: boolean; readonly color: string }[];
}

/** Replays until a time, in a session that has started, and reports which objects hands have held, and what changed. */
export async function describePage(xr: XRReplay, end: number): Promise<PageDescription> {
	const tracks = new Map<number, Track>();
	const times: number[] = [];
	const look = async (): Promise<void> => {
		const { time } = xr;
		times.push(time);
		const changes = await xr.listChanges();
		const unknown = changes.some(({ id }) => !tracks.has(id));
		const nodes = new Map<number, SceneNode>(unknown ? (await xr.listObjects()).map((node) => [node.id, node]) : []);
		for (const { id, matrix, isVisible, color } of changes) {
			const node = nodes.get(id);
			if (!tracks.has(id)) tracks.set(id, { id, path: node?.path ?? '', parent: node?.parent, samples: [], looks: [] });
			const track = tracks.get(id)!;
			track.samples.push({ time, matrix });
			const last = track.looks.at(-1);
			if (last?.isVisible !== isVisible || last.color !== color) track.looks.push({ time, isVisible, color });
		}
	};
	await look();
	while (xr.time < end - 1e-6) {
		await xr.stepTo(Math.min(end, xr.time + 1 / RATE));
		await look();
	}
	const list = [...tracks.values()];
	const sides = SIDES.map((side) => trackSide(xr.recording, side, times, listClosed(xr, side)));
	const holds = findHolds(list, sides).map((hold) => ({ ...hold, near: findNear(hold, list) }));
	return { holds, changes: listLookChanges(list) };
}

// The hand's wrist, or the controller's grip, in WebXR's space with the floor at 0.
function trackSide(recording: Recording, side: Side, times: readonly number[], closed: SideTrack['closed']): SideTrack {
	const frame = createFrameSample();
	const sample = (time: number) =>
		sampleFrame(recording, time, frame, { space: 'webxr', defaultWrap: 'clamp-forever' });
	const start = sample(0);
	const floor = estimateFloor(start.headPresent ? start.head[1]! : 0);
	const samples = times.map((time) => {
		const { hands, controllers } = sample(time);
		const controller = controllers[side];
		if (controller.present && controller.tracked) return { time, matrix: toMatrix(controller.grip, floor) };
		const hand = hands[side];
		const wrist = hand.tracked ? getJointPose(hand, 'wrist') : null;
		return { time, matrix: wrist && toMatrix([...wrist.position, ...wrist.rotation], floor) };
	});
	return { side, samples, closed };
}

function toMatrix(pose: ArrayLike<number>, floor: number): number[] {
	const matrix = Array.from(writePoseMatrix(pose, new Float64Array(16)));
	matrix[13]! -= floor;
	return matrix;
}

// Pinches and buttons as the page has seen them.
function listClosed({ events, time }: XRReplay, side: Side): { start: number; end: number }[] {
	const closed: { start: number; end: number }[] = [];
	for (const kind of ['select', 'squeeze']) {
		let start: number | null = null;
		const own = events.filter((event): event is ReplayEvent & { side: Side } => 'side' in event && event.side === side);
		for (const event of own) {
			if (event.type === `${kind}start`) start = event.time;
			else if (event.type === `${kind}end` && start !== null) {
				closed.push({ start, end: event.time });
				start = null;
			}
		}
		if (start !== null) closed.push({ start, end: time });
	}
	// A trigger and a grip that are pressed together hold once.
	closed.sort((a, b) => a.start - b.start);
	return closed.filter(
		(span, i) => !closed.slice(0, i).some(({ start, end }) => start <= span.start && end >= span.end),
	);
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

function listLookChanges(tracks: readonly ObjectTrack[]): LookChange[] {
	const changes = tracks.flatMap(({ path, looks }) =>
		looks.slice(1).flatMap(({ time, isVisible, color }, i) => {
			const before = looks[i]!;
			if (before.isVisible !== isVisible) return [{ time, path, text: isVisible ? 'appears' : 'disappears' }];
			return isVisible && color !== '' ? [{ time, path, text: `becomes ${color}` }] : [];
		}),
	);
	return changes.sort((a, b) => a.time - b.time).slice(0, MAX_CHANGES);
}
