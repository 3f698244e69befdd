import {
	createFrameSample,
	type FrameSample,
	getJointPose,
	type JointName,
	type Recording,
	SIDES,
	type Side,
	sampleFrame,
} from '@handreel/core';
import { estimateFloor, measureDistance, rotateVector } from '@handreel/core/internal';
import type { Bounds, Point } from '../probe/types.ts';

/** Meters between thumb and index finger, or from the middle finger to the palm, below which a hand holds something. */
const PINCH_GAP = 0.04;
const CURLED = 0.07;

/** A hand or controller at a moment. */
export interface PersonSide {
	readonly isHolding: boolean;
	/** Where something that is held is: between thumb and index finger, in the palm, or the grip of a controller. */
	readonly holdPoints: readonly Point[];
	/** The joints of a hand, from the wrist to each fingertip. */
	readonly fingers: readonly (readonly Point[])[];
	/** The pointing ray, if it was recorded. */
	readonly ray: { readonly origin: Point; readonly direction: Point } | null;
}

/** A person at a moment, in the space of the scene: WebXR's axes, the floor at 0. */
export interface Person {
	readonly head: Point;
	/** Where the eyes look, or else the head. */
	readonly eye: Point;
	readonly look: Point;
	readonly sides: Readonly<Record<Side, PersonSide | null>>;
}

/** Writes the frame at a time, in WebXR's space. */
export type FrameSource = (time: number, out: FrameSample) => FrameSample;

/** Returns the frames of a recording. */
export function createFrameSource(recording: Recording): FrameSource {
	return (time, out) => sampleFrame(recording, time, out, { space: 'webxr', defaultWrap: 'clamp-forever' });
}

/** Returns the pose of the head at a time, with the floor at 0. */
export function sampleHead(sampleAt: FrameSource, time: number, floorY?: number): number[] {
	const floor = findFloor(sampleAt, floorY);
	const { headPresent, head } = sampleAt(time, createFrameSample());
	const [x = 0, y = 0, z = 0, ...rotation] = headPresent ? head : [0, 0, 0, 0, 0, 0, 1];
	return [x, y - floor, z, ...rotation];
}

function findFloor(sampleAt: FrameSource, floorY: number | undefined): number {
	const { headPresent, head } = sampleAt(0, createFrameSample());
	return floorY ?? estimateFloor(headPresent ? head[1]! : 0);
}

/** Returns where head and hands are at a time. */
export function samplePerson(sampleAt: FrameSource, time: number, floorY?: number): Person {
	const floor = findFloor(sampleAt, floorY);
	const frame = sampleAt(time, createFrameSample());
	const place = (pose: ArrayLike<number>, at = 0): Point => [pose[at]!, pose[at + 1]! - floor, pose[at + 2]!];
	const head: Point = frame.headPresent ? place(frame.head) : [0, -floor, 0];
	const { gazePresent, gaze } = frame;
	return {
		head,
		eye: gazePresent ? place(gaze) : head,
		look: gazePresent ? [gaze[3]!, gaze[4]!, gaze[5]!] : turn(frame.headPresent ? frame.head : [0, 0, 0, 0, 0, 0, 1]),
		sides: { left: readSide(frame, 'left', place), right: readSide(frame, 'right', place) },
	};
}

const FINGERS: readonly (readonly JointName[])[] = [
	['wrist', 'thumbMetacarpal', 'thumbProximal', 'thumbDistal', 'thumbTip'],
	['wrist', 'indexMetacarpal', 'indexKnuckle', 'indexMiddle', 'indexDistal', 'indexTip'],
	['wrist', 'middleMetacarpal', 'middleKnuckle', 'middleMiddle', 'middleDistal', 'middleTip'],
	['wrist', 'ringMetacarpal', 'ringKnuckle', 'ringMiddle', 'ringDistal', 'ringTip'],
	['wrist', 'pinkyMetacarpal', 'pinkyKnuckle', 'pinkyMiddle', 'pinkyDistal', 'pinkyTip'],
];

type Place = (pose: ArrayLike<number>, at?: number) => Point;

function readSide({ hands, controllers }: FrameSample, side: Side, place: Place): PersonSide | null {
	const controller = controllers[side];
	if (controller.present && controller.tracked) {
		return {
			isHolding: controller.pressed[0] === 1 || controller.pressed[1] === 1,
			holdPoints: [place(controller.grip)],
			fingers: [],
			ray: { origin: place(controller.aim), direction: turn(controller.aim) },
		};
	}
	const hand = hands[side];
	if (!hand.tracked) return null;
	const joint = (name: JointName): Point | null => {
		const pose = getJointPose(hand, name);
		return pose === null ? null : place(pose.position);
	};
	const [thumb, index, middle, palm] = (['thumbTip', 'indexTip', 'middleTip', 'palm'] as const).map(joint);
	const isPinching = hand.pinching || (thumb && index ? measureDistance(thumb, index) < PINCH_GAP : false);
	const isClosed = middle && palm ? measureDistance(middle, palm) < CURLED : false;
	return {
		isHolding: isPinching || isClosed,
		holdPoints: [...(thumb && index ? [interpolate(thumb, index)] : []), ...(palm ? [palm] : [])],
		fingers: FINGERS.map((names) => names.flatMap((name) => (joint(name) === null ? [] : [joint(name)!]))),
		ray: hand.aimPresent ? { origin: place(hand.aim), direction: turn(hand.aim) } : null,
	};
}

function turn(pose: ArrayLike<number>): Point {
	return rotateVector(pose, [0, 0, -1], [] as number[], 3) as unknown as Point;
}

function interpolate(a: Point, b: Point): Point {
	return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

/** The distance of a point from a box; 0 inside. */
export function measureDistanceToBox(point: Point, { min, max }: Bounds): number {
	const outside = (value: number, i: 0 | 1 | 2): number => Math.max(min[i] - value, 0, value - max[i]);
	return Math.hypot(outside(point[0], 0), outside(point[1], 1), outside(point[2], 2));
}

/** The angle in degrees between the look of a person and a box; 0 if the person looks at it. */
export function measureLookAngle({ eye, look }: Person, { min, max }: Bounds): number {
	const center = interpolate(min, max);
	const distance = measureDistance(eye, center);
	const radius = measureDistance(min, max) / 2;
	if (distance <= radius) return 0;
	const dot = look[0] * (center[0] - eye[0]) + look[1] * (center[1] - eye[1]) + look[2] * (center[2] - eye[2]);
	const angle = Math.acos(Math.min(1, Math.max(-1, dot / distance))) - Math.asin(radius / distance);
	return (Math.max(0, angle) * 180) / Math.PI;
}

/** The sides that are tracked. */
export function listTracked({ sides }: Person): Side[] {
	return SIDES.filter((side) => sides[side] !== null);
}
