/** A vector turned by a unit quaternion x y z w. */
export function rotate(
	[x = 0, y = 0, z = 0, w = 1]: readonly number[],
	[a = 0, b = 0, c = 0]: readonly number[],
): number[] {
	const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
	return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
