import {
	dotQuaternions,
	findShortestRotation,
	multiplyQuaternions,
	normalizeQuaternion,
} from '../../math/quaternion.ts';
import { normalizeVector } from '../../math/vector.ts';
import { FINGER_JOINTS, type JointName } from '../../model/joints.ts';
import type { HandCurves } from '../../model/recording.ts';
import type { Quat, Vec3 } from './axes.ts';
import { type Candidates, readCandidate } from './candidates.ts';
import { vectorsAt } from './hand-frames.ts';

/** An estimate of a joint's rotation from a neighbor that rotates with it. */
export interface Guide {
	/** The estimated rotations, up to a constant rotation: four numbers per key. */
	readonly frames: Float64Array;
	/** How much each of them can be trusted, from 0 to 1. */
	readonly trust: Float64Array;
}

/** Joints whose signs are solved so far, by name. */
export type SolvedJoints = ReadonlyMap<JointName, { readonly candidates: Candidates; readonly chances: Float64Array }>;

/** Joints of the palm, which is nearly rigid; the best references first. */
const PALM_JOINTS: readonly JointName[] = [
	'palm',
	'wrist',
	'middleMetacarpal',
	'ringMetacarpal',
	'indexMetacarpal',
	'pinkyMetacarpal',
];
const PALM_NEIGHBORS = 2;
/** At this distance from the nearest key, in seconds, a joint is half trusted. */
const FAR = 0.1;

/** Lists the joints to compare a joint with: other joints of the palm, and its neighbors on the finger. */
export function listNeighbors(joint: JointName, solved: SolvedJoints): JointName[] {
	const isThere = (name: JointName | undefined): name is JointName => name !== undefined && solved.has(name);
	const palm = PALM_JOINTS.includes(joint)
		? PALM_JOINTS.filter((name) => name !== joint && isThere(name)).slice(0, PALM_NEIGHBORS)
		: [];
	const chain = chainOf(joint);
	const at = chain.indexOf(joint);
	return [...palm, ...[chain[at - 1], chain[at + 1]].filter(isThere)];
}

/**
 * Estimates the rotation of a joint at the given times from a neighbor. On a finger, the rotation between the two is the
 * rotation between their bones, as with hinges; the remainder is constant.
 */
export function createNeighborGuide(
	hand: HandCurves,
	joint: JointName,
	times: Float64Array,
	name: JointName,
	solved: SolvedJoints,
): Guide {
	const guide = interpolate(solved, name, times);
	const [to, from] = [bonesOf(hand, joint, times), bonesOf(hand, name, times)];
	if (to === null || from === null) return guide;
	const { frames } = guide;
	const [frame, turn]: [Quat, Quat] = [
		[0, 0, 0, 1],
		[0, 0, 0, 1],
	];
	const [bone, other]: [Vec3, Vec3] = [
		[0, 0, 0],
		[0, 0, 0],
	];
	for (let k = 0; k < times.length; k++) {
		for (let axis = 0; axis < 3; axis++) {
			bone[axis] = to[axis]![k]!;
			other[axis] = from[axis]![k]!;
		}
		if (!(normalizeVector(bone, bone) > 0 && normalizeVector(other, other) > 0)) continue;
		for (let i = 0; i < 4; i++) frame[i] = frames[k * 4 + i]!;
		multiplyQuaternions(findShortestRotation(other, bone, turn), frame, frame);
		for (let i = 0; i < 4; i++) frames[k * 4 + i] = frame[i]!;
	}
	return guide;
}

// Interpolates a joint with its more likely signs, and holds its end values.
function interpolate(solved: SolvedJoints, name: JointName, times: Float64Array): Guide {
	const frames = new Float64Array(times.length * 4).fill(Number.NaN);
	const trust = new Float64Array(times.length);
	const { candidates, chances } = solved.get(name) ?? {};
	if (candidates === undefined || chances === undefined || candidates.count === 0) return { frames, trust };
	const [left, right]: [Quat, Quat] = [
		[0, 0, 0, 1],
		[0, 0, 0, 1],
	];
	let key = 0;
	for (let k = 0; k < times.length; k++) {
		const time = times[k]!;
		while (key + 1 < candidates.count && candidates.times[key + 1]! <= time) key++;
		const next = Math.min(key + 1, candidates.count - 1);
		const gap = candidates.times[next]! - candidates.times[key]!;
		const share = gap > 0 ? Math.min(1, Math.max(0, (time - candidates.times[key]!) / gap)) : 0;
		readCandidate(candidates, key, chances[key]! < 0.5 ? 1 : 0, left);
		readCandidate(candidates, next, chances[next]! < 0.5 ? 1 : 0, right);
		const dot = dotQuaternions(left, right);
		for (let i = 0; i < 4; i++) left[i] = left[i]! * (1 - share) + right[i]! * (dot < 0 ? -share : share);
		normalizeQuaternion(left, left);
		for (let i = 0; i < 4; i++) frames[k * 4 + i] = left[i]!;
		const sure = (1 - share) * Math.abs(2 * chances[key]! - 1) + share * Math.abs(2 * chances[next]! - 1);
		trust[k] = sure / (1 + ((Math.min(share, 1 - share) * gap) / FAR) ** 2);
	}
	return { frames, trust };
}

// The vectors along a joint's bone, by axis. A tip has the previous bone. `null` for joints that are not on a finger.
function bonesOf(hand: HandCurves, joint: JointName, times: Float64Array): Float64Array[] | null {
	const chain = chainOf(joint);
	const at = Math.min(chain.indexOf(joint), chain.length - 2);
	const [start, end] = chain.slice(at).map((name) => vectorsAt(hand.joints[name].position, times));
	if (at < 0 || !start || !end) return null;
	return start.map((values, axis) => values.map((value, k) => end[axis]![k]! - value));
}

/** Whether a joint is on a finger, which means that it has a bone. */
export function isOnFinger(joint: JointName): boolean {
	return chainOf(joint).length > 0;
}

/** The joints of the finger that a joint is on. */
export function chainOf(joint: JointName): readonly JointName[] {
	return Object.values(FINGER_JOINTS).find((names) => names.includes(joint)) ?? [];
}
