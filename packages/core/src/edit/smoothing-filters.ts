// Local regression (as Savitzky and Golay's filter, but for keys at any times and with a width of its own at each one):
// the value at a key is that of the parabola which fits the keys around it best, nearer ones counting more. It looks as
// far ahead as back, so nothing moves in time, and parabolas, and with them peaks, pass as they are.

/** Samples of a vector over time: `size` numbers at each time. */
export interface Track {
	readonly times: Float64Array;
	readonly values: Float64Array;
	readonly size: number;
}

/** How strongly a track is smoothed. */
export interface Strength {
	/** Hz: the cutoff at rest. */
	readonly minCutoff: number;
	/** Hz for each unit of speed: how much the cutoff rises with it. */
	readonly beta: number;
	/** Hz: the cutoff of the speed. */
	readonly derivativeCutoff: number;
}

/** Standard deviation × cutoff of a Gauss window: at the cutoff √½ is left. */
const GAUSS = 0.1325;
/** The same for the fit of a parabola with a Gauss window, which lets more pass. */
const PARABOLA = 0.2337;
/** Where a Gauss window ends, in standard deviations. */
const REACH = 3;
/**
 * How much wider the window is over which speeds are averaged: else the turning points of a motion would count as
 * rest.
 */
const SPEED_SPREAD = 2;
/** Below this, compared with what it is made of, a determinant is 0: too few different times for a parabola. */
const SINGULAR = 1e-9;

/** Smooths the samples [from, to) of a track into `out`, without delay. */
export function fitLocally(track: Track, from: number, to: number, strength: Strength, out: Float64Array): void {
	const { times } = track;
	const speeds = measureSpeeds(track, from, to, strength.derivativeCutoff);
	const weights = new Float64Array(to - from);
	let low = from;
	for (let i = from; i < to; i++) {
		const width = PARABOLA / (strength.minCutoff + strength.beta * speeds[i - from]!);
		const reach = REACH * width;
		const time = times[i]!;
		// Widths differ from key to key, so the window may also grow backwards.
		while (low > from && times[low - 1]! >= time - reach) low--;
		while (times[low]! < time - reach) low++;
		let high = i + 1;
		while (high < to && times[high]! <= time + reach) high++;
		fitValue(track, i, low, high, width, weights, out);
	}
}

// `weights` is scratch for one number a sample of the window.
function fitValue(
	{ times, values, size }: Track,
	at: number,
	low: number,
	high: number,
	width: number,
	weights: Float64Array,
	out: Float64Array,
): void {
	const time = times[at]!;
	const first = at * size;
	let [m0, m1, m2, m3, m4] = [0, 0, 0, 0, 0];
	for (let j = low; j < high; j++) {
		const d = (times[j]! - time) / width;
		const weight = Math.exp(-0.5 * d * d);
		const square = d * d;
		weights[j - low] = weight;
		m0 += weight;
		m1 += weight * d;
		m2 += weight * square;
		m3 += weight * square * d;
		m4 += weight * square * square;
	}
	const a = m2 * m4 - m3 * m3;
	const b = m2 * m3 - m1 * m4;
	const c = m1 * m3 - m2 * m2;
	const determinant = m0 * a + m1 * b + m2 * c;
	// Not enough around it to know better.
	if (!(determinant > SINGULAR * m0 * m2 * m4)) {
		for (let k = 0; k < size; k++) out[first + k] = values[first + k]!;
		return;
	}
	for (let k = 0; k < size; k++) out[first + k] = 0;
	for (let j = low; j < high; j++) {
		const d = (times[j]! - time) / width;
		const weight = (weights[j - low]! * (a + b * d + c * d * d)) / determinant;
		for (let k = 0; k < size; k++) out[first + k]! += weight * values[j * size + k]!;
	}
}

// The speed at each sample: slopes of locally fitted lines, as the root of their mean square around it.
function measureSpeeds({ times, values, size }: Track, from: number, to: number, cutoff: number): Float64Array {
	const width = GAUSS / cutoff;
	const squares = new Float64Array(to - from);
	const sums = new Float64Array(size * 2);
	let low = from;
	let high = from;
	for (let i = from; i < to; i++) {
		while (times[low]! < times[i]! - REACH * width) low++;
		while (high < to && times[high]! <= times[i]! + REACH * width) high++;
		let [m0, m1, m2] = [0, 0, 0];
		sums.fill(0);
		for (let j = low; j < high; j++) {
			const d = times[j]! - times[i]!;
			const weight = Math.exp((-0.5 * d * d) / (width * width));
			m0 += weight;
			m1 += weight * d;
			m2 += weight * d * d;
			for (let k = 0; k < size; k++) {
				const value = values[j * size + k]! - values[i * size + k]!;
				sums[k]! += weight * value;
				sums[size + k]! += weight * d * value;
			}
		}
		const determinant = m0 * m2 - m1 * m1;
		if (!(determinant > SINGULAR * m0 * m2)) continue;
		for (let k = 0; k < size; k++) squares[i - from]! += ((m0 * sums[size + k]! - m1 * sums[k]!) / determinant) ** 2;
	}
	return averageRoots(times, squares, from, to, width * SPEED_SPREAD);
}

function averageRoots(
	times: Float64Array,
	squares: Float64Array,
	from: number,
	to: number,
	width: number,
): Float64Array {
	const roots = new Float64Array(squares.length);
	let low = from;
	let high = from;
	for (let i = from; i < to; i++) {
		while (times[low]! < times[i]! - REACH * width) low++;
		while (high < to && times[high]! <= times[i]! + REACH * width) high++;
		let [sum, total] = [0, 0];
		for (let j = low; j < high; j++) {
			const d = (times[j]! - times[i]!) / width;
			const weight = Math.exp(-0.5 * d * d);
			sum += weight * squares[j - from]!;
			total += weight;
		}
		roots[i - from] = Math.sqrt(sum / total);
	}
	return roots;
}

/**
 * Smooths the samples [from, to) of a track into `out` with the One Euro filter (Casiez, Roussel, Vogel 2012): a low
 * pass whose cutoff rises with the speed, which it takes from the filtered difference of neighbours. It knows only
 * the past, as a filter in a live application does, and so comes late. With `isUnit` the values keep unit length.
 */
export function filterCausally(
	{ times, values, size }: Track,
	from: number,
	to: number,
	strength: Strength,
	isUnit: boolean,
	out: Float64Array,
): void {
	const slopes = new Float64Array(size);
	for (let k = 0; k < size; k++) out[from * size + k] = values[from * size + k]!;
	for (let i = from + 1; i < to; i++) {
		const dt = times[i]! - times[i - 1]!;
		const slopeShare = lowPassShare(strength.derivativeCutoff, dt);
		let speed = 0;
		for (let k = 0; k < size; k++) {
			const slope = (values[i * size + k]! - values[(i - 1) * size + k]!) / dt;
			// The first difference is all that is known.
			slopes[k] = i === from + 1 ? slope * slopeShare : slopes[k]! + slopeShare * (slope - slopes[k]!);
			speed += slopes[k]! ** 2;
		}
		const share = lowPassShare(strength.minCutoff + strength.beta * Math.sqrt(speed), dt);
		let length = 0;
		for (let k = 0; k < size; k++) {
			const last = out[(i - 1) * size + k]!;
			out[i * size + k] = last + share * (values[i * size + k]! - last);
			length += out[i * size + k]! ** 2;
		}
		if (isUnit && length > 0) for (let k = 0; k < size; k++) out[i * size + k]! /= Math.sqrt(length);
	}
}

// How much of a new sample a first-order low pass takes.
function lowPassShare(cutoff: number, dt: number): number {
	return 1 / (1 + 1 / (2 * Math.PI * cutoff * dt));
}
