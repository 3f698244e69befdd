import {
	type Curve,
	createCurve,
	evaluateCurve,
	type PoseCurves,
	type QuatCurves,
	type RayCurves,
	samplePose,
	sampleRay,
	type Vec3Curves,
} from '@handreel/core';
import {
	alignQuaternion,
	angleBetweenQuaternions,
	angleBetweenVectors,
	findShortestRotation,
	multiplyQuaternions,
	normalizeQuaternion,
	rotateVector,
	slerpQuaternions,
} from '@handreel/core/internal';
import type { Motion, Vector } from './bake.ts';

/** The largest error of float32 rounding, relative to the value. */
const ROUNDING = 2 ** -22;
const WEBXR = { space: 'webxr' } as const;
const FORWARD = [0, 0, -1];
const IDENTITY = [0, 0, 0, 1];

interface VectorMotion extends Motion {
	readonly curves: readonly [Curve, Curve, Curve];
	readonly tolerance: number;
}

/** Returns the motion of a position in glTF's space. */
export function createVectorMotion(curves: readonly [Curve, Curve, Curve], tolerance: number): Motion {
	const motion: VectorMotion = { curves, tolerance, sample: sampleVector, distance: measureVector };
	return motion;
}

function sampleVector(this: VectorMotion, time: number): Vector | null {
	const x = Math.fround(evaluateCurve(this.curves[0], time));
	const y = Math.fround(evaluateCurve(this.curves[1], time));
	const z = Math.fround(-evaluateCurve(this.curves[2], time));
	return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z) ? [x, y, z] : null;
}

function measureVector(this: VectorMotion, time: number, left: Vector, right: Vector, u: number): number {
	const value = this.sample(time, left);
	if (value === null) return 0;
	let square = 0;
	let size = 0;
	for (let i = 0; i < 3; i++) {
		const shown = left[i]! + (right[i]! - left[i]!) * u;
		square += (value[i]! - shown) ** 2;
		size = Math.max(size, Math.abs(value[i]!), Math.abs(shown));
	}
	return Math.sqrt(square) / (this.tolerance + size * ROUNDING);
}

interface RotationMotion extends Motion {
	readonly pose: PoseCurves;
	readonly tolerance: number;
	readonly out: Float32Array;
}

/** Returns the motion of a rotation in glTF's space. */
export function createRotationMotion(rotation: QuatCurves, tolerance: number): Motion {
	const none = createCurve([]);
	const pose = { position: { x: none, y: none, z: none }, rotation };
	const out = new Float32Array(7);
	const motion: RotationMotion = { pose, tolerance, out, sample: sampleRotation, distance: measureRotation };
	return motion;
}

function sampleRotation(this: RotationMotion, time: number, before: Vector | undefined): Vector | null {
	const { out } = this;
	samplePose(this.pose, time, out, 0, WEBXR);
	if (!isUnit(out, 3, 4)) return null;
	return before === undefined ? [...out.subarray(3)] : alignQuaternion(out, before, [], 3);
}

function measureRotation(this: RotationMotion, time: number, left: Vector, right: Vector, u: number): number {
	const value = this.sample(time, left);
	return value === null ? 0 : angleBetweenQuaternions(value, slerpQuaternions(left, right, u, [])) / this.tolerance;
}

interface DirectionMotion extends Motion {
	readonly ray: RayCurves;
	readonly tolerance: number;
	readonly out: Float32Array;
}

/** Returns the motion of a rotation in glTF's space that turns −z to a direction. */
export function createDirectionMotion(direction: Vec3Curves, tolerance: number): Motion {
	const none = createCurve([]);
	const ray = { origin: { x: none, y: none, z: none }, direction };
	const out = new Float32Array(6);
	const motion: DirectionMotion = { ray, tolerance, out, sample: sampleDirection, distance: measureDirection };
	return motion;
}

function sampleDirection(this: DirectionMotion, time: number, before: Vector | undefined): Vector | null {
	const value = directionAt(this, time);
	return value === null ? null : turnForward(value, before);
}

function measureDirection(this: DirectionMotion, time: number, left: Vector, right: Vector, u: number): number {
	const value = directionAt(this, time);
	return value === null
		? 0
		: angleBetweenVectors(value, findForward(slerpQuaternions(left, right, u, []))) / this.tolerance;
}

function directionAt({ ray, out }: DirectionMotion, time: number): Vector | null {
	sampleRay(ray, time, out, 0, WEBXR);
	return isUnit(out, 3, 3) ? [out[3]!, out[4]!, out[5]!] : null;
}

/** Returns the direction that a unit quaternion turns −z to. */
export function findForward(rotation: Vector): number[] {
	return rotateVector(rotation, FORWARD, []);
}

// Turns the previous rotation the shortest way until −z has the direction. So rotations never flip, and a great arc of
// directions is a great arc of rotations. Normalized, because errors would add up over thousands of turns.
function turnForward(direction: Vector, before: Vector = IDENTITY): number[] {
	const turn = findShortestRotation(findForward(before), direction, []);
	multiplyQuaternions(turn, before, turn);
	return normalizeQuaternion(turn, turn);
}

// False for NaN and for vectors that were too short or too long to be normalized.
function isUnit(floats: Float32Array, start: number, size: number): boolean {
	let square = 0;
	for (let i = start; i < start + size; i++) square += floats[i]! ** 2;
	return Math.abs(square - 1) < 1e-4;
}
