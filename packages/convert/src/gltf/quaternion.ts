/** Four numbers x y z w, or three of a direction. Not taken apart as lists below, since that makes an object a number. */
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
	const isTiny = sine < 1e-6;
	const left = isTiny ? 1 - u : Math.sin((1 - u) * half) / sine;
	const right = isTiny ? u : Math.sin(u * half) / sine;
	return [
		left * a[0]! + right * b[0]!,
		left * a[1]! + right * b[1]!,
		left * a[2]! + right * b[2]!,
		left * a[3]! + right * b[3]!,
	];
}

/** The quaternion, or its negative, that lies on the side of another. */
export function alignSign(quaternion: Vector, other: Vector | undefined): Vector {
	if (other === undefined) return quaternion;
	let product = 0;
	for (let i = 0; i < 4; i++) product += quaternion[i]! * other[i]!;
	return product < 0 ? quaternion.map((value) => -value) : quaternion;
}

/**
 * A rotation that turns −z to a unit direction, reached from another such rotation by the shortest way. It never flips,
 * wherever the direction goes, and a great arc of directions is one of rotations.
 */
export function rotationTo(direction: Vector, before: Vector = [0, 0, 0, 1]): number[] {
	const forward = forwardOf(before);
	const x1 = forward[0]!;
	const y1 = forward[1]!;
	const z1 = forward[2]!;
	const x2 = direction[0]!;
	const y2 = direction[1]!;
	const z2 = direction[2]!;
	const w = 1 + x1 * x2 + y1 * y2 + z1 * z2;
	// Straight back: any axis across will do.
	if (w < 1e-9) return Math.abs(y1) < 0.9 ? turn(-z1, 0, x1, 0, before) : turn(0, z1, -y1, 0, before);
	return turn(y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2, w, before);
}

// A quaternion of any length times one of unit length, brought to unit length: errors must not add up over thousands of
// turns.
function turn(ax: number, ay: number, az: number, aw: number, b: Vector): number[] {
	const bx = b[0]!;
	const by = b[1]!;
	const bz = b[2]!;
	const bw = b[3]!;
	const x = aw * bx + ax * bw + ay * bz - az * by;
	const y = aw * by - ax * bz + ay * bw + az * bx;
	const z = aw * bz + ax * by - ay * bx + az * bw;
	const w = aw * bw - ax * bx - ay * by - az * bz;
	const length = Math.sqrt(x * x + y * y + z * z + w * w);
	return [x / length, y / length, z / length, w / length];
}

/** Where a unit quaternion turns −z to. */
export function forwardOf(quaternion: Vector): number[] {
	const x = quaternion[0]!;
	const y = quaternion[1]!;
	const z = quaternion[2]!;
	const w = quaternion[3]!;
	return [-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))];
}

/** The angle between two unit directions, in radians. */
export function angleOfDirections(a: Vector, b: Vector): number {
	const square = (a[0]! - b[0]!) ** 2 + (a[1]! - b[1]!) ** 2 + (a[2]! - b[2]!) ** 2;
	return 2 * Math.asin(Math.min(1, Math.sqrt(square) / 2));
}
