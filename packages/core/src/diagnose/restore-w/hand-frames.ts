import { FINGER_JOINTS, type Finger, type JointName } from '../../model/joints.ts';
import type { HandCurves } from '../../model/recording.ts';
import {
	FORWARD,
	frameOf,
	multiply,
	normalize,
	normalizeVector,
	type Quat,
	rotate,
	swing,
	type Vec3,
} from './quaternion.ts';
import { vectorsAt } from './vectors-at.ts';

/** Positions over time, by axis. */
type Path = readonly Float64Array[];

/** Bones shorter than this, in metres, tell nothing. */
const SHORTEST_BONE = 0.002;
const KNUCKLES: readonly JointName[] = ['indexKnuckle', 'middleKnuckle', 'ringKnuckle', 'pinkyKnuckle'];

/**
 * How a joint would be turned at the given times if only the positions of the hand were known, up to a constant turn:
 * four numbers each, NaN where the positions do not tell. The palm's frame comes from the wrist and the knuckles; along
 * a finger each bone swings it the shortest way, as hinges do, so that its z lies along the joint's bone.
 */
export function createHandFrames(hand: HandCurves, joint: JointName, times: Float64Array): Float64Array | null {
	const pathOf = (name: JointName): Path | null => vectorsAt(hand.joints[name].position, times);
	const wrist = pathOf('wrist');
	const knuckles = KNUCKLES.map(pathOf).filter((path) => path !== null);
	if (wrist === null || knuckles.length < 2) return null;
	const chain = chainTo(joint)
		.map(pathOf)
		.filter((path) => path !== null);
	const frames = new Float64Array(times.length * 4).fill(Number.NaN);
	const frame: Quat = [0, 0, 0, 1];
	for (let k = 0; k < times.length; k++) {
		if (!writePalm(wrist, knuckles, k, frame)) continue;
		for (let i = 1; i < chain.length; i++) swingTo(frame, chain[i - 1]!, chain[i]!, k);
		for (let i = 0; i < 4; i++) frames[k * 4 + i] = frame[i]!;
	}
	return frames;
}

// The joints from the palm to the end of the joint's own bone; the tip continues the last bone.
function chainTo(joint: JointName): readonly JointName[] {
	for (const finger of Object.keys(FINGER_JOINTS) as Finger[]) {
		const names = FINGER_JOINTS[finger];
		const at = names.indexOf(joint);
		if (at >= 0) return names.slice(0, at + 2);
	}
	return [];
}

function writePalm(wrist: Path, knuckles: readonly Path[], k: number, out: Quat): boolean {
	const forward: Vec3 = [0, 0, 0];
	const side: Vec3 = [0, 0, 0];
	const last = knuckles.length - 1;
	for (let axis = 0; axis < 3; axis++) {
		for (let i = 0; i <= last; i++) {
			const value = knuckles[i]![axis]![k]!;
			forward[axis]! += (value - wrist[axis]![k]!) / knuckles.length;
			side[axis]! += value * (last / 2 - i);
		}
	}
	return frameOf(forward, side, out) !== null;
}

function swingTo(frame: Quat, from: Path, to: Path, k: number): void {
	const bone: Vec3 = [to[0]![k]! - from[0]![k]!, to[1]![k]! - from[1]![k]!, to[2]![k]! - from[2]![k]!];
	if (!(normalizeVector(bone) > SHORTEST_BONE)) return;
	const ahead = rotate(frame, FORWARD, [0, 0, 0]);
	normalize(multiply(swing(ahead, bone, [0, 0, 0, 1]), frame, frame));
}
