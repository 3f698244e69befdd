import { createRecording, type RecordingParts } from '../model/create-recording.ts';
import { type Curve, curveFault, isCurve } from '../model/curve.ts';
import { describeLayout, isSameLayout } from '../model/layout.ts';
import { type CurveGroup, mapFields, mapGroup, replaceFields } from '../model/map-curves.ts';
import type { Recording, Track } from '../model/recording.ts';

/**
 * The curve or group at a path such as `head`, `hands.left.joints.indexTip.position` or `gaze.origin.x`. Throws
 * `RangeError` for a path that the recording does not have; the message lists the names that exist.
 */
export function getCurves(recording: Recording, path: string): CurveGroup {
	let node: unknown = listRoots(recording);
	let parent = '';
	for (const name of path.split('.')) {
		const fields = node as Record<string, unknown>;
		const names = isCurve(node) ? [] : Object.keys(fields).filter((key) => hasCurves(fields[key]));
		if (!names.includes(name)) {
			const place = parent === '' ? 'the recording' : `'${parent}'`;
			const choice = names.length === 0 ? 'no fields' : names.join(', ');
			throw new RangeError(`path: '${path}' does not exist; ${place} has ${choice}`);
		}
		node = fields[name];
		parent = parent === '' ? name : `${parent}.${name}`;
	}
	return node as CurveGroup;
}

/** The parts of a recording that have curves, with tracks by name. */
interface Roots extends Pick<Recording, 'head' | 'hands' | 'gaze' | 'controllers'> {
	readonly tracks: Readonly<Record<string, Track>>;
}

function listRoots({ head, hands, gaze, controllers, tracks }: Recording): Roots {
	return { head, hands, gaze, controllers, tracks: Object.fromEntries(tracks.map((track) => [track.name, track])) };
}

function hasCurves(node: unknown): boolean {
	if (typeof node !== 'object' || node === null) return false;
	return isCurve(node) || Object.values(node).some(hasCurves);
}

/**
 * The recording with another curve or group at a path (see {@link getCurves}). Everything else is shared; the recording
 * is the same object if the group is.
 *
 * Throws `RangeError` for a path that the recording does not have, `TypeError` if the new group has another shape.
 *
 * @example
 * const path = 'hands.left.joints.indexTip.position.x';
 * replaceCurves(recording, path, insertKey(getCurves(recording, path) as Curve, 1.5))
 */
export function replaceCurves(recording: Recording, path: string, curves: CurveGroup): Recording {
	checkShape(getCurves(recording, path), curves, path);
	const replace = (node: unknown, names: readonly string[]): unknown => {
		const [name, ...others] = names;
		if (name === undefined) return curves;
		return mapFields(node, (child, key) => (key === name ? replace(child, others) : child));
	};
	const { tracks, ...sections } = replace(listRoots(recording), path.split('.')) as Roots;
	return replaceFields(recording, {
		...sections,
		tracks: mapFields(recording.tracks, (track) => tracks[(track as Track).name]),
	});
}

/**
 * The recording with each curve below a path replaced by the curve that `edit` returns: {@link getCurves},
 * {@link mapGroup} and {@link replaceCurves} in one call.
 *
 * @example editCurves(recording, 'hands.left.joints', (curve) => setWrapModes(curve, { postWrap: 'clamp-forever' }))
 */
export function editCurves(recording: Recording, path: string, edit: (curve: Curve, path: string) => Curve): Recording {
	return replaceCurves(recording, path, mapGroup(getCurves(recording, path), edit));
}

function checkShape(given: unknown, wanted: unknown, path: string): void {
	if (!hasCurves(given)) return;
	if (typeof wanted !== 'object' || wanted === null) throw new TypeError(`curves: ${path} is ${String(wanted)}`);
	if (isCurve(given)) {
		if (!isCurve(wanted)) throw new TypeError(`curves: ${path} is not a curve`);
		if (wanted.kind !== given.kind) throw new TypeError(`curves: ${path} is ${wanted.kind}, not ${given.kind}`);
		const fault = curveFault(wanted);
		if (fault !== null) throw new TypeError(`curves: ${path}: ${fault}`);
		return;
	}
	const fields = given as Record<string, unknown>;
	const names = Object.keys(fields);
	if (isCurve(wanted) || Object.keys(wanted).length !== names.length) {
		throw new TypeError(`curves: ${path} must have ${names.join(', ')}`);
	}
	for (const name of names) checkShape(fields[name], (wanted as Record<string, unknown>)[name], `${path}.${name}`);
}

/**
 * The recording with some parts replaced: sections added, replaced or dropped, down to single curves.
 *
 * Parts that are left out stay and are shared. `null` drops a section. A section that the recording does not have is
 * added, with empty curves where none are given. Markers, information, tracks, radii, buttons and axes are replaced as
 * a whole. Dropped curves may stay in memory that other curves share; {@link stripRecording} removes them from memory
 * too.
 *
 * Throws `TypeError` for an unknown name and for a curve of the wrong kind.
 *
 * @example
 * replaceParts(recording, { gaze: null, hands: { left: other.hands.left } })
 */
export function replaceParts(recording: Recording, parts: RecordingParts): Recording {
	for (const name of Object.keys(parts)) {
		if (!(name in recording))
			throw new TypeError(`parts.${name}: unknown name; expected ${Object.keys(recording).join(', ')}`);
	}
	const filled = createRecording(parts);
	const merge = <K extends keyof RecordingParts & keyof Recording>(name: K): Recording[K] =>
		mergeFields(recording[name], parts[name], filled[name], `parts.${name}`);
	const replaced = replaceFields(recording, {
		head: merge('head'),
		hands: merge('hands'),
		gaze: merge('gaze'),
		controllers: merge('controllers'),
		info: parts.info ?? recording.info,
		tracks: parts.tracks ?? recording.tracks,
		markers: parts.markers ?? recording.markers,
	});
	if (parts.layout === undefined) return replaced;
	const layout = parts.layout && describeLayout(parts.layout).layout;
	const isSame =
		layout === replaced.layout ||
		(layout !== null && replaced.layout !== null && isSameLayout(layout, replaced.layout));
	return isSame ? replaced : replaceFields(replaced, { layout });
}

// The object with the defined fields of `parts`, recursively down to the curves. `filled` is `parts` with empty curves
// where none are given.
function mergeFields<T>(given: T, parts: unknown, filled: unknown, path: string): T {
	if (parts === undefined || parts === given) return given;
	if (parts === null || given === null || Array.isArray(given) || path.endsWith('.radii')) return filled as T;
	if (isCurve(given)) {
		if (!isCurve(parts) || parts.kind !== given.kind) throw new TypeError(`${path}: not a ${given.kind} curve`);
		return parts as T;
	}
	if (typeof given !== 'object') return parts as T;
	let isChanged = false;
	const merged = { ...given } as Record<string, unknown>;
	for (const [name, value] of Object.entries(parts as object)) {
		if (!(name in merged))
			throw new TypeError(`${path}.${name}: unknown name; expected ${Object.keys(merged).join(', ')}`);
		const field = mergeFields(merged[name], value, (filled as typeof merged)[name], `${path}.${name}`);
		isChanged ||= field !== merged[name];
		merged[name] = field;
	}
	return isChanged ? (merged as T) : given;
}
