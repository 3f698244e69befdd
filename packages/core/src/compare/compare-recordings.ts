import { FINGER_JOINTS, type JointName } from '../model/joints.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import { listCurves } from '../model/order.ts';
import type { Marker, Recording } from '../model/recording.ts';
import { readWrapMode, type WrapMode } from '../model/wrap-mode.ts';
import type { Deviation } from './channel.ts';
import { type ChannelDeviation, compareItem } from './compare-item.ts';
import { matchParts } from './match-parts.ts';
import { fillTolerances, type RunOptions, runSteps, type Tolerances } from './options.ts';
import { compareMarkers, compareStates, type MarkerDifference, type StateDisagreement } from './states.ts';
import { findRange, type TimeRange } from './times.ts';

// This room judges edits, above all the optimizer, so it shares no computing code with them
// (test/guards/rooms.test.ts).

/** How {@link compareRecordings} compares. */
export interface CompareOptions {
	/** Seconds. Default: the first key of either recording, or 0 if that is earlier. */
	readonly start?: number | undefined;
	/** Seconds. Default: the last key of either recording. Markers before `start` and after `end` are not compared. */
	readonly end?: number | undefined;
	/** How many samples are compared per interval between key times. */
	readonly samplesPerInterval?: number | undefined;
	/** `true` compares a hand only while both recordings track it. */
	readonly onlyTracked?: boolean | undefined;
	/** The wrap mode of curves with wrap mode Default. Default: they loop. */
	readonly defaultWrap?: WrapMode | undefined;
}

/** The defaults of {@link compareRecordings}. */
const COMPARE_DEFAULTS: Readonly<Required<Pick<CompareOptions, 'samplesPerInterval' | 'onlyTracked'>>> = {
	samplesPerInterval: 4,
	onlyTracked: false,
};

/** {@link CompareOptions} with progress and abort. */
export interface CompareRunOptions extends CompareOptions, RunOptions {}

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
	/** Events of tracks, and starts and ends of spans, without a counterpart, as {@link Comparison.markers}. */
	readonly events: MarkerDifference;
	readonly layouts: { readonly a: LayoutName | null; readonly b: LayoutName | null };
}

const TIPS: ReadonlySet<JointName> = new Set(Object.values(FINGER_JOINTS).map((joints) => joints[joints.length - 1]!));

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
	const { items, states, onlyInA, onlyInB } = matchParts(a, b, onlyTracked);
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
		states: states.map(({ path, inA, inB }) => compareStates(path, inA, inB, range, defaultWrap)),
		onlyInA,
		onlyInB,
		markers: compareMarkers(chooseMarkers(a.markers, options), chooseMarkers(b.markers, options)),
		events: compareMarkers(chooseMarkers(listEvents(a), options), chooseMarkers(listEvents(b), options)),
		layouts: { a: a.layout && describeLayout(a.layout).name, b: b.layout && describeLayout(b.layout).name },
	};
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

function chooseRange(a: Recording, b: Recording, options: CompareOptions): TimeRange {
	const whole = findRange([...listCurves(a), ...listCurves(b)]);
	const { start = whole.start, end = whole.end } = options;
	if (!Number.isFinite(start)) throw new RangeError(`start: ${start} is not a finite number`);
	if (!Number.isFinite(end) || end < start)
		throw new RangeError(`end: must be a finite number not before start ${start}, got ${end}`);
	return { start, end };
}

// The events of all tracks, and the ends of spans, named after the track too, so that events of different tracks are not paired.
function listEvents({ tracks }: Recording): Marker[] {
	return tracks.flatMap((track) => {
		if (track.kind === 'events')
			return track.events.map(({ time, name }) => ({ time, name: `${track.name}: ${name}` }));
		if (track.kind !== 'spans') return [];
		return track.spans.flatMap(({ start, end, label }) => [
			{ time: start, name: `${track.name}: ${label} starts` },
			{ time: end, name: `${track.name}: ${label} ends` },
		]);
	});
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
