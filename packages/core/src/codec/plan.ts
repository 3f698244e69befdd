import type { IssueCode } from '../issue/codes.ts';
import { type Issue, RecordingError } from '../issue/error.ts';
import { checkRecording } from '../model/check-recording.ts';
import { createRecording } from '../model/create-recording.ts';
import { type Curve, curveFault, FULL_STRIDE, WEIGHTED_BOTH } from '../model/curve.ts';
import { describeLayout, type Layout, type LayoutName } from '../model/layout.ts';
import { countSlots, listFileCurves, type SectionFlags, type Slots, slotPaths } from '../model/order.ts';
import { type Marker, type Recording, SIDES } from '../model/recording.ts';
import { CURVE_HEADER_SIZE, firstCurveOffset, isBooleanSlot, slotKeySize } from './header.ts';
import { checkMarkers, MAX_MARKERS, markersByteLength } from './markers.ts';

/** How a recording is written. */
export interface WriteOptions {
	/**
	 * The layout to write. Default: the recording's own layout, or if it has none `mrtk-1.1`, extended by a marker list, full keys or version 1.1 if
	 * the content needs them, so that nothing is lost. Where version 1.0 does not fit, `mrtk-1.1` if it holds everything. Version 1.0 always has head and hands: absent sections are written
	 * without keys.
	 */
	readonly layout?: Layout | LayoutName | undefined;
	/** Called for everything that the layout cannot hold. Without it, writing throws instead of losing anything. */
	readonly onIssue?: ((issue: Issue) => void) | undefined;
}

/** A recording to be written: checked, with its layout and size. */
export interface WritePlan {
	readonly layout: Layout;
	readonly flags: SectionFlags;
	readonly slots: Slots;
	/** In file order. */
	readonly curves: readonly Curve[];
	readonly markers: readonly Marker[];
	/** The markers' names as UTF-8. */
	readonly names: readonly Uint8Array[];
	readonly byteLength: number;
}

/** Chooses the layout, checks the recording, reports issues and computes the size of the file. */
export function planWriting(recording: Recording, options: WriteOptions = {}): WritePlan {
	checkRecording(recording);
	const layout = describeLayout(options.layout ?? chooseLayout(recording)).layout;
	const sections = layout.version === '1.1' ? recording : fillOldSections(recording);
	const flags = { head: sections.head !== null, hands: sections.hands !== null, gaze: sections.gaze !== null };
	const slots = countSlots(flags);
	const curves = listFileCurves(sections);
	const issues: Issue[] = [];
	const lose = (code: IssueCode, path: string, message: string): void => {
		issues.push({ code, severity: 'warning', message: `${path}: ${message}`, path, byteOffset: null, time: null });
	};

	if (layout.version === '1.0' && recording.gaze !== null) lose('section-lost', 'gaze', 'version 1.0 has no eye gaze');
	for (const { path, name } of listUnstorable(recording))
		lose('section-lost', path, `MRTK's files cannot store ${name}`);
	let byteLength = firstCurveOffset(layout.version);
	const pathOf = (slot: number): string => slotPaths(flags)[slot] ?? '';
	curves.forEach((curve, slot) => {
		const kind = isBooleanSlot(slots, slot) ? 'boolean' : 'float';
		const fault = curve.kind === kind ? curveFault(curve) : `a ${curve.kind} curve where a ${kind} curve belongs`;
		if (fault !== null) throw new TypeError(`recording.${pathOf(slot)}: ${fault}`);
		const lost = layout.keys === 'simple' ? countTangents(curve) : 0;
		if (lost > 0) {
			lose(
				'tangents-lost',
				pathOf(slot),
				`simple keys cannot store the tangents and weights of ${lost} of ${curve.count} keys`,
			);
		}
		byteLength += CURVE_HEADER_SIZE + curve.count * slotKeySize(slots, layout.keys, slot);
	});

	const markers = layout.markers ? recording.markers : [];
	if (markers.length < recording.markers.length) {
		lose('markers-lost', 'markers', `the layout has no marker list for ${recording.markers.length} markers`);
	}
	const names = encodeMarkers(markers, lose);
	if (layout.markers) byteLength += markersByteLength(names);
	settleIssues(issues, layout, options.onIssue);
	return { layout, flags, slots, curves, markers, names, byteLength };
}

/** Lists the parts of a recording that no layout can store. */
function listUnstorable({ hands, controllers, info, tracks, room }: Recording): { path: string; name: string }[] {
	const parts: { path: string; name: string }[] = [];
	for (const side of SIDES) {
		if (hands?.[side].aim) parts.push({ path: `hands.${side}.aim`, name: 'the pointing ray of a hand' });
		if (hands?.[side].pinchStrength)
			parts.push({ path: `hands.${side}.pinchStrength`, name: 'the strength of a pinch' });
		if (hands?.[side].radii) parts.push({ path: `hands.${side}.radii`, name: 'the radii of joints' });
	}
	for (const side of SIDES) {
		if (controllers?.[side]) parts.push({ path: `controllers.${side}`, name: 'a controller' });
	}
	for (const { name } of tracks) parts.push({ path: `tracks.${name}`, name: 'a track' });
	if (room !== undefined) parts.push({ path: 'room', name: 'a room' });
	for (const name of Object.keys(info)) parts.push({ path: `info.${name}`, name: 'information about the recording' });
	return parts;
}

/**
 * Returns the layout that `writeRecording` writes without `layout`: the recording's own, extended as far as its content needs.
 *
 * @example const isForUnity = describeLayout(chooseLayout(recording)).writtenBy !== null;
 */
export function chooseLayout(recording: Recording): LayoutName {
	const { layout, head, hands, gaze, markers } = recording;
	const isOld = layout?.version === '1.0' && head !== null && hands !== null && gaze === null;
	// A recording that leaves version 1.0 or has no layout gets the 1.1 layout that MRTK reads, unless its keys have tangents.
	const isNew = layout === null || (layout.version === '1.0' && !isOld);
	const isSimple =
		(isNew || layout.keys === 'simple') && listFileCurves(recording).every((curve) => countTangents(curve) === 0);
	return describeLayout({
		version: isOld ? '1.0' : '1.1',
		keys: isSimple ? 'simple' : 'full',
		markers: layout?.markers || markers.length > 0 || (isNew && isSimple),
	}).name;
}

/** Version 1.0 always has head and hands: absent sections are written without keys. */
function fillOldSections({ head, hands }: Recording): Recording {
	return createRecording({ head: head ?? {}, hands: hands ?? {} });
}

/**
 * Counts the keys that simple keys cannot store: all but those with tangents 0, weights 0 and weighted mode Both, to
 * the bit.
 */
function countTangents(curve: Curve): number {
	if (curve.stride !== FULL_STRIDE) return 0;
	const { words, start } = curve;
	const end = start + curve.count * FULL_STRIDE;
	let count = 0;
	for (let i = start; i < end; i += FULL_STRIDE) {
		const rest = words[i + 2]! | words[i + 3]! | words[i + 4]! | words[i + 5]!;
		if (rest !== 0 || words[i + 6] !== WEIGHTED_BOTH) count++;
	}
	return count;
}

function encodeMarkers(
	markers: readonly Marker[],
	lose: (code: IssueCode, path: string, message: string) => void,
): Uint8Array[] {
	if (markers.length > MAX_MARKERS) {
		throw new RangeError(`recording.markers: at most ${MAX_MARKERS} markers are supported, got ${markers.length}`);
	}
	checkMarkers(markers);
	const encoder = new TextEncoder();
	return markers.map(({ name }, i) => {
		if (/\p{Surrogate}/u.test(name)) {
			lose('characters-lost', `markers[${i}].name`, 'UTF-8 cannot encode a lone surrogate; it becomes U+FFFD');
		}
		return encoder.encode(name);
	});
}

function settleIssues(issues: readonly Issue[], layout: Layout, onIssue: WriteOptions['onIssue']): void {
	const [first, ...others] = issues;
	if (first === undefined) return;
	if (onIssue !== undefined) {
		for (const issue of issues) onIssue(issue);
		return;
	}
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const message = `writing ${describeLayout(layout).name} would lose data: ${first.message}${more}; pass onIssue to write anyway`;
	throw new RecordingError({ ...first, severity: 'error', message });
}
