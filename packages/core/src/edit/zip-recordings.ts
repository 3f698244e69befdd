import { type Curve, createCurve, isCurve } from '../model/curve.ts';
import { isVector, mapFields } from '../model/map-curves.ts';
import type { CurveParts } from '../model/order.ts';
import type {
	EventTrack,
	Marker,
	PoseCurves,
	PoseTrack,
	RayCurves,
	Span,
	SpanTrack,
	Track,
	ValueTrack,
} from '../model/recording.ts';

/** How {@link zipRecordings} combines the curves of two recordings. */
export interface Zippers {
	/** Combines two poses or rays. */
	readonly zipMotion: <T extends PoseCurves | RayCurves>(first: T, second: T) => T;
	/** Combines two curves that are not part of a vector. */
	readonly zipSingles: (first: Curve, second: Curve) => Curve;
	readonly zipEvents: (first: readonly Marker[], second: readonly Marker[]) => readonly Marker[];
	readonly zipSpans: (first: readonly Span[], second: readonly Span[]) => readonly Span[];
}

/**
 * Combines the curves of two recordings. If only one recording has a part, the other has empty curves there. Values
 * that are not curves, such as profile names, are the first recording's if it has any.
 */
export function zipRecordings(first: CurveParts, second: CurveParts, zippers: Zippers): CurveParts {
	const zip = <K extends keyof CurveParts>(part: K): CurveParts[K] =>
		zipNodes(first[part], second[part], zippers) as CurveParts[K];
	return {
		head: zip('head'),
		hands: zip('hands'),
		gaze: zip('gaze'),
		controllers: zip('controllers'),
		tracks: zipTracks(first.tracks, second.tracks, zippers),
	};
}

function zipNodes(first: unknown, second: unknown, zippers: Zippers): unknown {
	const a = first ?? emptyOf(second);
	const b = second ?? emptyOf(first);
	if (typeof a !== 'object' || a === null) return a;
	if (isCurve(a)) return zippers.zipSingles(a, b as Curve);
	if (isMotion(a)) return zippers.zipMotion(a, b as typeof a);
	if (Array.isArray(a)) {
		const others = b as unknown[];
		const longer = a.length >= others.length ? a : others;
		if (typeof longer[0] === 'string') return a.length > 0 ? a : b;
		return longer.map((_, i) => zipNodes(a[i], others[i], zippers));
	}
	const fields = b as Record<string, unknown>;
	return mapFields({ ...fields, ...a }, (child, name) => zipNodes(child, fields[name], zippers));
}

/** Combines the tracks of two recordings. Tracks belong together if name and kind agree. */
export function zipTracks(first: readonly Track[], second: readonly Track[], zippers: Zippers): readonly Track[] {
	if (first.length === 0 && second.length === 0) return first;
	const matches = (a: Track, b: Track): boolean => a.name === b.name && a.kind === b.kind;
	const zipped = first.map((track) => {
		const other = second.find((candidate) => matches(track, candidate));
		return zipTrack(track, other ?? emptyTrack(track), zippers);
	});
	const names = new Set(first.map(({ name }) => name));
	for (const track of second) {
		if (first.some((other) => matches(track, other))) continue;
		let { name } = track;
		while (names.has(name)) name = `${name} (${track.kind})`;
		names.add(name);
		zipped.push({ ...zipTrack(emptyTrack(track), track, zippers), name });
	}
	return zipped;
}

function zipTrack(first: Track, second: Track, { zipMotion, zipSingles, zipEvents, zipSpans }: Zippers): Track {
	if (first.kind === 'spans') return { ...first, spans: zipSpans(first.spans, (second as SpanTrack).spans) };
	if (first.kind === 'events') return { ...first, events: zipEvents(first.events, (second as EventTrack).events) };
	if (first.kind !== 'pose') return { ...first, value: zipSingles(first.value, (second as ValueTrack).value) };
	const pick = ({ position, rotation }: PoseCurves): PoseCurves => ({ position, rotation });
	return { ...first, ...zipMotion(pick(first), pick(second as PoseTrack)) };
}

function emptyTrack(track: Track): Track {
	if (track.kind === 'spans') return { ...track, spans: [] };
	return track.kind === 'events' ? { ...track, events: [] } : (emptyOf(track) as Track);
}

// The same object with curves that have no keys.
function emptyOf(node: unknown): unknown {
	if (typeof node !== 'object' || node === null) return node;
	if (isCurve(node)) return createCurve([], { kind: node.kind });
	return mapFields(node, emptyOf);
}

function isMotion(node: object): node is PoseCurves | RayCurves {
	const { position, origin } = node as Partial<PoseCurves & RayCurves>;
	const vector = position ?? origin;
	return vector !== undefined && isVector(vector);
}
