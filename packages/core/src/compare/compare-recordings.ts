import { evaluateCurve } from '../curves/evaluate.ts';
import { type Curve, createCurve, isTrueValue } from '../model/curve.ts';
import { FINGER_JOINTS, JOINT_NAMES, type JointName } from '../model/joints.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import { listCurves } from '../model/order.ts';
import {
	hasKeys,
	type Marker,
	type PoseCurves,
	type RayCurves,
	type Recording,
	SIDES,
	type Track,
	type Vec3Curves,
} from '../model/recording.ts';
import { readWrapMode, type WrapMode } from '../model/wrap-mode.ts';
import { POSE_STRIDE, RAY_STRIDE } from '../sample/frame-sample.ts';
import { Part } from '../sample/part.ts';
import { Channel, compareIntervals, type Deviation, type Pair, type Play } from './channel.ts';
import { type Measure, measureDirection, measureDistance, measureRotation } from './measure.ts';
import { fillTolerances, type RunOptions, runSteps, type Tolerances } from './options.ts';
import { compareMarkers, compareStates, type MarkerDifference, type StateDisagreement } from './states.ts';
import { findRange, listTurns, type TimeRange } from './times.ts';

// This file judges edits, above all the optimizer, so it shares no computing code with them
// (test/guards/rooms.test.ts).

/** How {@link compareRecordings} compares. */
export interface CompareOptions {
	/** Seconds. Default: the first key of either recording, or 0 if that is earlier. */
	readonly start?: number;
	/** Seconds. Default: the last key of either recording. Markers before `start` and after `end` are not compared. */
	readonly end?: number;
	/** How many samples are compared per interval between key times. */
	readonly samplesPerInterval?: number;
	/** `true` compares a hand only while both recordings track it. */
	readonly onlyTracked?: boolean;
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode;
}

/** The defaults of {@link compareRecordings}. */
export const COMPARE_DEFAULTS: Readonly<Required<Pick<CompareOptions, 'samplesPerInterval' | 'onlyTracked'>>> = {
	samplesPerInterval: 4,
	onlyTracked: false,
};

/** {@link CompareOptions} with progress and abort. */
export interface CompareRunOptions extends CompareOptions, RunOptions {}

/** The deviation of a channel: a position or origin in meters, a rotation or direction in degrees, or a value. */
export interface ChannelDeviation extends Deviation {
	readonly unit: 'meters' | 'degrees' | 'value';
}

/** The result of {@link compareRecordings}. */
export interface Comparison {
	/** The compared span, in seconds. */
	readonly start: number;
	readonly end: number;
	/** Over all positions and origins, in meters; `null` if the recordings have none in common. */
	readonly position: Deviation | null;
	/** Over all rotations and directions, in degrees; `null` if the recordings have none in common. */
	readonly rotation: Deviation | null;
	/** Over the positions of the ten fingertips, in meters; `null` if the recordings have none in common. */
	readonly fingertips: Deviation | null;
	/** Every channel that both recordings have, in file order. */
	readonly channels: readonly ChannelDeviation[];
	/** Every state that both recordings have: tracking, pinching, buttons and boolean tracks. */
	readonly states: readonly StateDisagreement[];
	/** Paths of sections, joints, controllers and tracks that only the first recording has. */
	readonly onlyInA: readonly string[];
	/** Paths of sections, joints, controllers and tracks that only the second recording has. */
	readonly onlyInB: readonly string[];
	readonly markers: MarkerDifference;
	/** Events of tracks without a counterpart, as {@link Comparison.markers}. */
	readonly events: MarkerDifference;
	readonly layouts: { readonly a: LayoutName; readonly b: LayoutName };
}

type Item = PoseCurves | RayCurves;

/** A vector of a pose or ray, its unit, and how it is measured. */
interface Field {
	readonly field: 'position' | 'rotation' | 'origin' | 'direction';
	readonly unit: ChannelDeviation['unit'];
	readonly measure: Measure;
}

const POSE_FIELDS: readonly Field[] = [
	{ field: 'position', unit: 'meters', measure: measureDistance },
	{ field: 'rotation', unit: 'degrees', measure: measureRotation },
];
const RAY_FIELDS: readonly Field[] = [
	{ field: 'origin', unit: 'meters', measure: measureDistance },
	{ field: 'direction', unit: 'degrees', measure: measureDirection },
];
// A value is compared as the x of a position.
const VALUE_FIELDS: readonly Field[] = [{ field: 'position', unit: 'value', measure: measureDistance }];
const TIPS: ReadonlySet<JointName> = new Set(Object.values(FINGER_JOINTS).map((joints) => joints[joints.length - 1]!));

/** A pose or ray that both recordings have. It counts while all of `states` are true. */
interface Shared {
	readonly path: string;
	readonly inA: Item;
	readonly inB: Item;
	readonly states: readonly Curve[];
	readonly fields: readonly Field[];
}

/** Intervals between two steps. */
const PAUSE = 2048;

/**
 * The deviation between two recordings as they play: positions in meters, rotations and directions in degrees (after
 * sign alignment and normalization), states in seconds.
 *
 * Compares at every key time of either recording, on both sides of jumps and between keys, then searches for the exact
 * maximum around the largest deviations. Means are over time. Takes time in proportion to the keys; use
 * {@link compareInSteps} on a page. Throws `RangeError` for options out of range, and the reason of an aborted signal.
 *
 * @example
 * const { position } = compareRecordings(original, optimizeRecording(original));
 * if (position !== null) console.log(position.max * 1000, 'mm at', position.path, position.time);
 */
export function compareRecordings(a: Recording, b: Recording, options: CompareRunOptions = {}): Comparison {
	return runSteps(compareInSteps(a, b, options), options);
}

/**
 * {@link compareRecordings} in small steps. Each step yields the share that is done, from 0 to 1; the last step returns
 * the comparison. Abandon the iterator to cancel.
 */
export function* compareInSteps(
	a: Recording,
	b: Recording,
	options: CompareOptions = {},
): Generator<number, Comparison> {
	const { samplesPerInterval = COMPARE_DEFAULTS.samplesPerInterval, onlyTracked = COMPARE_DEFAULTS.onlyTracked } =
		options;
	const defaultWrap = readWrapMode(options.defaultWrap, 'defaultWrap');
	if (!Number.isSafeInteger(samplesPerInterval) || samplesPerInterval < 1) {
		throw new RangeError(`samplesPerInterval: must be a whole number above 0, got ${samplesPerInterval}`);
	}
	const range = chooseRange(a, b, options);
	const items: Shared[] = [];
	const states: StateDisagreement[] = [];
	const onlyInA: string[] = [];
	const onlyInB: string[] = [];
	const both = <T>(path: string, inA: T | null, inB: T | null, compare: (inA: T, inB: T) => void): void => {
		if (inA !== null && inB !== null) compare(inA, inB);
		else if (inA !== null) onlyInA.push(path);
		else if (inB !== null) onlyInB.push(path);
	};
	const addItem = <T extends Item>(path: string, inA: T, inB: T, states: readonly Curve[] = []): void => {
		items.push({ path, inA, inB, states, fields: 'position' in inA ? POSE_FIELDS : RAY_FIELDS });
	};
	const addStates = (path: string, inA: Curve, inB: Curve): void => {
		states.push(compareStates(path, inA, inB, range, defaultWrap));
	};
	const addValues = (path: string, inA: Curve, inB: Curve): void => {
		if (inA.count === 0 && inB.count === 0) return;
		items.push({ path, inA: wrapValue(inA), inB: wrapValue(inB), states: [], fields: VALUE_FIELDS });
	};

	both('head', withKeys(a.head), withKeys(b.head), (inA, inB) => addItem('head', inA, inB));
	both('hands', a.hands, b.hands, (inA, inB) => {
		for (const side of SIDES) {
			const [handA, handB] = [inA[side], inB[side]];
			for (const state of ['tracked', 'pinching'] as const) {
				addStates(`hands.${side}.${state}`, handA[state], handB[state]);
			}
			for (const name of JOINT_NAMES) {
				const path = `hands.${side}.joints.${name}`;
				both(path, withKeys(handA.joints[name]), withKeys(handB.joints[name]), (poseA, poseB) =>
					addItem(path, poseA, poseB, onlyTracked ? [handA.tracked, handB.tracked] : []),
				);
			}
		}
	});
	both('gaze', withKeys(a.gaze), withKeys(b.gaze), (inA, inB) => addItem('gaze', inA, inB));
	const countedWith = (inA: { tracked: Curve }, inB: { tracked: Curve }): Curve[] =>
		onlyTracked ? [inA.tracked, inB.tracked] : [];
	for (const side of SIDES) {
		const hand = `hands.${side}`;
		const [handA, handB] = [a.hands?.[side] ?? null, b.hands?.[side] ?? null];
		both(`${hand}.aim`, withKeys(handA?.aim ?? null), withKeys(handB?.aim ?? null), (inA, inB) =>
			addItem(`${hand}.aim`, inA, inB, countedWith(handA!, handB!)),
		);
		both(`${hand}.pinchStrength`, handA?.pinchStrength ?? null, handB?.pinchStrength ?? null, (inA, inB) =>
			addValues(`${hand}.pinchStrength`, inA, inB),
		);
	}
	for (const side of SIDES) {
		const path = `controllers.${side}`;
		both(path, a.controllers?.[side] ?? null, b.controllers?.[side] ?? null, (inA, inB) => {
			addStates(`${path}.tracked`, inA.tracked, inB.tracked);
			for (const name of ['grip', 'aim'] as const) {
				both(`${path}.${name}`, withKeys(inA[name]), withKeys(inB[name]), (poseA, poseB) =>
					addItem(`${path}.${name}`, poseA, poseB, countedWith(inA, inB)),
				);
			}
			for (let i = 0; i < Math.max(inA.buttons.length, inB.buttons.length); i++) {
				const button = `${path}.buttons.${i}`;
				both(button, inA.buttons[i] ?? null, inB.buttons[i] ?? null, (one, other) => {
					addStates(`${button}.pressed`, one.pressed, other.pressed);
					addStates(`${button}.touched`, one.touched, other.touched);
					addValues(`${button}.value`, one.value, other.value);
				});
			}
			for (let i = 0; i < Math.max(inA.axes.length, inB.axes.length); i++) {
				const axis = `${path}.axes.${i}`;
				both(axis, inA.axes[i] ?? null, inB.axes[i] ?? null, (one, other) => addValues(axis, one, other));
			}
		});
	}
	for (const { name, kind } of listTrackNames(a, b)) {
		const path = `tracks.${name}`;
		const find = ({ tracks }: Recording): Track | null =>
			tracks.find((track) => track.name === name && track.kind === kind) ?? null;
		both(path, find(a), find(b), (inA, inB) => {
			if (inA.kind === 'pose' && inB.kind === 'pose') addItem(path, inA, inB);
			else if (inA.kind === 'boolean' && inB.kind === 'boolean') addStates(path, inA.value, inB.value);
			else if (inA.kind === 'scalar' && inB.kind === 'scalar') addValues(path, inA.value, inB.value);
		});
	}

	const channels: ChannelDeviation[] = [];
	for (let i = 0; i < items.length; i++) {
		const steps = compareItem(items[i]!, range, samplesPerInterval, defaultWrap);
		let step = steps.next();
		for (; !step.done; step = steps.next()) yield (i + step.value) / items.length;
		channels.push(...step.value);
		yield (i + 1) / items.length;
	}
	const lengths = channels.filter(({ unit }) => unit === 'meters');
	return {
		...range,
		position: summarize(lengths),
		rotation: summarize(channels.filter(({ unit }) => unit === 'degrees')),
		fingertips: summarize(lengths.filter(({ path }) => TIPS.has(path.split('.')[3] as JointName))),
		channels,
		states,
		onlyInA,
		onlyInB,
		markers: compareMarkers(chooseMarkers(a.markers, options), chooseMarkers(b.markers, options)),
		events: compareMarkers(chooseMarkers(listEvents(a), options), chooseMarkers(listEvents(b), options)),
		layouts: { a: describeLayout(a.layout).name, b: describeLayout(b.layout).name },
	};
}

// The deviations of both vectors of a pose or ray. Vectors whose curves are the same objects are not played.
function* compareItem(
	{ path, inA, inB, states, fields }: Shared,
	range: TimeRange,
	samplesPerInterval: number,
	defaultWrap: number,
): Generator<number, ChannelDeviation[]> {
	const pathOf = ({ field, unit }: Field): string => (unit === 'value' ? path : `${path}.${field}`);
	const isSame = ({ field }: Field): boolean =>
		listAxes(inA, field).every((curve, i) => curve === listAxes(inB, field)[i]);
	const differing = fields.filter((field) => !isSame(field));
	const played = differing.map((field) => new Channel(pathOf(field), field.measure, range.start, samplesPerInterval));
	const pair: Pair = {
		playA: playItem(inA, defaultWrap),
		playB: playItem(inB, defaultWrap),
		counts: (time) => states.every((curve) => isTrueValue(evaluateCurve(curve, time, { defaultWrap }))),
	};
	if (played.length > 0) {
		const axes = differing.flatMap(({ field }) => [...listAxes(inA, field), ...listAxes(inB, field)]);
		const turns = listTurns([...axes, ...states], range, defaultWrap);
		const intervals = turns.length - 1;
		for (let from = 0; from <= intervals; from += PAUSE) {
			compareIntervals(pair, played, turns, from, Math.min(from + PAUSE, intervals));
			yield Math.min(1, (from + PAUSE) / intervals);
		}
	}
	return fields.map((field) => {
		const channel = played[differing.indexOf(field)];
		const { unit } = field;
		if (channel !== undefined) return { ...channel.finish(pair), unit };
		return { max: 0, mean: 0, path: pathOf(field), time: range.start, unit };
	});
}

/**
 * The channels of a comparison that deviate by more than the tolerances, in file order. Tolerances that are left out
 * have their {@link TOLERANCE_DEFAULTS}.
 */
export function listExcesses(comparison: Comparison, tolerances: Tolerances = {}): ChannelDeviation[] {
	const limits = fillTolerances(tolerances);
	return comparison.channels.filter(({ path, unit, max }) => {
		const isLength = unit === 'meters';
		// The optimizer leaves tracks of numbers alone, since it does not know their unit.
		if (unit === 'value') return max > (path.startsWith('tracks.') ? 0 : limits.value);
		if (path.startsWith('head.')) return max > (isLength ? limits.headPosition : limits.headRotationDegrees);
		if (path.startsWith('gaze.')) return max > (isLength ? limits.gazeOrigin : limits.gazeDirectionDegrees);
		return max > (isLength ? limits.jointPosition : limits.jointRotationDegrees);
	});
}

function wrapValue(curve: Curve): PoseCurves {
	const empty = createCurve([]);
	const rest = { y: empty, z: empty };
	return { position: { x: curve, ...rest }, rotation: { x: empty, ...rest, w: empty } };
}

// The names and kinds of the tracks of either recording, each once.
function listTrackNames(a: Recording, b: Recording): Pick<Track, 'name' | 'kind'>[] {
	const found = new Map<string, Pick<Track, 'name' | 'kind'>>();
	for (const { name, kind } of [...a.tracks, ...b.tracks]) found.set(`${kind} ${name}`, { name, kind });
	return [...found.values()];
}

function listAxes(item: Item, field: Field['field']): Curve[] {
	return Object.values((item as unknown as Record<typeof field, Vec3Curves>)[field]);
}

// Compiled on first use: recordings that share most curves play few of them.
function playItem(item: Item, defaultWrap: number): Play {
	let part: Part | null = null;
	return (time, out) => {
		part ??= new Part([item], 'position' in item ? POSE_STRIDE : RAY_STRIDE, { defaultWrap });
		part.sample(time, out);
	};
}

function withKeys<T extends Item>(item: T | null): T | null {
	return item !== null && hasKeys(item) ? item : null;
}

function chooseRange(a: Recording, b: Recording, options: CompareOptions): TimeRange {
	const whole = findRange([...listCurves(a), ...listCurves(b)]);
	const { start = whole.start, end = whole.end } = options;
	if (!Number.isFinite(start)) throw new RangeError(`start: ${start} is not a finite number`);
	if (!Number.isFinite(end) || end < start)
		throw new RangeError(`end: must be a finite number not before start ${start}, got ${end}`);
	return { start, end };
}

// The events of all tracks, named after the track too, so that events of different tracks are not paired.
function listEvents({ tracks }: Recording): Marker[] {
	return tracks.flatMap((track) =>
		track.kind === 'events' ? track.events.map(({ time, name }) => ({ time, name: `${track.name}: ${name}` })) : [],
	);
}

function chooseMarkers(markers: readonly Marker[], { start = -Infinity, end = Infinity }: CompareOptions): Marker[] {
	return markers.filter(({ time }) => !(time < start || time > end));
}

// The largest deviation of all channels, and the mean of their means.
function summarize(channels: readonly ChannelDeviation[]): Deviation | null {
	const [first] = channels;
	if (first === undefined) return null;
	let worst = first;
	let sum = 0;
	for (const channel of channels) {
		if (channel.max > worst.max) worst = channel;
		sum += channel.mean;
	}
	const { max, path, time } = worst;
	return { max, mean: sum / channels.length, path, time };
}
