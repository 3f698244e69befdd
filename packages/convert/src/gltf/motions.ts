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
import type { Motion } from './bake.ts';
import { alignSign, angleBetween, angleOfDirections, forwardOf, rotationTo, slerp, type Vector } from './quaternion.ts';

/** What float32 rounding may add to a distance, relative to the value. */
const ROUNDING = 2 ** -22;
const WEBXR = { space: 'webxr' } as const;

/** Positions in glTF's space. */
export function createVectorMotion(curves: readonly Curve[], tolerance: number): Motion {
	const [x, y, z] = curves as [Curve, Curve, Curve];
	const sample = (time: number): number[] | null => {
		const value = [evaluateCurve(x, time), evaluateCurve(y, time), -evaluateCurve(z, time)].map(Math.fround);
		return value.every(Number.isFinite) ? value : null;
	};
	return {
		sample,
		distance: (time, left, right, u) => {
			const value = sample(time);
			if (value === null) return 0;
			const shown = value.map((_, i) => left[i]! + (right[i]! - left[i]!) * u);
			const size = Math.max(...value.map(Math.abs), ...shown.map(Math.abs));
			return Math.hypot(...value.map((component, i) => component - shown[i]!)) / (tolerance + size * ROUNDING);
		},
	};
}

/** Rotations in glTF's space. */
export function createRotationMotion(rotation: QuatCurves, tolerance: number): Motion {
	const none = createCurve([]);
	const pose: PoseCurves = { position: { x: none, y: none, z: none }, rotation };
	const out = new Float32Array(7);
	const sample = (time: number, before: Vector | undefined): Vector | null => {
		samplePose(pose, time, out, 0, WEBXR);
		return isUnit(out, 3, 4) ? alignSign([...out.subarray(3)], before) : null;
	};
	return {
		sample,
		distance: (time, left, right, u) => {
			const shown = slerp(left, right, u);
			const value = sample(time, shown);
			return value === null ? 0 : angleBetween(value, shown) / tolerance;
		},
	};
}

/** Rotations in glTF's space that turn −z to a direction. */
export function createDirectionMotion(direction: Vec3Curves, tolerance: number): Motion {
	const none = createCurve([]);
	const ray: RayCurves = { origin: { x: none, y: none, z: none }, direction };
	const out = new Float32Array(6);
	const directionAt = (time: number): number[] | null => {
		sampleRay(ray, time, out, 0, WEBXR);
		return isUnit(out, 3, 3) ? [...out.subarray(3)] : null;
	};
	return {
		sample: (time, before) => {
			const value = directionAt(time);
			return value === null ? null : rotationTo(value, before);
		},
		distance: (time, left, right, u) => {
			const value = directionAt(time);
			return value === null ? 0 : angleOfDirections(value, forwardOf(slerp(left, right, u))) / tolerance;
		},
	};
}

// False for what is not a number, too short to have a direction, or too long to be measured.
function isUnit(floats: Float32Array, start: number, size: number): boolean {
	let square = 0;
	for (let i = start; i < start + size; i++) square += floats[i]! ** 2;
	return Math.abs(square - 1) < 1e-4;
}
