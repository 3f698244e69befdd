/** A rotation as x, y, z, w. Scratch: functions write into the one they are given and return it. */
export type Quat = [number, number, number, number];
/** A vector as x, y, z. */
export type Vec3 = [number, number, number];

/** Where a joint's bone and a head point. */
export const FORWARD: Readonly<Vec3> = [0, 0, 1];
/** The side of a head and of a palm. */
export const RIGHT: Readonly<Vec3> = [1, 0, 0];

/** `a` after `b`. `out` may be one of them. */
export function multiply(a: Readonly<Quat>, b: Readonly<Quat>, out: Quat): Quat {
	const [ax, ay, az, aw] = a;
	const [bx, by, bz, bw] = b;
	out[0] = aw * bx + ax * bw + ay * bz - az * by;
	out[1] = aw * by - ax * bz + ay * bw + az * bx;
	out[2] = aw * bz + ax * by - ay * bx + az * bw;
	out[3] = aw * bw - ax * bx - ay * by - az * bz;
	return out;
}

/** The inverse of a unit rotation. `out` may be it. */
export function invert(a: Readonly<Quat>, out: Quat): Quat {
	out[0] = -a[0];
	out[1] = -a[1];
	out[2] = -a[2];
	out[3] = a[3];
	return out;
}

/** A vector turned by a unit rotation. `out` may be the vector. */
export function rotate(q: Readonly<Quat>, v: Readonly<Vec3>, out: Vec3): Vec3 {
	const [x, y, z, w] = q;
	const [vx, vy, vz] = v;
	const tx = 2 * (y * vz - z * vy);
	const ty = 2 * (z * vx - x * vz);
	const tz = 2 * (x * vy - y * vx);
	out[0] = vx + w * tx + y * tz - z * ty;
	out[1] = vy + w * ty + z * tx - x * tz;
	out[2] = vz + w * tz + x * ty - y * tx;
	return out;
}

/** How far a unit rotation turns, from 0 to π. */
export function turnAngle(q: Readonly<Quat>): number {
	return 2 * Math.atan2(lengthOf(q), Math.abs(q[3]));
}

/** The angle between two unit rotations, from 0 to π. */
export function angleBetween(a: Readonly<Quat>, b: Readonly<Quat>): number {
	const sum = Math.hypot(a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]);
	const difference = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]);
	return 4 * Math.atan2(Math.min(sum, difference), Math.max(sum, difference));
}

/** The angle between two unit vectors, from 0 to π. */
export function angleBetweenVectors(a: Readonly<Vec3>, b: Readonly<Vec3>): number {
	const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
	const x = a[1] * b[2] - a[2] * b[1];
	const y = a[2] * b[0] - a[0] * b[2];
	const z = a[0] * b[1] - a[1] * b[0];
	return Math.atan2(Math.sqrt(x * x + y * y + z * z), dot);
}

/** The shortest rotation from one unit vector to another. Opposite ones give some half turn. */
export function swing(from: Readonly<Vec3>, to: Readonly<Vec3>, out: Quat): Quat {
	const [ax, ay, az] = from;
	const [bx, by, bz] = to;
	out[0] = ay * bz - az * by;
	out[1] = az * bx - ax * bz;
	out[2] = ax * by - ay * bx;
	out[3] = 1 + ax * bx + ay * by + az * bz;
	if (out[3] < 1e-9) {
		// Any axis across will do: the one nearest to that of the smallest component.
		const axis = Math.abs(ax) <= Math.min(Math.abs(ay), Math.abs(az)) ? 0 : Math.abs(ay) <= Math.abs(az) ? 1 : 2;
		for (let i = 0; i < 3; i++) out[i] = (i === axis ? 1 : 0) - from[axis] * from[i]!;
		out[3] = 0;
	}
	return normalize(out);
}

/** Brings a rotation to unit length; a vanishing one becomes the identity. */
export function normalize(q: Quat): Quat {
	const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	if (!(length > 1e-9)) {
		q[0] = q[1] = q[2] = 0;
		q[3] = 1;
		return q;
	}
	for (let i = 0; i < 4; i++) q[i]! /= length;
	return q;
}

/** Brings a vector to unit length and gives its former length; NaN if it was not finite. */
export function normalizeVector(v: Vec3): number {
	const length = lengthOf(v);
	if (!Number.isFinite(length)) return Number.NaN;
	if (length > 1e-9) for (let i = 0; i < 3; i++) v[i]! /= length;
	return length;
}

/** The rotation that takes z to `forward` and x as near to `side` as possible; `null` if they are parallel or vanish. */
export function frameOf(forward: Readonly<Vec3>, side: Readonly<Vec3>, out: Quat): Quat | null {
	const z: Vec3 = [...forward];
	if (!(normalizeVector(z) > 1e-6)) return null;
	const along = side[0] * z[0] + side[1] * z[1] + side[2] * z[2];
	const x: Vec3 = [side[0] - along * z[0], side[1] - along * z[1], side[2] - along * z[2]];
	if (!(normalizeVector(x) > 1e-6)) return null;
	// First bring z to its place, then turn about it.
	swing(FORWARD, z, out);
	const turned = rotate(out, RIGHT, [0, 0, 0]);
	const cos = turned[0] * x[0] + turned[1] * x[1] + turned[2] * x[2];
	const cross: Vec3 = [
		turned[1] * x[2] - turned[2] * x[1],
		turned[2] * x[0] - turned[0] * x[2],
		turned[0] * x[1] - turned[1] * x[0],
	];
	const sin = cross[0] * z[0] + cross[1] * z[1] + cross[2] * z[2];
	const half = Math.atan2(sin, cos) / 2;
	const s = Math.sin(half);
	return normalize(multiply([z[0] * s, z[1] * s, z[2] * s, Math.cos(half)], out, out));
}

// The length of the first three components.
function lengthOf(v: readonly [number, number, number, ...number[]]): number {
	return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
