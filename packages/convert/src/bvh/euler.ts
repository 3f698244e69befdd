// Rotations of BVH: R = Rz · Rx · Ry, in degrees.

/** Degrees in a radian. A literal, because bundlers keep divisions. */
const DEGREES = 57.29577951308232;
/** Beyond this sine of the middle angle, the other two turn about the same axis. */
const POLE = 1 - 1e-9;

/** Writes the angles Z, X, Y in degrees of a unit quaternion, as near to the angles before as possible. */
export function writeAngles(q: ArrayLike<number>, before: ArrayLike<number> | null, out: Float64Array): void {
	const [x, y, z, w] = [q[0]!, q[1]!, q[2]!, q[3]!];
	const sine = 2 * (y * z + w * x);
	const middle = Math.asin(Math.max(-1, Math.min(1, sine)));
	const isPole = Math.abs(sine) > POLE;
	const first = isPole
		? Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))
		: Math.atan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z));
	const last = isPole ? 0 : Math.atan2(-2 * (x * z - w * y), 1 - 2 * (x * x + y * y));
	const angles = [first * DEGREES, middle * DEGREES, last * DEGREES];
	if (before === null) {
		out.set(angles);
		return;
	}
	// The same rotation the other way round.
	const other = [angles[0]! + 180, 180 - angles[1]!, angles[2]! + 180];
	const [a, b] = [angles, other].map((list) => list.map((angle, i) => unwrap(angle, before[i]!)));
	out.set(distance(a!, before) <= distance(b!, before) ? a! : b!);
}

// The angle plus whole turns that is nearest to another.
function unwrap(angle: number, near: number): number {
	return angle + 360 * Math.round((near - angle) / 360);
}

function distance(a: readonly number[], b: ArrayLike<number>): number {
	return a.reduce((sum, angle, i) => sum + Math.abs(angle - b[i]!), 0);
}

/** Returns the quaternion of a turn about an axis (0 x, 1 y, 2 z) in degrees. */
export function createTurn(axis: number, degrees: number): number[] {
	const half = degrees / DEGREES / 2;
	const q = [0, 0, 0, Math.cos(half)];
	q[axis] = Math.sin(half);
	return q;
}
