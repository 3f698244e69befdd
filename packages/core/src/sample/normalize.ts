/** Directions shorter than this become zero, as Unity's Vector3.Normalize makes them. */
const SHORTEST_DIRECTION = 1e-5;

/** Writes a quaternion at unit length; an all-zero one becomes the identity. */
export function writeRotation(out: Float32Array, offset: number, x: number, y: number, z: number, w: number): void {
	const square = x * x + y * y + z * z + w * w;
	if (square === 0) {
		out[offset] = 0;
		out[offset + 1] = 0;
		out[offset + 2] = 0;
		out[offset + 3] = 1;
		return;
	}
	const scale = 1 / Math.sqrt(square);
	out[offset] = x * scale;
	out[offset + 1] = y * scale;
	out[offset + 2] = z * scale;
	out[offset + 3] = w * scale;
}

/** Writes a direction at unit length; one that is too short becomes zero. */
export function writeDirection(out: Float32Array, offset: number, x: number, y: number, z: number): void {
	const length = Math.sqrt(x * x + y * y + z * z);
	const scale = length < SHORTEST_DIRECTION ? 0 : 1 / length;
	out[offset] = x * scale;
	out[offset + 1] = y * scale;
	out[offset + 2] = z * scale;
}
