import { type Curve, evaluateCurve } from '@handreel/core';
import { angleBetweenQuaternions, measureDistance } from '@handreel/core/internal';

/** A position in meters and a rotation, in the coordinates of the recording. */
export interface Pose {
	readonly position: readonly [x: number, y: number, z: number];
	/** x, y, z, w; `null` if the recording has no rotation. */
	readonly rotation: readonly [x: number, y: number, z: number, w: number] | null;
}

/** How two poses differ. */
export interface PoseDifference {
	/** Meters. */
	readonly distance: number;
	/** Degrees; `null` without two rotations. */
	readonly angle: number | null;
}

const DEGREES = 180 / Math.PI;

/** Evaluates the seven curves of a pose: position x y z, then rotation x y z w. `null` without a position. */
export function evaluatePose(curves: readonly (Curve | null)[], time: number): Pose | null {
	const at = (index: number): number => {
		const curve = curves[index];
		return curve && curve.count > 0 ? evaluateCurve(curve, time) : Number.NaN;
	};
	const [px, py, pz] = [at(0), at(1), at(2)];
	if (Number.isNaN(px) && Number.isNaN(py) && Number.isNaN(pz)) return null;
	// Axes without keys are 0.
	const position = [px || 0, py || 0, pz || 0] as const;
	const [qx, qy, qz, qw] = [at(3), at(4), at(5), at(6)];
	const length = Math.hypot(qx, qy, qz, qw);
	const rotation = length > 0 ? ([qx / length, qy / length, qz / length, qw / length] as const) : null;
	return { position, rotation };
}

/** Converts a rotation to Unity's Euler angles in degrees: about z, then x, then y. */
export function toEulerAngles([x, y, z, w]: NonNullable<Pose['rotation']>): [x: number, y: number, z: number] {
	const sine = Math.min(Math.max(2 * (w * x - y * z), -1), 1);
	return [
		Math.asin(sine) * DEGREES,
		Math.atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y)) * DEGREES,
		Math.atan2(2 * (w * z + x * y), 1 - 2 * (x * x + z * z)) * DEGREES,
	];
}

/** Measures the distance and the angle between two poses. */
export function comparePoses(a: Pose, b: Pose): PoseDifference {
	const angle = a.rotation && b.rotation && angleBetweenQuaternions(a.rotation, b.rotation, 0, 0) * DEGREES;
	return { distance: measureDistance(a.position, b.position), angle };
}
