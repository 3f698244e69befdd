/** Four numbers x y z w, or three of a direction. */
export type Vector = readonly number[];

/** The angle of the rotation between two unit quaternions of the same sign, in radians. */
export function angleBetween(a: Vector, b: Vector): number {
	let square = 0;
	for (let i = 0; i < 4; i++) square += (a[i]! - b[i]!) ** 2;
	// Exact for small angles, where an arc cosine of the product would not be.
	return 4 * Math.asin(Math.min(1, Math.sqrt(square) / 2));
}

/** What glTF makes of a LINEAR rotation: the great arc at constant speed. */
export function slerp(a: Vector, b: Vector, u: number): number[] {
	const half = angleBetween(a, b) / 2;
	const sine = Math.sin(half);
	if (sine < 1e-6) return a.map((value, i) => value + (b[i]! - value) * u);
	const left = Math.sin((1 - u) * half) / sine;
	const right = Math.sin(u * half) / sine;
	return a.map((value, i) => left * value + right * b[i]!);
}

/** The quaternion, or its negative, that lies on the side of another. */
export function alignSign(quaternion: Vector, other: Vector | undefined): Vector {
	if (other === undefined) return quaternion;
	const product = quaternion.reduce((sum, value, i) => sum + value * other[i]!, 0);
	return product < 0 ? quaternion.map((value) => -value) : quaternion;
}

/**
 * A rotation that turns −z to a unit direction, reached from another such rotation by the shortest way. It never flips,
 * wherever the direction goes, and a great arc of directions is one of rotations.
 */
export function rotationTo(direction: Vector, before: Vector = [0, 0, 0, 1]): number[] {
	const [x1, y1, z1] = forwardOf(before) as [number, number, number];
	const [x2, y2, z2] = direction as [number, number, number];
	const w = 1 + x1 * x2 + y1 * y2 + z1 * z2;
	if (w < 1e-9) {
		// Straight back: any axis across will do.
		const across = Math.abs(y1) < 0.9 ? [-z1, 0, x1] : [0, z1, -y1];
		const length = Math.hypot(...across);
		return multiply([...across.map((value) => value / length), 0], before);
	}
	const turn = [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2, w];
	const length = Math.hypot(...turn);
	return multiply(
		turn.map((value) => value / length),
		before,
	);
}

function multiply(a: Vector, b: Vector): number[] {
	const [ax, ay, az, aw] = a as [number, number, number, number];
	const [bx, by, bz, bw] = b as [number, number, number, number];
	const product = [
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by - ax * bz + ay * bw + az * bx,
		aw * bz + ax * by - ay * bx + az * bw,
		aw * bw - ax * bx - ay * by - az * bz,
	];
	// Errors must not add up over thousands of turns.
	const length = Math.hypot(...product);
	return product.map((value) => value / length);
}

/** Where a unit quaternion turns −z to. */
export function forwardOf(quaternion: Vector): number[] {
	const [x, y, z, w] = quaternion as [number, number, number, number];
	return [-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))];
}

/** The angle between two unit directions, in radians. */
export function angleOfDirections(a: Vector, b: Vector): number {
	return 2 * Math.asin(Math.min(1, Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!) / 2));
}
