/** How often an interval between keys is halved at most. */
const MAX_DEPTH = 8;
/** Where an interval is compared with the curve, as fractions. */
const PROBES = [0.25, 0.5, 0.75];

/**
 * Adds times between key times until straight lines are near enough. `measure` returns by how much a line from `a` to `b` is
 * off at a fraction of the way, as a multiple of the tolerance. Returns ascending float32 times.
 */
export function refineTimes(
	keys: ArrayLike<number>,
	measure: (a: number, b: number, fraction: number) => number,
): Float32Array {
	const times: number[] = [];
	const add = (a: number, b: number, depth: number): void => {
		const middle = Math.fround((a + b) / 2);
		const isNear = PROBES.every((fraction) => !(measure(a, b, fraction) > 1));
		if (isNear || depth === MAX_DEPTH || middle <= a || middle >= b) {
			times.push(b);
			return;
		}
		add(a, middle, depth + 1);
		add(middle, b, depth + 1);
	};
	if (keys.length > 0) times.push(keys[0]!);
	for (let i = 1; i < keys.length; i++) add(keys[i - 1]!, keys[i]!, 0);
	return Float32Array.from(times);
}
