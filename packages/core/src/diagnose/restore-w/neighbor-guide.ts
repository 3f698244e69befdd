import { FINGER_JOINTS, type JointName } from '../../model/joints.ts';
import type { HandCurves } from '../../model/recording.ts';
import { multiply, normalize, normalizeVector, type Quat, swing, type Vec3 } from './quaternion.ts';
import { readCandidate, type Track } from './track.ts';
import { vectorsAt } from './vectors-at.ts';

/** A joint that is turned almost as another one is: what it says about that one. */
export interface Guide {
	/** How the other joint would be turned, up to a constant turn: four numbers a key. */
	readonly frames: Float64Array;
	/** How far each of them can be trusted, from 0 to 1. */
	readonly trust: Float64Array;
}

/** Joints whose signs are known as far as possible, by name. */
export type SolvedJoints = ReadonlyMap<JointName, { readonly track: Track; readonly chances: Float64Array }>;

/** Joints of the palm, which is nearly rigid, those first that others are best compared with. */
const PALM_JOINTS: readonly JointName[] = [
	'palm',
	'wrist',
	'middleMetacarpal',
	'ringMetacarpal',
	'indexMetacarpal',
	'pinkyMetacarpal',
];
const PALM_NEIGHBOURS = 2;
/** So far from its next key, in seconds, a joint is trusted half. */
const FAR = 0.1;

/** The joints that a joint is compared with: others of the palm, and those next to it on its finger. */
export function listNeighbours(joint: JointName, solved: SolvedJoints): JointName[] {
	const isThere = (name: JointName | undefined): name is JointName => name !== undefined && solved.has(name);
	const palm = PALM_JOINTS.includes(joint)
		? PALM_JOINTS.filter((name) => name !== joint && isThere(name)).slice(0, PALM_NEIGHBOURS)
		: [];
	const chain = chainOf(joint);
	const at = chain.indexOf(joint);
	return [...palm, ...[chain[at - 1], chain[at + 1]].filter(isThere)];
}

/**
 * What a neighbour says about a joint at the given times. On a finger, the turn between the two is that between their
 * bones, as hinges do it; what is left of it is constant.
 */
export function createNeighbourGuide(
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
		if (!(normalizeVector(bone) > 0 && normalizeVector(other) > 0)) continue;
		for (let i = 0; i < 4; i++) frame[i] = frames[k * 4 + i]!;
		multiply(swing(other, bone, turn), frame, frame);
		for (let i = 0; i < 4; i++) frames[k * 4 + i] = frame[i]!;
	}
	return guide;
}

// A joint between its keys, with the signs that are more likely; its end values before and after.
function interpolate(solved: SolvedJoints, name: JointName, times: Float64Array): Guide {
	const frames = new Float64Array(times.length * 4).fill(Number.NaN);
	const trust = new Float64Array(times.length);
	const { track, chances } = solved.get(name) ?? {};
	if (track === undefined || chances === undefined || track.count === 0) return { frames, trust };
	const [left, right]: [Quat, Quat] = [
		[0, 0, 0, 1],
		[0, 0, 0, 1],
	];
	let key = 0;
	for (let k = 0; k < times.length; k++) {
		const time = times[k]!;
		while (key + 1 < track.count && track.times[key + 1]! <= time) key++;
		const next = Math.min(key + 1, track.count - 1);
		const gap = track.times[next]! - track.times[key]!;
		const share = gap > 0 ? Math.min(1, Math.max(0, (time - track.times[key]!) / gap)) : 0;
		readCandidate(track, key, chances[key]! < 0.5 ? 1 : 0, left);
		readCandidate(track, next, chances[next]! < 0.5 ? 1 : 0, right);
		const dot = left[0] * right[0] + left[1] * right[1] + left[2] * right[2] + left[3] * right[3];
		for (let i = 0; i < 4; i++) left[i] = left[i]! * (1 - share) + right[i]! * (dot < 0 ? -share : share);
		normalize(left);
		for (let i = 0; i < 4; i++) frames[k * 4 + i] = left[i]!;
		const sure = (1 - share) * Math.abs(2 * chances[key]! - 1) + share * Math.abs(2 * chances[next]! - 1);
		trust[k] = sure / (1 + ((Math.min(share, 1 - share) * gap) / FAR) ** 2);
	}
	return { frames, trust };
}

// The vectors along a joint's bone, by axis; the tip has that before it. `null` for joints that are on no finger.
function bonesOf(hand: HandCurves, joint: JointName, times: Float64Array): Float64Array[] | null {
	const chain = chainOf(joint);
	const at = Math.min(chain.indexOf(joint), chain.length - 2);
	const [start, end] = chain.slice(at).map((name) => vectorsAt(hand.joints[name].position, times));
	if (at < 0 || !start || !end) return null;
	return start.map((values, axis) => values.map((value, k) => end[axis]![k]! - value));
}

/** Whether a joint is on a finger and so has a bone. */
export function isOnFinger(joint: JointName): boolean {
	return chainOf(joint).length > 0;
}

function chainOf(joint: JointName): readonly JointName[] {
	return Object.values(FINGER_JOINTS).find((names) => names.includes(joint)) ?? [];
}
