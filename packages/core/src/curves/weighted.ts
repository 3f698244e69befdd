// The weighted Bézier segment of Unity's AnimationCurve (FORMAT.md, "Evaluation"). In time it runs over
// x(u) = a u³ + b u² + c u from 0 to 1; the value is the cubic Bernstein sum in u.

/** Smaller coefficients count as zero, as in Unity. */
const TINY = 1e-3;
/** Newton's method doubles the correct digits: after a step this small, the next is below the precision. */
const CONVERGED = 1e-10;
const MAX_STEPS = 6;

/**
 * Solves for the u in [0, 1] at which the segment reaches the fraction `s` of its time, choosing the root as Unity
 * does.
 */
export function solveWeighted(s: number, outWeight: number, inWeight: number): number {
	const x2 = 1 - inWeight;
	const a = 3 * outWeight - 3 * x2 + 1;
	const b = -6 * outWeight + 3 * x2;
	const c = 3 * outWeight;
	if (Math.abs(a) > TINY) return solveCubic(a, b, c, s);
	if (Math.abs(b) > TINY) return solveQuadratic(b, c, s);
	// A NaN in all three ends here too: u = 0, and the value becomes NaN through the control values.
	return pick(Math.abs(c) > TINY ? s / c : 0, Number.NaN, Number.NaN, s);
}

/**
 * Solves like {@link solveWeighted}, starting from a guess. With weights in [0, 1] there is one root, and Newton's
 * method finds it from the previous root in a step or two.
 */
export function solveWeightedNear(s: number, outWeight: number, inWeight: number, guess: number): number {
	if (!(outWeight >= 0 && outWeight <= 1 && inWeight >= 0 && inWeight <= 1))
		return solveWeighted(s, outWeight, inWeight);
	const a = 3 * (outWeight + inWeight) - 2;
	const b = 3 - 6 * outWeight - 3 * inWeight;
	const c = 3 * outWeight;
	if (Math.abs(a) <= TINY) return solveWeighted(s, outWeight, inWeight);
	let u = guess;
	for (let i = 0; i < MAX_STEPS; i++) {
		const step = (((a * u + b) * u + c) * u - s) / ((3 * a * u + 2 * b) * u + c);
		u -= step;
		if (!(u >= 0 && u <= 1)) break;
		if (Math.abs(step) <= CONVERGED) return u;
	}
	return solveWeighted(s, outWeight, inWeight);
}

/** The Bernstein sum of four control values. */
export function bernstein(u: number, y0: number, y1: number, y2: number, y3: number): number {
	const v = 1 - u;
	return v * v * v * y0 + 3 * v * v * u * y1 + 3 * v * u * u * y2 + u * u * u * y3;
}

/** The derivative of {@link bernstein} by u. */
export function bernsteinSlope(u: number, y0: number, y1: number, y2: number, y3: number): number {
	const v = 1 - u;
	return 3 * (v * v * (y1 - y0) + 2 * v * u * (y2 - y1) + u * u * (y3 - y2));
}

// Unity takes the first root inside [0, 1], or the nearer end if there is none.
function pick(first: number, second: number, third: number, s: number): number {
	if (first >= 0 && first <= 1) return first;
	if (second >= 0 && second <= 1) return second;
	if (third >= 0 && third <= 1) return third;
	return s < 0.5 ? 0 : 1;
}

function solveQuadratic(b: number, c: number, s: number): number {
	const root = Math.sqrt(c * c + 4 * b * s);
	return pick((-c - root) / (2 * b), (-c + root) / (2 * b), Number.NaN, s);
}

// Cardano's formula. Of three real roots the largest comes first, then the smallest, then the middle root.
function solveCubic(a: number, b: number, c: number, s: number): number {
	const shift = -b / (3 * a);
	const p = (3 * a * c - b * b) / (9 * a * a);
	const q = (9 * a * b * c + 27 * a * a * s - 2 * b * b * b) / (54 * a * a * a);
	const discriminant = q * q + p * p * p;
	if (discriminant > 0) {
		const root = Math.sqrt(discriminant);
		// The sum without cancellation yields one cube root, the product −p the other.
		const large = Math.cbrt(q >= 0 ? q + root : q - root);
		const u = shift + (large === 0 ? 0 : large - p / large);
		return pick(polish(u, a, b, c, s), Number.NaN, Number.NaN, s);
	}
	const radius = Math.sqrt(-p);
	const angle = radius === 0 ? 0 : Math.acos(Math.max(-1, Math.min(1, q / (radius * radius * radius)))) / 3;
	const third = (2 * Math.PI) / 3;
	const largest = polish(shift + 2 * radius * Math.cos(angle), a, b, c, s);
	const smallest = polish(shift + 2 * radius * Math.cos(angle + third), a, b, c, s);
	const middle = polish(shift + 2 * radius * Math.cos(angle - third), a, b, c, s);
	return pick(largest, smallest, middle, s);
}

// Two Newton steps restore the digits that Cardano's formula loses to cancellation. Steps that do not help are skipped.
function polish(start: number, a: number, b: number, c: number, s: number): number {
	let u = start;
	let error = ((a * u + b) * u + c) * u - s;
	for (let i = 0; i < 2; i++) {
		const next = u - error / ((3 * a * u + 2 * b) * u + c);
		const nextError = ((a * next + b) * next + c) * next - s;
		if (!(Math.abs(nextError) < Math.abs(error))) break;
		u = next;
		error = nextError;
	}
	return u;
}
