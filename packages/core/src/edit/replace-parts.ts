import { assembleRecording, createRecording, type RecordingParts } from '../model/create-recording.ts';
import { describeLayout, isSameLayout } from '../model/layout.ts';
import { isCurve, replaceSections } from '../model/map-curves.ts';
import type { Recording } from '../model/recording.ts';

/**
 * The recording with other parts: sections added, replaced or dropped, down to single curves.
 *
 * What `parts` leaves out stays and is shared. `null` drops a section. A section that the recording does not have is
 * added; curves that it is not given are without keys. Markers are replaced as a whole. Dropped curves are gone from
 * the recording, but maybe not from the memory that others share with them: {@link stripRecording} sees to that.
 *
 * Throws `TypeError` for a name that a recording does not have, and for a curve of another kind than its place asks for.
 *
 * @example
 * replaceParts(recording, { gaze: null, hands: { left: other.hands.left } })
 */
export function replaceParts(recording: Recording, parts: RecordingParts): Recording {
	for (const name of Object.keys(parts)) {
		if (!(name in recording)) throw new TypeError(`parts.${name}: there is only ${Object.keys(recording).join(', ')}`);
	}
	const added = createRecording({
		head: recording.head === null ? (parts.head ?? null) : null,
		hands: recording.hands === null ? (parts.hands ?? null) : null,
		gaze: recording.gaze === null ? (parts.gaze ?? null) : null,
	});
	const replaced = replaceSections(recording, {
		head: mergeFields(recording.head ?? added.head, parts.head, 'parts.head'),
		hands: mergeFields(recording.hands ?? added.hands, parts.hands, 'parts.hands'),
		gaze: mergeFields(recording.gaze ?? added.gaze, parts.gaze, 'parts.gaze'),
		markers: parts.markers ?? recording.markers,
	});
	if (parts.layout === undefined) return replaced;
	const { layout } = describeLayout(parts.layout);
	return isSameLayout(layout, replaced.layout) ? replaced : assembleRecording(layout, replaced.markers, replaced);
}

// The object with the fields of `parts` that are not undefined, all the way down to the curves.
function mergeFields<T>(given: T, parts: unknown, path: string): T {
	if (parts === undefined || parts === given) return given;
	if (parts === null || given === null) return parts as T;
	if (isCurve(given)) {
		if (!isCurve(parts) || parts.kind !== given.kind) throw new TypeError(`${path}: not a ${given.kind} curve`);
		return parts as T;
	}
	let isChanged = false;
	const merged = { ...given } as Record<string, unknown>;
	for (const [name, value] of Object.entries(parts as object)) {
		if (!(name in merged)) throw new TypeError(`${path}.${name}: there is only ${Object.keys(merged).join(', ')}`);
		const field = mergeFields(merged[name], value, `${path}.${name}`);
		isChanged ||= field !== merged[name];
		merged[name] = field;
	}
	return isChanged ? (merged as T) : given;
}
