// Rotations as products of quaternions, written apart from core's own math.

/** Numbers that are not changed. */
export type Numbers = readonly number[];

/** The product of two rotations. */
export function multiply(a: Numbers, b: Numbers): number[] {
	const [ax, ay, az, aw] = a as [number, number, number, number];
	const [bx, by, bz, bw] = b as [number, number, number, number];
	return [
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by + ay * bw + az * bx - ax * bz,
		aw * bz + az * bw + ax * by - ay * bx,
		aw * bw - ax * bx - ay * by - az * bz,
	];
}

/** A vector turned by a rotation. */
export const turn = (q: Numbers, [x, y, z]: Numbers): number[] => {
	const conjugate = [-q[0]!, -q[1]!, -q[2]!, q[3]!];
	return multiply(multiply(q, [x!, y!, z!, 0]), conjugate).slice(0, 3);
};

/** The largest difference of the numbers of two lists. */
export const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
	Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));
