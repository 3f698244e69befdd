import { type AssembledParts, assembleRecording } from './create-recording.ts';
import { type Curve, isCurve } from './curve.ts';
import type {
	ButtonCurves,
	ControllerCurves,
	ControllersCurves,
	HandCurves,
	HandsCurves,
	Marker,
	PoseCurves,
	QuatCurves,
	RayCurves,
	Recording,
	Span,
	Track,
	Vec3Curves,
} from './recording.ts';
import { isEmptyRoom, type Room } from './room.ts';

/** The meaning of a vector of curves. */
export type VectorRole = 'position' | 'rotation' | 'origin' | 'direction';

/** A single curve, or any object of a recording that is made of curves. */
export type CurveGroup =
	| Curve
	| Vec3Curves
	| QuatCurves
	| PoseCurves
	| RayCurves
	| HandCurves
	| HandCurves['joints']
	| HandsCurves
	| ButtonCurves
	| ControllerCurves
	| ControllersCurves
	| Track;

/**
 * Replaces every curve of a group by the result of `edit`; `path` is the curve's path in the group, such as
 * `position.x`, and empty for a single curve. Objects in which no curve changes are shared.
 *
 * @example mapGroup(alignGroup(recording.head.position), (curve) => removeKey(curve, 3))
 */
export function mapGroup<T extends CurveGroup>(group: T, edit: (curve: Curve, path: string) => Curve): T {
	return editNode(group, '', edit) as T;
}

function editNode(node: unknown, path: string, edit: (curve: Curve, path: string) => Curve): unknown {
	if (!isObject(node)) return node;
	if (isCurve(node)) return edit(node, path);
	return mapFields(node, (child, key) => editNode(child, path === '' ? key : `${path}.${key}`, edit));
}

/**
 * Replaces every curve of a recording by the result of `edit`. Objects in which no curve changes are shared; if none
 * changes, the result is the recording itself.
 *
 * @example mapCurves(recording, (curve, path) => (path.startsWith('head.') ? sortCurve(curve) : curve))
 */
export function mapCurves(recording: Recording, edit: (curve: Curve, path: string) => Curve): Recording {
	return mapParts(recording, (part, path) => editNode(part, path, edit));
}

/** {@link mapCurves} for curves with the same keys in other memory. */
export function moveCurves(recording: Recording, move: (curve: Curve, path: string) => Curve): Recording {
	return replaceFields(mapCurves(recording, move), { unknown: recording.unknown });
}

/**
 * Replaces every position, origin and direction (three curves) and every rotation (four curves) of a recording by the
 * result of `edit`. Boolean curves stay. Shares objects like {@link mapCurves}.
 */
export function mapVectors(
	recording: Recording,
	edit: <V extends Vec3Curves | QuatCurves>(curves: V, role: VectorRole, path: string) => V,
): Recording {
	return mapParts(recording, (part, path) => editVectors(part, path, '', edit));
}

// Replaces head, hands, gaze, controllers and each track by the result of `edit`.
function mapParts(recording: Recording, edit: (part: unknown, path: string) => unknown): Recording {
	const { head, hands, gaze, controllers } = recording;
	const sections = mapFields({ head, hands, gaze, controllers }, edit);
	const tracks = mapFields(recording.tracks, (track) => edit(track, `tracks.${(track as Track).name}`));
	return replaceFields(recording, { ...sections, tracks });
}

/**
 * Replaces every curve of a recording that is not part of a vector by the result of `edit`: states, and values such as
 * pinch strength, buttons and axes. Shares objects like {@link mapCurves}.
 */
export function mapSingleCurves(recording: Recording, edit: (curve: Curve, path: string) => Curve): Recording {
	return mapParts(recording, (part, path) => editSingles(part, path, edit));
}

function editSingles(node: unknown, path: string, edit: (curve: Curve, path: string) => Curve): unknown {
	if (!isObject(node)) return node;
	if (isCurve(node)) return edit(node, path);
	if (isVector(node)) return node;
	return mapFields(node, (child, key) => editSingles(child, `${path}.${key}`, edit));
}

/** A group with every vector and quaternion replaced by the one that `edit` returns. Shares like {@link mapCurves}. */
export function mapGroupVectors<T extends CurveGroup>(
	group: T,
	edit: <V extends Vec3Curves | QuatCurves>(curves: V) => V,
): T {
	return editVectors(group, '', '', (curves) => edit(curves)) as T;
}

function editVectors(
	node: unknown,
	path: string,
	key: string,
	edit: <V extends Vec3Curves | QuatCurves>(curves: V, role: VectorRole, path: string) => V,
): unknown {
	if (!isObject(node) || isCurve(node)) return node;
	if (isVector(node)) return edit(node, key as VectorRole, path);
	return mapFields(node, (child, name) => editVectors(child, `${path}.${name}`, name, edit));
}

/** A vector with other curves, in the order x, y, z, w; the same object if they are the same curves. */
export function replaceAxes<V extends Vec3Curves | QuatCurves>(vector: V, curves: readonly Curve[]): V {
	const axes = Object.keys(vector);
	return mapFields(vector, (_, axis) => curves[axes.indexOf(axis)]);
}

/**
 * Replaces the markers of a recording, and the events of each of its tracks, by the result of `edit`. Returns the
 * recording itself if nothing changes.
 */
export function mapMarkers(recording: Recording, edit: (markers: readonly Marker[]) => readonly Marker[]): Recording {
	const tracks = mapFields(recording.tracks, (given) => {
		const track = given as Track;
		if (track.kind !== 'events') return track;
		const events = edit(track.events);
		return events === track.events ? track : { ...track, events };
	});
	return replaceFields(recording, { markers: edit(recording.markers), tracks });
}

/** Replaces the spans of each track of a recording by the result of `edit`. Shares like {@link mapMarkers}. */
export function mapSpans(recording: Recording, edit: (spans: readonly Span[]) => readonly Span[]): Recording {
	const tracks = mapFields(recording.tracks, (given) => {
		const track = given as Track;
		if (track.kind !== 'spans') return track;
		const spans = edit(track.spans);
		return spans === track.spans ? track : { ...track, spans };
	});
	return replaceFields(recording, { tracks });
}

/** Replaces the room of a recording by the result of `edit`. */
export function mapRoom(recording: Recording, edit: (room: Room) => Room): Recording {
	if (recording.room === undefined) return recording;
	const room = edit(recording.room);
	return replaceFields(recording, { room: isEmptyRoom(room) ? undefined : room });
}

/** Replaces fields of a recording. Returns the recording itself if nothing changes. */
export function replaceFields(recording: Recording, fields: Partial<AssembledParts>): Recording {
	const names = Object.keys(fields) as (keyof AssembledParts)[];
	const isSame = names.every(
		(name) => (fields[name] === undefined && name !== 'room') || fields[name] === recording[name],
	);
	if (isSame) return recording;
	const { layout = recording.layout, markers = recording.markers, head = recording.head } = fields;
	const { hands = recording.hands, gaze = recording.gaze, controllers = recording.controllers } = fields;
	const { info = recording.info, tracks = recording.tracks, unknown = keepUnknown(recording, fields) } = fields;
	const room = 'room' in fields ? fields.room : recording.room;
	return assembleRecording({ layout, markers, head, hands, gaze, controllers, info, tracks, room, unknown });
}

const MOVING = ['head', 'hands', 'gaze', 'controllers', 'tracks'] as const;

function keepUnknown(recording: Recording, fields: Partial<AssembledParts>): Recording['unknown'] {
	const isMoved = MOVING.some((name) => fields[name] !== undefined && fields[name] !== recording[name]);
	return isMoved ? listIndependent(recording) : recording.unknown;
}

/** The unknown parts that edits of keys keep: new keys may contradict the others. */
export function listIndependent({ unknown }: Recording): Recording['unknown'] {
	return unknown?.filter(({ isIndependent }) => isIndependent);
}

/** Replaces every field of an object or array by the result of `edit`. Returns the object itself if nothing changes. */
export function mapFields<T>(object: T, edit: (value: unknown, key: string) => unknown): T {
	const fields = object as Record<string, unknown>;
	let changed: Record<string, unknown> | null = null;
	for (const key of Object.keys(fields)) {
		const value = fields[key];
		const edited = edit(value, key);
		if (edited === value) continue;
		changed ??= (Array.isArray(object) ? [...object] : { ...fields }) as Record<string, unknown>;
		changed[key] = edited;
	}
	return (changed ?? object) as T;
}

function isObject(node: unknown): node is object {
	return typeof node === 'object' && node !== null;
}

/** Returns whether an object of a recording is a vector or quaternion of curves. */
export function isVector(node: unknown): node is Vec3Curves | QuatCurves {
	const { x } = node as Partial<Vec3Curves>;
	return x !== undefined && isCurve(x);
}
