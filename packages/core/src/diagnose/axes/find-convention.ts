import { rotateVector } from '../../math/quaternion.ts';
import { SIDES, type Side } from '../../model/recording.ts';
import { CONVENTIONS, type Convention, type Direction, type JointAxes, type LengthUnit, UNITS } from './conventions.ts';
import type { HandAxes, MeasuredAxes, Posture } from './measure-axes.ts';
import { apply, cross, determinant, type Matrix, multiply, toDirection, toVector, transpose } from './signed-axes.ts';

/** How the values of a recording follow from those of WebXR, which has the axes of OpenXR. */
export interface AxesMap {
	/** A row per component of a vector. */
	readonly space: Matrix;
	/** From the axes of a joint to those that the recording has. Absent for hands that have not been measured. */
	readonly joints: Partial<Readonly<Record<Side, Matrix>>>;
	readonly unit: LengthUnit;
	readonly isSwapped: boolean;
	/** The convention, if it is a known one. */
	readonly convention: Convention | null;
}

const IDENTITY: Matrix = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
];
/** Recordings have Unity's space. Values of other spaces are read as if they had it, or that of WebXR. */
const MIRROR: Matrix = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, -1],
];
/** The axes of OpenXR. */
const USUAL: JointAxes = ['-z', 'y'];
/** Meters by which hands are usually below and ahead of the head. */
const REACH = 0.3;

/** Whether axes are those of OpenXR, in meters. */
export function isUsual({ unit, sides }: MeasuredAxes): boolean {
	return unit === 'm' && Object.values(sides).every((hand) => !hand.isMirrored && hasAxes(hand, USUAL));
}

/** Finds how measured axes came about. Returns `null` if nothing explains them. */
export function findAxesMap(measured: MeasuredAxes): AxesMap | null {
	const known = CONVENTIONS.flatMap((convention) => {
		// Joints that are mirrored have too many explanations.
		const readings = convention.joints || convention.isSwapped ? [IDENTITY] : [IDENTITY, MIRROR];
		return readings.map((reading) => createMap(convention, reading, measured.unit));
	}).filter((map) => explains(map, measured));
	const named = known.filter(({ convention }) => (convention!.unit ?? 'm') === measured.unit);
	const candidates = named.length > 0 ? named : known;
	let [best, most] = [candidates[0] ?? null, Number.NEGATIVE_INFINITY];
	for (const candidate of candidates) {
		const score = judgePosture(candidate, measured.postures);
		if (score > most) [best, most] = [candidate, score];
	}
	return best ?? createUnknown(measured);
}

function createMap(convention: Convention, reading: Matrix, unit: LengthUnit): AxesMap {
	const space = multiply(reading, convention.axes?.map(toVector) ?? IDENTITY);
	const own = convention.axes?.map(toVector) ?? IDENTITY;
	const joints = Object.fromEntries(
		SIDES.map((side) => {
			const axes = convention.joints?.[side].map(toVector) ?? USUAL.map((axis) => apply(own, toVector(axis)));
			const [bone, back] = axes.map((axis) => apply(reading, axis));
			return [side, createJointMap(bone!, back!, determinant(space))];
		}),
	);
	return { space, joints, unit, isSwapped: convention.isSwapped ?? false, convention };
}

// From x right, y out of the back and z toward the wrist to the axes of a joint that lie there.
function createJointMap(bone: readonly number[], back: readonly number[], handedness: number): Matrix {
	const right = cross(bone, back).map((value) => value * handedness);
	return transpose([right, back, bone.map((value) => -value)]);
}

function explains({ space, joints, isSwapped }: AxesMap, { sides }: MeasuredAxes): boolean {
	const isMirrored = determinant(space) < 0 !== isSwapped;
	return (Object.entries(sides) as [Side, HandAxes][]).every(([side, hand]) => {
		// Hands that are confused have the axes of the other hand.
		const matrix = joints[isSwapped ? (side === 'left' ? 'right' : 'left') : side]!;
		const axes = USUAL.map((axis) => toDirection(apply(matrix, toVector(axis)))) as [Direction, Direction];
		return hand.isMirrored === isMirrored && hasAxes(hand, axes);
	});
}

function hasAxes({ joints }: HandAxes, [bone, back]: JointAxes): boolean {
	return joints === null || (joints[0] === bone && joints[1] === back);
}

// Axes of joints that no convention has: the space is right unless both hands are mirrored, which one space explains only if both agree.
function createUnknown({ sides, unit }: MeasuredAxes): AxesMap | null {
	const hands = Object.entries(sides) as [Side, HandAxes][];
	const [, first] = hands[0]!;
	if (hands.some(([, hand]) => hand.isMirrored !== first.isMirrored || hand.joints === null)) return null;
	const joints = (space: Matrix): AxesMap['joints'] =>
		Object.fromEntries(
			hands.map(([side, hand]) => {
				const [bone, back] = hand.joints!.map(toVector);
				return [side, createJointMap(bone!, back!, determinant(space))];
			}),
		);
	const facts = { unit, isSwapped: false, convention: null };
	if (!first.isMirrored) return { ...facts, space: IDENTITY, joints: joints(IDENTITY) };
	if (hands.some(([, hand]) => !hasAxes(hand, first.joints!))) return null;
	// All values are mirrored, also those of joints.
	const [bone, back] = first.joints!.map(toVector);
	const space = createJointMap(bone!, back!, -1);
	return { ...facts, space, joints: joints(space) };
}

// How well the head is upright, above the hands, and looks at them, if the map is right.
function judgePosture({ space, unit, isSwapped }: AxesMap, postures: readonly Posture[]): number {
	if (isSwapped) return -1;
	const back = transpose(space);
	const turn = (vector: readonly number[]): number[] => apply(back, vector);
	let sum = 0;
	for (const { head, hands } of postures) {
		const rotate = (axis: Direction): number[] =>
			turn(rotateVector(head, apply(space, toVector(axis)), [] as number[], 3));
		const up = rotate('y')[1]!;
		const forward = rotate('-z');
		const reach = turn(hands.map((value, i) => (value - head[i]!) / UNITS[unit]));
		const ahead = reach.reduce((total, value, i) => total + value * forward[i]!, 0);
		sum += up + limit(-reach[1]! / REACH) / 2 + limit(ahead / REACH) / 2;
	}
	return postures.length === 0 ? 0 : sum / postures.length;
}

function limit(value: number): number {
	return Math.min(1, Math.max(-1, value));
}
