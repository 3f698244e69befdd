import { getKeyTime } from '../../model/curve.ts';
import { FINGER_JOINTS, type Finger, JOINT_NAMES, type JointName } from '../../model/joints.ts';
import { type Recording, SIDES, type Side } from '../../model/recording.ts';
import { createHandSample, type HandSample, POSE_STRIDE } from '../../sample/frame-sample.ts';
import { sampleHand, samplePose } from '../../sample/sample-frame.ts';
import { type JointAxes, type LengthUnit, UNITS } from './conventions.ts';
import { cross, dot, toDirection } from './signed-axes.ts';

/** Frames that are looked at, and how few are enough. */
const FRAMES = 64;
const MIN_FRAMES = 3;
/** The cosine up to which an axis counts as that of a bone or of the back of the hand. Tips of recorded hands are off by up to 26°. */
const MIN_COSINE = 0.85;
/** Fingers that are bent less on average do not show where the palm is, and may be bent back: the sine of 8.6°. */
const MIN_BEND = 0.15;
/** Meters from the wrist to the middle knuckle. Hands of people have 0.08 to 0.11. */
const MIN_SIZE = 0.045;
const MAX_SIZE = 0.17;
const FINGERS: readonly Finger[] = ['index', 'middle', 'ring', 'pinky'];

/** The axes of a hand, in WebXR's space. */
export interface HandAxes {
	/** The axes of joints; `null` for hands without rotations. */
	readonly joints: JointAxes | null;
	/** Whether the hand has the shape of the other hand. */
	readonly isMirrored: boolean;
}

/** What the anatomy of hands shows of their axes. */
export interface MeasuredAxes {
	readonly unit: LengthUnit;
	/** Hands that show their axes: at least one. */
	readonly sides: Partial<Readonly<Record<Side, HandAxes>>>;
	/** Head and wrists at some times, in WebXR's space, to judge which way is up; empty without a head. */
	readonly postures: readonly Posture[];
}

/** Seven floats of the head and the mean place of the wrists. */
export interface Posture {
	readonly head: Float32Array;
	readonly hands: readonly number[];
}

/** Measures the axes of hands. Returns `null` if there are too few frames, or if they do not agree. */
export function measureAxes(recording: Recording): MeasuredAxes | null {
	const sides: Partial<Record<Side, HandAxes>> = {};
	const postures: Posture[] = [];
	let unit: LengthUnit | null = null;
	for (const side of SIDES) {
		const frames = sampleFrames(recording, side);
		if (frames.length < MIN_FRAMES) continue;
		const found = findUnit(frames);
		if (found === null || (unit !== null && unit !== found)) return null;
		unit = found;
		const axes = measureHand(frames, side);
		if (axes === null) return null;
		sides[side] = axes;
		for (const { time, joints } of frames) {
			if (recording.head === null) continue;
			const head = samplePose(recording.head, time, new Float32Array(POSE_STRIDE), 0, { space: 'webxr' });
			if (head.every(Number.isFinite)) postures.push({ head, hands: placeOf(joints, 'wrist') });
		}
	}
	return unit === null ? null : { unit, sides, postures };
}

interface Frame {
	readonly time: number;
	readonly joints: Float32Array;
}

// Frames at keys of the middle knuckle, while the hand is tracked and has all joints that are needed.
function sampleFrames(recording: Recording, side: Side): Frame[] {
	const hand = recording.hands?.[side];
	if (hand === undefined) return [];
	const keys = hand.joints.middleKnuckle.position.x;
	const count = Math.min(FRAMES, keys.count);
	const sample: HandSample = createHandSample();
	const frames: Frame[] = [];
	for (let i = 0; i < count; i++) {
		const time = getKeyTime(keys, Math.floor((i * keys.count) / count));
		if (!Number.isFinite(time)) continue;
		sampleHand(recording, side, time, sample, { space: 'webxr' });
		if (!sample.tracked && hand.tracked.count > 0) continue;
		if (isComplete(sample.joints)) frames.push({ time, joints: sample.joints.slice() });
	}
	return frames;
}

function isComplete(joints: Float32Array): boolean {
	const names: readonly JointName[] = ['wrist', ...FINGERS.flatMap((finger) => FINGER_JOINTS[finger].slice(1))];
	return names.every((name) => placeOf(joints, name).every(Number.isFinite));
}

function placeOf(joints: Float32Array, name: JointName): number[] {
	const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE;
	return [joints[at]!, joints[at + 1]!, joints[at + 2]!];
}

function findUnit(frames: readonly Frame[]): LengthUnit | null {
	const sizes = frames.map(({ joints }) =>
		Math.hypot(...subtract(placeOf(joints, 'middleKnuckle'), placeOf(joints, 'wrist'))),
	);
	const size = sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)]!;
	const units = Object.keys(UNITS) as LengthUnit[];
	return units.find((unit) => size >= MIN_SIZE * UNITS[unit] && size <= MAX_SIZE * UNITS[unit]) ?? null;
}

function measureHand(frames: readonly Frame[], side: Side): HandAxes | null {
	const bone = [0, 0, 0];
	const normal = [0, 0, 0];
	let [bend, thumb, bones, normals] = [0, 0, 0, 0];
	for (const { joints } of frames) {
		const wrist = placeOf(joints, 'wrist');
		const [index, little] = (['indexKnuckle', 'pinkyKnuckle'] as const).map((name) =>
			subtract(placeOf(joints, name), wrist),
		);
		const across = normalize(cross(index!, little!));
		const tip = placeOf(joints, 'thumbDistal');
		if (tip.every(Number.isFinite)) thumb += dot(subtract(tip, wrist), across) / Math.hypot(...index!);
		for (const finger of FINGERS) {
			const names = FINGER_JOINTS[finger].slice(1);
			const [knuckle, middle, , end] = names.map((name) => placeOf(joints, name));
			const first = normalize(subtract(middle!, knuckle!));
			const rest = normalize(subtract(end!, middle!));
			bend += dot(reject(rest, first), across) / FINGERS.length;
			// Seen from the joint. Bent fingers show less of the back of the hand.
			for (const [i, name] of names.slice(0, 2).entries()) {
				const along = normalize(subtract(placeOf(joints, names[i + 1]!), placeOf(joints, name)));
				if (addLocal(joints, name, along, bone)) bones++;
				// Fingers that are closed show the palm at the next joint.
				if (i > 0) continue;
				const out = reject(across, along);
				if (addLocal(joints, name, out, normal)) normals += Math.hypot(...out);
			}
		}
	}
	// Fingers bend toward the palm, and the thumb is on that side.
	if (!(Math.abs(bend) > MIN_BEND * frames.length) || thumb * bend < 0) return null;
	const isPalm = bend > 0;
	const isMirrored = isPalm !== (side === 'right');
	if (bones === 0) return { joints: null, isMirrored };
	const back = normal.map((value) => (isPalm ? -value : value));
	const joints = [toDirection(bone), toDirection(back)] as const;
	const isClear =
		Math.max(...bone.map(Math.abs)) > MIN_COSINE * bones && Math.max(...back.map(Math.abs)) > MIN_COSINE * normals;
	// The two lie across each other.
	return isClear && joints[0].at(-1) !== joints[1].at(-1) ? { joints, isMirrored } : null;
}

// Adds a vector in the axes of a joint, and returns whether the joint has a rotation.
function addLocal(
	joints: Float32Array,
	name: JointName,
	[vx = 0, vy = 0, vz = 0]: readonly number[],
	sum: number[],
): boolean {
	const at = JOINT_NAMES.indexOf(name) * POSE_STRIDE + 3;
	const [x, y, z, w] = [-joints[at]!, -joints[at + 1]!, -joints[at + 2]!, joints[at + 3]!];
	if (!(Math.hypot(x, y, z, w) > 0.5)) return false;
	const [tx, ty, tz] = [2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)];
	sum[0]! += vx + w * tx + y * tz - z * ty;
	sum[1]! += vy + w * ty + z * tx - x * tz;
	sum[2]! += vz + w * tz + x * ty - y * tx;
	return true;
}

function subtract(a: readonly number[], b: readonly number[]): number[] {
	return a.map((value, i) => value - b[i]!);
}

function normalize(vector: readonly number[]): number[] {
	const length = Math.hypot(...vector);
	return length > 0 ? vector.map((value) => value / length) : [0, 0, 0];
}

// The part of a vector that is perpendicular to a unit vector.
function reject(vector: readonly number[], unit: readonly number[]): number[] {
	const along = dot(vector, unit);
	return vector.map((value, i) => value - along * unit[i]!);
}
