import { evaluateCurve, evaluateCurveVelocity } from '../curves/evaluate.ts';
import { getCurveSegmentKind } from '../curves/segment.ts';
import { measureRecording, type RecordingMeasures } from '../measure/measure-recording.ts';
import { isBodyTrack } from '../model/body-joints.ts';
import { type Curve, FULL_STRIDE, getCurveWords, replaceKeys } from '../model/curve.ts';
import { mapFields, mapVectors, replaceAxes, replaceFields } from '../model/map-curves.ts';
import { hasKeys, type Recording, type RecordingInfo, SIDES, type Side, type Vec3Curves } from '../model/recording.ts';
import type { OptionsOf } from '../option/option.ts';
import { compactRecording } from './compact-recording.ts';
import { defineEdit, type Edit } from './edit.ts';
import { moveRecording, reanchorRecording } from './move-recording.ts';

/** The options of {@link anonymizeRecording}. */
export const ANONYMIZE_OPTIONS = {
	removeGaze: {
		type: 'flag',
		default: false,
		title: 'Remove gaze',
		text: 'also remove the gaze, which reveals a lot about a person',
	},
} as const;

/** What {@link anonymizeRecording} keeps. */
export interface AnonymizeOptions extends OptionsOf<typeof ANONYMIZE_OPTIONS> {
	/** By how much to scale. Default: to the {@link STANDARD_BODY}, as the recording measures. */
	readonly scales?: BodyScales | undefined;
}

/** The body that every anonymized recording has. Meters. */
export interface StandardBody {
	/** The height of the eyes of a standing person of 1.70 m, and of the same person on a chair. */
	readonly standingEyes: number;
	readonly sittingEyes: number;
	/** From the head to the wrist, in the middle of the time. */
	readonly reach: number;
	/** From the wrist over the joints of the middle finger to its tip. */
	readonly hand: number;
}

/** The body of {@link anonymizeRecording}. */
export const STANDARD_BODY: StandardBody = { standingEyes: 1.59, sittingEyes: 1.19, reach: 0.42, hand: 0.191 };

/** By how much {@link anonymizeRecording} scales; 1 leaves a size as it is. */
export interface BodyScales {
	/** The height of the head, and everything else about the floor. */
	readonly height: number;
	/** The distance of hands and controllers from the head. */
	readonly reach: number;
	/** The size of the hands. */
	readonly hands: number;
}

/** Heads below this are not measured from a floor; heads above the second height stand. Meters. */
const MIN_FLOOR_HEIGHT = 0.7;
const MIN_STANDING_HEIGHT = 1.35;
/** The fields of `info` that say nothing about a person. */
const IMPERSONAL_INFO: readonly string[] = ['device', 'application', 'frameRate', 'referenceSpace', 'license'];

/**
 * Removes data that identifies a person, as far as that is possible: motion itself identifies people, and this
 * keeps the motion. Do not publish the result as anonymous data without reading the guide on privacy.
 *
 * - Subject, date, notes and unknown fields of `info` are removed, and so are the room, a body, tracks of text events, and what this version does not know of
 *   the file. Marker names and labels of spans stay.
 * - The head starts above the origin and faces forward.
 * - Height, reach and hand size become those of {@link STANDARD_BODY}, with a constant factor each.
 *   Hands keep their shape, so pinches stay closed.
 * - All keys are copied; the result shares no memory with the recording.
 *
 * Values are exact at keys; between keys, where head and hand have keys at different times, they deviate a little.
 *
 * Throws `RangeError` if the head, or without a head the first wrist or controller, is at no finite place at the start.
 *
 * @example const shared = anonymizeRecording(recording, { removeGaze: true });
 */
export function anonymizeRecording(recording: Recording, options: AnonymizeOptions = {}): Recording {
	const { scales = getBodyScales(measureRecording(recording)) } = options;
	const known = replaceFields(recording, {
		info: keepImpersonal(recording.info),
		gaze: options.removeGaze ? null : recording.gaze,
		// The lengths of a body identify a person, and scaling its joints would tear them from the hands.
		tracks: recording.tracks.filter((track) => track.kind !== 'events' && !isBodyTrack(track)),
		room: undefined,
		unknown: [],
	});
	return compactRecording(scaleBody(anchor(known, scales), scales));
}

/** By how much a recording with these measures has to be scaled, so that it has the {@link STANDARD_BODY}. */
export function getBodyScales({ head, hands }: Pick<RecordingMeasures, 'head' | 'hands'>): BodyScales {
	const eyes = head?.height?.median ?? 0;
	const body = eyes < MIN_STANDING_HEIGHT ? STANDARD_BODY.sittingEyes : STANDARD_BODY.standingEyes;
	const height = eyes < MIN_FLOOR_HEIGHT ? 1 : body / eyes;
	const reach = averageKnown(SIDES.map((side) => hands?.[side].reach?.median));
	const hand = averageKnown(SIDES.map((side) => hands?.[side].size?.length));
	return {
		height,
		reach: reach === null ? height : STANDARD_BODY.reach / reach,
		hands: hand === null ? 1 : STANDARD_BODY.hand / hand,
	};
}

/** The edit {@link anonymizeRecording}. */
export const anonymizeEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'anonymize',
	title: 'Anonymize',
	text: 'Remove data that identifies a person, as far as possible, and scale the body to a standard size.',
	details: `Removes subject, date, notes, unknown information, text events, a body and the
room, which identify people, too. Moves the start to the origin,
facing forward. Scales height (to 1.70 m), reach and hand size. Marker names stay.

Motion itself identifies people: what is left still does. The guide on privacy explains how well.`,
	options: ANONYMIZE_OPTIONS,
	examples: ['', '--remove-gaze'],
	apply: (recording, options) => ({
		recording: anonymizeRecording(recording, options),
	}),
	describe: (before, after) => {
		const [then, now] = [measureBody(before), measureBody(after)];
		const changes = (['height', 'reach', 'hand'] as const).flatMap((part) => {
			const [was, is] = [then[part], now[part]];
			return was === null || is === null
				? []
				: [`${BODY_NAMES[part]} ${is.toFixed(3)} m instead of ${was.toFixed(3)} m`];
		});
		const tracks = new Set(after.tracks.map(({ name }) => name));
		const removed = [
			...Object.keys(before.info).filter((name) => !(name in after.info)),
			...before.tracks.filter(({ name }) => !tracks.has(name)).map(({ name }) => `track ${name}`),
			...(before.room !== undefined ? ['room'] : []),
			...(before.gaze !== null && after.gaze === null ? ['gaze'] : []),
		];
		return {
			notes: [
				...(changes.length === 0 ? [] : [changes.join(', ')]),
				...(removed.length === 0 ? [] : [`removed: ${removed.join(', ')}`]),
				...(after.markers.length === 0 ? [] : ['marker names were kept; check that they name nobody']),
			],
			report: { before: then, after: now, removed },
		};
	},
});

/** Sizes of a body in meters; `null` where nothing is known. */
type Body = Readonly<Record<'height' | 'reach' | 'hand', number | null>>;

const BODY_NAMES = { height: 'head at', reach: 'reach', hand: 'hands' } as const;

function measureBody(recording: Recording): Body {
	const { head, hands } = measureRecording(recording);
	return {
		height: head?.height?.median ?? null,
		reach: averageKnown(SIDES.map((side) => hands?.[side].reach?.median)),
		hand: averageKnown(SIDES.map((side) => hands?.[side].size?.length)),
	};
}

// The mean of the values that are known, or `null`.
function averageKnown(values: readonly (number | null | undefined)[]): number | null {
	const known = values.filter((value) => value !== null && value !== undefined && value > 0) as number[];
	return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function keepImpersonal(info: RecordingInfo): RecordingInfo {
	return Object.fromEntries(Object.entries(info).filter(([name]) => IMPERSONAL_INFO.includes(name)));
}

// Without a head there is no heading; then the first wrist or controller comes to the origin.
function anchor(recording: Recording, { height }: BodyScales): Recording {
	const { head, hands, controllers } = recording;
	if (head !== null && hasKeys(head)) {
		return reanchorRecording(recording, { height: height === 1 ? 'zero' : 'keep' });
	}
	const poses = SIDES.flatMap((side) => [hands?.[side].joints.wrist, controllers?.[side]?.grip]);
	const first = poses.find((pose) => pose !== undefined && hasKeys(pose))?.position;
	if (first === undefined) return recording;
	const [x = 0, y = 0, z = 0] = [first.x, first.y, first.z].map((curve) => -evaluateCurve(curve, 0));
	if (!Number.isFinite(x + y + z)) throw new RangeError('recording: the first wrist or grip is not finite at 0 s');
	return moveRecording(recording, [x, y, z, 0, 0, 0, 1]);
}

// A position becomes height × head + reach × (wrist − head) + hands × (position − wrist), with the parts that it has.
function scaleBody(recording: Recording, { height, reach, hands: size }: BodyScales): Recording {
	const { head, hands } = recording;
	const headPosition = head !== null && hasKeys(head) ? head.position : null;
	const moved = mapVectors(recording, (curves, role, path) => {
		if (role !== 'position' && role !== 'origin') return curves;
		const [part, side, kind] = path.split('.');
		const isLimb = headPosition !== null && (part === 'hands' || part === 'controllers');
		const terms: Term[] = isLimb ? [{ vector: headPosition, factor: height - reach }] : [];
		const own = isLimb ? reach : height;
		const wrist = part === 'hands' ? hands?.[side as Side].joints.wrist : undefined;
		if (wrist === undefined || !hasKeys(wrist) || (kind === 'joints' && path.includes('.wrist.'))) {
			return combine(curves as Vec3Curves, own, terms) as typeof curves;
		}
		return combine(curves as Vec3Curves, size, [
			...terms,
			{ vector: wrist.position, factor: own - size },
		]) as typeof curves;
	});
	if (moved.hands === null || size === 1) return moved;
	const scaled = mapFields(moved.hands, (given) => {
		const hand = given as NonNullable<Recording['hands']>[Side];
		return hand.radii === null
			? hand
			: { ...hand, radii: mapFields(hand.radii, (radius) => (radius as number) * size) };
	});
	return replaceFields(moved, { hands: scaled });
}

interface Term {
	readonly vector: Vec3Curves;
	readonly factor: number;
}

function combine(vector: Vec3Curves, own: number, terms: readonly Term[]): Vec3Curves {
	const others = terms.filter(({ factor }) => factor !== 0);
	if (own === 1 && others.length === 0) return vector;
	const curves = (['x', 'y', 'z'] as const).map((axis) =>
		combineCurve(
			vector[axis],
			own,
			others.map((term) => ({ curve: term.vector[axis], factor: term.factor })),
		),
	);
	return replaceAxes(vector, curves);
}

// own × curve + the sum of factor × other, at the keys of the curve.
function combineCurve(
	curve: Curve,
	own: number,
	others: ReadonlyArray<{ readonly curve: Curve; readonly factor: number }>,
): Curve {
	const words = getCurveWords(curve).slice();
	const floats = new Float32Array(words.buffer);
	const { stride, count } = curve;
	for (let key = 0; key < count; key++) {
		const at = key * stride;
		const time = floats[at]!;
		let value = own * floats[at + 1]!;
		for (const other of others) value += other.factor * evaluateCurve(other.curve, time);
		floats[at + 1] = value;
		if (stride !== FULL_STRIDE) continue;
		let slope = 0;
		for (const other of others) slope += other.factor * evaluateCurveVelocity(other.curve, time);
		// Tangents of straight lines have no meaning.
		if (key > 0 && getCurveSegmentKind(curve, key - 1) !== 'line') floats[at + 2] = own * floats[at + 2]! + slope;
		if (key < count - 1 && getCurveSegmentKind(curve, key) !== 'line') floats[at + 3] = own * floats[at + 3]! + slope;
	}
	return replaceKeys(curve, words);
}
