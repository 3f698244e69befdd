const SIZE = 16;
/** How far the axes of a rotation may be from unit length and from right angles. */
const TOLERANCE = 0.02;

/** A pose: px py pz qx qy qz qw. */
export type Pose = Float64Array;

/**
 * The pose of a matrix of 16 numbers, column by column. Returns `null` unless the matrix is a rotation and a translation.
 */
export function readRigidMatrix(numbers: readonly unknown[]): Pose | null {
	if (numbers.length !== SIZE || !numbers.every((value) => typeof value === 'number' && Number.isFinite(value)))
		return null;
	const m = numbers as readonly number[];
	const dot = (a: number, b: number): number => m[a]! * m[b]! + m[a + 1]! * m[b + 1]! + m[a + 2]! * m[b + 2]!;
	for (const [a, b, wanted] of [
		[0, 0, 1],
		[4, 4, 1],
		[8, 8, 1],
		[0, 4, 0],
		[4, 8, 0],
		[8, 0, 0],
	] as const) {
		if (Math.abs(dot(a, b) - wanted) > TOLERANCE) return null;
	}
	// Mirrors are not rotations.
	if (
		m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
			m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) +
			m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!) <
		0
	)
		return null;
	const pose = new Float64Array(7);
	pose.set([m[12]!, m[13]!, m[14]!]);
	writeQuaternion(m, pose);
	return pose;
}

// The largest of the four is computed first, because dividing by a small one loses digits.
function writeQuaternion(m: readonly number[], pose: Pose): void {
	const [xx, yy, zz] = [m[0]!, m[5]!, m[10]!];
	const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
	const largest = squares.indexOf(Math.max(...squares));
	const [a, b, c] = [m[6]! - m[9]!, m[8]! - m[2]!, m[1]! - m[4]!];
	const [d, e, f] = [m[1]! + m[4]!, m[8]! + m[2]!, m[6]! + m[9]!];
	const square = squares[largest]!;
	const values = [
		[square, d, e, a],
		[d, square, f, b],
		[e, f, square, c],
		[a, b, c, square],
	][largest]!;
	const length = Math.hypot(...values);
	for (let i = 0; i < 4; i++) pose[3 + i] = values[i]! / length;
}
