import { evaluateCurveAt } from '../../curves/evaluate.ts';
import { findShortestRotation, multiplyQuaternions, normalizeQuaternion, rotateVector } from '../../math/quaternion.ts';
import { normalizeVector } from '../../math/vector.ts';
import { FINGER_JOINTS, type Finger, type JointName } from '../../model/joints.ts';
import type { HandCurves, Vec3Curves } from '../../model/recording.ts';
import { FORWARD, type Quat, RIGHT, type Vec3 } from './axes.ts';

/** Positions over time, by axis. */
type Path = readonly Float64Array[];

/** Bones shorter than this, in meters, have no usable direction. */
const SHORTEST_BONE = 0.002;
const KNUCKLES: readonly JointName[] = ['indexKnuckle', 'middleKnuckle', 'ringKnuckle', 'pinkyKnuckle'];

/**
 * Derives the rotation of a joint at the given times from the positions of the hand alone, up to a constant rotation: four
 * numbers per time, NaN if the positions are not sufficient. The frame of the palm comes from the wrist and the knuckles.
 * Along a finger, each bone rotates it the shortest way, as hinges do, so that its z points along the joint's bone.
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

// The joints from the palm to the end of the joint's bone. A tip continues the last bone.
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
	if (!(normalizeVector(bone, bone) > SHORTEST_BONE)) return;
	const ahead = rotateVector(frame, FORWARD, [0, 0, 0]);
	multiplyQuaternions(findShortestRotation(ahead, bone, [0, 0, 0, 1]), frame, frame);
	normalizeQuaternion(frame, frame);
}

// The rotation that takes z to `forward` and x as near to `side` as possible; `null` if they are parallel or zero.
function frameOf(forward: Readonly<Vec3>, side: Readonly<Vec3>, out: Quat): Quat | null {
	const z: Vec3 = [...forward];
	if (!(normalizeVector(z, z) > 1e-6)) return null;
	const along = side[0] * z[0] + side[1] * z[1] + side[2] * z[2];
	const x: Vec3 = [side[0] - along * z[0], side[1] - along * z[1], side[2] - along * z[2]];
	if (!(normalizeVector(x, x) > 1e-6)) return null;
	// Rotate z to its place, then turn about it.
	findShortestRotation(FORWARD, z, out);
	const turned: Vec3 = rotateVector(out, RIGHT, [0, 0, 0]);
	const cos = turned[0] * x[0] + turned[1] * x[1] + turned[2] * x[2];
	const cross: Vec3 = [
		turned[1] * x[2] - turned[2] * x[1],
		turned[2] * x[0] - turned[0] * x[2],
		turned[0] * x[1] - turned[1] * x[0],
	];
	const sin = cross[0] * z[0] + cross[1] * z[1] + cross[2] * z[2];
	const half = Math.atan2(sin, cos) / 2;
	const s = Math.sin(half);
	multiplyQuaternions([z[0] * s, z[1] * s, z[2] * s, Math.cos(half)], out, out);
	return normalizeQuaternion(out, out);
}

/** Samples a vector at many times, by axis; `null` if an axis has no keys. */
export function vectorsAt({ x, y, z }: Vec3Curves, times: Float64Array): Float64Array[] | null {
	if (x.count === 0 || y.count === 0 || z.count === 0) return null;
	return [x, y, z].map((curve) => evaluateCurveAt(curve, times, new Float64Array(times.length)));
}
