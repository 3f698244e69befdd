import { assembleRecording } from './create-recording.ts';
import type { Curve } from './curve.ts';
import type { Sections } from './order.ts';
import type {
	HandCurves,
	HandsCurves,
	Marker,
	PoseCurves,
	QuatCurves,
	RayCurves,
	Recording,
	Vec3Curves,
} from './recording.ts';

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
	| HandsCurves;

/**
 * Replaces every curve of a group by the result of `edit`; `path` is the curve's path in the group, such as `position.x`,
 * and empty for a single curve. Objects in which no curve changes are shared.
 *
 * @example mapGroup(alignGroup(recording.head.position), (curve) => removeKey(curve, 3))
 */
export function mapGroup<T extends CurveGroup>(group: T, edit: (curve: Curve, path: string) => Curve): T {
	return editNode(group, '', edit) as T;
}

function editNode(node: unknown, path: string, edit: (curve: Curve, path: string) => Curve): unknown {
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
	const { head, hands, gaze } = recording;
	return replaceSections(
		recording,
		mapFields({ head, hands, gaze }, (section, name) => (section === null ? null : editNode(section, name, edit))),
	);
}

/**
 * Replaces every position, origin and direction (three curves) and every rotation (four curves) of a recording by the
 * result of `edit`. Boolean curves stay. Shares objects like {@link mapCurves}.
 */
export function mapVectors(
	recording: Recording,
	edit: <V extends Vec3Curves | QuatCurves>(curves: V, role: VectorRole, path: string) => V,
): Recording {
	const { head, hands, gaze } = recording;
	return replaceSections(
		recording,
		mapFields({ head, hands, gaze }, (section, name) =>
			section === null ? null : editVectors(section, name, '', edit),
		),
	);
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
	if (isCurve(node)) return node;
	if (isVector(node)) return edit(node, key as VectorRole, path);
	return mapFields(node, (child, name) => editVectors(child, `${path}.${name}`, name, edit));
}

/** A vector with other curves, in the order x, y, z, w; the same object if they are the same curves. */
export function replaceAxes<V extends Vec3Curves | QuatCurves>(vector: V, curves: readonly Curve[]): V {
	const axes = Object.keys(vector);
	return mapFields(vector, (_, axis) => curves[axes.indexOf(axis)]);
}

/** Replaces sections or markers of a recording. Returns the recording itself if nothing changes. */
export function replaceSections(
	recording: Recording,
	parts: Partial<Sections> & { readonly markers?: readonly Marker[] },
): Recording {
	const { head = recording.head, hands = recording.hands, gaze = recording.gaze } = parts;
	const { markers = recording.markers } = parts;
	const isSame =
		head === recording.head && hands === recording.hands && gaze === recording.gaze && markers === recording.markers;
	return isSame ? recording : assembleRecording(recording.layout, markers, { head, hands, gaze });
}

/** Replaces every field of an object by the result of `edit`. Returns the object itself if nothing changes. */
export function mapFields<T>(object: T, edit: (value: unknown, key: string) => unknown): T {
	const fields = object as Record<string, unknown>;
	let changed: Record<string, unknown> | null = null;
	for (const key of Object.keys(fields)) {
		const value = fields[key];
		const edited = edit(value, key);
		if (edited === value) continue;
		changed ??= { ...fields };
		changed[key] = edited;
	}
	return (changed ?? object) as T;
}

/** Returns whether an object of a recording is a curve. */
export function isCurve(node: unknown): node is Curve {
	return (node as Partial<Curve>).floats !== undefined;
}

/** Returns whether an object of a recording is a vector or quaternion of curves. */
export function isVector(node: unknown): node is Vec3Curves | QuatCurves {
	const { x } = node as Partial<Vec3Curves>;
	return x !== undefined && isCurve(x);
}
