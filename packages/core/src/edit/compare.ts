import { evaluateCurve } from '../curves/evaluate.ts';
import type { Curve } from '../model/curve.ts';
import { FINGER_JOINTS, JOINT_NAMES, type JointName } from '../model/joints.ts';
import { describeLayout, type LayoutName } from '../model/layout.ts';
import { listCurves } from '../model/order.ts';
import type { PoseCurves, RayCurves, Recording, Side, Vec3Curves } from '../model/recording.ts';
import { hasKeys } from '../sample/has-keys.ts';
import { samplePose, sampleRay } from '../sample/pose.ts';
import {
	type Channel,
	type Counts,
	compareChannel,
	type Deviation,
	measureDirection,
	measureDistance,
	measureRotation,
	type Play,
} from './compare/channel.ts';
import { compareMarkers, compareStates, type MarkerDifference, type StateDisagreement } from './compare/states.ts';
import { findRange, listTurns, type TimeRange } from './compare/times.ts';
import { fillTolerances, type Tolerances } from './tolerances.ts';

// This judges edits, the optimiser above all, and so shares nothing with them but the names of the tolerances.

/** How {@link compareRecordings} looks. */
export interface CompareOptions {
	/** From when on, in seconds. Default: the first key of either recording, or 0 if that is earlier. */
	readonly start?: number;
	/** Until when, in seconds. Default: the last key of either recording. */
	readonly end?: number;
	/** Into how many parts each interval between key times is divided to look between keys. Default 4. */
	readonly samplesPerInterval?: number;
	/** `true`: a hand counts only while both recordings have it tracked. Default: always. */
	readonly onlyTracked?: boolean;
}

/** The deviation of one channel: a position or origin in metres, a rotation or direction in degrees. */
export interface ChannelDeviation extends Deviation {
	readonly unit: 'metres' | 'degrees';
}

/** What {@link compareRecordings} found. */
export interface Comparison {
	/** The span that was looked at, in seconds. */
	readonly start: number;
	readonly end: number;
	/** Over all positions and origins, in metres; `null` if both recordings have none in common. */
	readonly position: Deviation | null;
	/** Over all rotations and directions, in degrees. */
	readonly rotation: Deviation | null;
	/** Over the positions of the ten fingertips, in metres. */
	readonly fingertips: Deviation | null;
	/** Every channel that both recordings have, in file order. */
	readonly channels: readonly ChannelDeviation[];
	/** Tracking and pinching of each hand that both recordings have. */
	readonly states: readonly StateDisagreement[];
	/** Paths of sections and joints that only the first recording has. */
	readonly onlyInA: readonly string[];
	/** Paths of sections and joints that only the second recording has. */
	readonly onlyInB: readonly string[];
	readonly markers: MarkerDifference;
	readonly layouts: { readonly a: LayoutName; readonly b: LayoutName };
}

const SIDES: readonly Side[] = ['left', 'right'];
const TIPS: ReadonlySet<JointName> = new Set(Object.values(FINGER_JOINTS).map((joints) => joints[joints.length - 1]!));

/**
 * How far two recordings are apart in what they play: positions in metres, rotations and directions as angles in degrees
 * (after sign alignment and normalisation), states in seconds.
 *
 * It looks at every key time of either recording, on both sides of jumps and between keys, and then for the exact
 * maximum around the largest deviations. Means are over time. Throws `RangeError` for options out of range.
 *
 * @example
 * const { position, rotation } = compareRecordings(original, optimizeRecording(original));
 * if (position !== null) console.log(position.max * 1000, 'mm at', position.path, position.time);
 */
export function compareRecordings(a: Recording, b: Recording, options: CompareOptions = {}): Comparison {
	const { samplesPerInterval = 4, onlyTracked = false } = options;
	if (!Number.isSafeInteger(samplesPerInterval) || samplesPerInterval < 1) {
		throw new RangeError(`options.samplesPerInterval: ${samplesPerInterval} is not a whole number from 1 on`);
	}
	const range = chooseRange(a, b, options);
	const channels: ChannelDeviation[] = [];
	const states: StateDisagreement[] = [];
	const onlyInA: string[] = [];
	const onlyInB: string[] = [];
	const both = <T>(path: string, inA: T | null, inB: T | null, compare: (inA: T, inB: T) => void): void => {
		if (inA !== null && inB !== null) compare(inA, inB);
		else if (inA !== null) onlyInA.push(path);
		else if (inB !== null) onlyInB.push(path);
	};
	// The first half of the curves that turn is from one recording, the second from the other.
	const add = (unit: ChannelDeviation['unit'], turning: readonly Curve[], channel: Channel): void => {
		const half = turning.length / 2;
		const isShared = turning.every((curve, i) => i >= half || curve === turning[i + half]);
		const turns = isShared ? new Float64Array([range.start]) : listTurns(turning, range);
		channels.push({ ...compareChannel(channel, turns, samplesPerInterval), unit });
	};
	const addVector = (path: string, counts: Counts, inA: Vec3Curves, inB: Vec3Curves): void => {
		const [playA, playB] = [playVector(inA), playVector(inB)];
		add('metres', [...axes(inA), ...axes(inB)], { path, playA, playB, measure: measureDistance, counts });
	};
	const addPose = (path: string, counts: Counts, inA: PoseCurves, inB: PoseCurves): void => {
		addVector(`${path}.position`, counts, inA.position, inB.position);
		const turning = [...axes(inA.rotation), inA.rotation.w, ...axes(inB.rotation), inB.rotation.w];
		const [playA, playB] = [playPose(inA), playPose(inB)];
		add('degrees', turning, { path: `${path}.rotation`, playA, playB, measure: measureRotation, counts });
	};
	const addRay = (path: string, inA: RayCurves, inB: RayCurves): void => {
		addVector(`${path}.origin`, always, inA.origin, inB.origin);
		const turning = [...axes(inA.direction), ...axes(inB.direction)];
		const [playA, playB] = [playRay(inA), playRay(inB)];
		add('degrees', turning, { path: `${path}.direction`, playA, playB, measure: measureDirection, counts: always });
	};

	both('camera', withKeys(a.camera), withKeys(b.camera), (inA, inB) => addPose('camera', always, inA, inB));
	both('hands', a.hands, b.hands, (inA, inB) => {
		for (const side of SIDES) {
			const [handA, handB] = [inA[side], inB[side]];
			for (const state of ['tracked', 'pinching'] as const) {
				states.push(compareStates(`hands.${side}.${state}`, handA[state], handB[state], range));
			}
			const isTracked: Counts = (time) =>
				evaluateCurve(handA.tracked, time) > 0.5 && evaluateCurve(handB.tracked, time) > 0.5;
			for (const name of JOINT_NAMES) {
				const path = `hands.${side}.joints.${name}`;
				both(path, withKeys(handA.joints[name]), withKeys(handB.joints[name]), (poseA, poseB) =>
					addPose(path, onlyTracked ? isTracked : always, poseA, poseB),
				);
			}
		}
	});
	both('gaze', withKeys(a.gaze), withKeys(b.gaze), (inA, inB) => addRay('gaze', inA, inB));

	const lengths = channels.filter(({ unit }) => unit === 'metres');
	return {
		...range,
		position: summarize(lengths),
		rotation: summarize(channels.filter(({ unit }) => unit === 'degrees')),
		fingertips: summarize(lengths.filter(({ path }) => TIPS.has(path.split('.')[3] as JointName))),
		channels,
		states,
		onlyInA,
		onlyInB,
		markers: compareMarkers(a.markers, b.markers),
		layouts: { a: describeLayout(a.layout).name, b: describeLayout(b.layout).name },
	};
}

/** The channels of a comparison that deviate by more than the tolerances (by default those of MRTK), in file order. */
export function listExcesses(comparison: Comparison, tolerances: Tolerances = {}): ChannelDeviation[] {
	const limits = fillTolerances(tolerances);
	return comparison.channels.filter(({ path, unit, max }) => {
		const isLength = unit === 'metres';
		if (path.startsWith('camera.')) return max > (isLength ? limits.cameraPosition : limits.cameraRotationDegrees);
		if (path.startsWith('gaze.')) return max > (isLength ? limits.gazeOrigin : limits.gazeDirectionDegrees);
		return max > (isLength ? limits.jointPosition : limits.jointRotationDegrees);
	});
}

function always(): boolean {
	return true;
}

function axes({ x, y, z }: Vec3Curves): Curve[] {
	return [x, y, z];
}

function playVector({ x, y, z }: Vec3Curves): Play {
	return (time, out) => {
		out[0] = evaluateCurve(x, time);
		out[1] = evaluateCurve(y, time);
		out[2] = evaluateCurve(z, time);
	};
}

// A rotation and a direction stand behind a position and an origin, where the measures expect them.
function playPose(pose: PoseCurves): Play {
	return (time, out) => {
		samplePose(pose, time, out);
	};
}

function playRay(ray: RayCurves): Play {
	return (time, out) => {
		sampleRay(ray, time, out);
	};
}

function withKeys<T extends PoseCurves | RayCurves>(item: T | null): T | null {
	return item !== null && hasKeys(item) ? item : null;
}

function chooseRange(a: Recording, b: Recording, options: CompareOptions): TimeRange {
	const whole = findRange([...listCurves(a), ...listCurves(b)]);
	const { start = whole.start, end = whole.end } = options;
	if (!Number.isFinite(start)) throw new RangeError(`options.start: ${start} is not a time`);
	if (!Number.isFinite(end) || end < start) throw new RangeError(`options.end: ${end} is not a time from ${start} on`);
	return { start, end };
}

// The worst channel, with the mean over all of them.
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
