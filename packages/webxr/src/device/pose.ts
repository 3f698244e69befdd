/** A pose: px py pz qx qy qz qw, in metres, in the space of WebXR (right-handed, y up, −z forward). */
export type Pose = ArrayLike<number>;

/** The pose that changes nothing. */
export const IDENTITY: Pose = /* @__PURE__ */ Object.freeze([0, 0, 0, 0, 0, 0, 1]);

/** The pose `b`, given in the space of `a`, in the space that `a` is given in. Fresh. */
export function multiplyPoses(a: Pose, b: Pose): number[] {
	const [ax = 0, ay = 0, az = 0, x = 0, y = 0, z = 0, w = 1] = Array.from(a);
	const [px = 0, py = 0, pz = 0, bx = 0, by = 0, bz = 0, bw = 1] = Array.from(b);
	const [vx = 0, vy = 0, vz = 0] = rotateVector(a, px, py, pz);
	return [
		ax + vx,
		ay + vy,
		az + vz,
		w * bx + x * bw + y * bz - z * by,
		w * by - x * bz + y * bw + z * bx,
		w * bz + x * by - y * bx + z * bw,
		w * bw - x * bx - y * by - z * bz,
	];
}

/** A vector turned by the rotation of a pose. Fresh. */
export function rotateVector(pose: Pose, vx: number, vy: number, vz: number): number[] {
	const x = pose[3]!;
	const y = pose[4]!;
	const z = pose[5]!;
	const w = pose[6]!;
	const cx = 2 * (y * vz - z * vy);
	const cy = 2 * (z * vx - x * vz);
	const cz = 2 * (x * vy - y * vx);
	return [vx + w * cx + y * cz - z * cy, vy + w * cy + z * cx - x * cz, vz + w * cz + x * cy - y * cx];
}

/** Writes the column-major matrix of a pose at an offset. */
export function writeMatrix<T extends Float32Array>(pose: Pose, out: T, offset: number): T {
	for (let column = 0; column < 3; column++) {
		out.set(rotateVector(pose, column === 0 ? 1 : 0, column === 1 ? 1 : 0, column === 2 ? 1 : 0), offset + column * 4);
		out[offset + column * 4 + 3] = 0;
		out[offset + 12 + column] = pose[column]!;
	}
	out[offset + 15] = 1;
	return out;
}

/** A pose at an origin that looks (−z) along a direction, its y axis as near to the world's as possible. Fresh. */
export function createLookPose(origin: Pose, dx: number, dy: number, dz: number): number[] {
	const length = Math.hypot(dx, dy, dz);
	if (!(length > 0)) return [origin[0]!, origin[1]!, origin[2]!, 0, 0, 0, 1];
	// Yaw about the world's y axis, then pitch about the turned x axis.
	const yaw = Math.atan2(-dx, -dz) / 2;
	const pitch = Math.asin(Math.max(-1, Math.min(1, dy / length))) / 2;
	const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
	return [origin[0]!, origin[1]!, origin[2]!, cy * sp, sy * cp, -sy * sp, cy * cp];
}
