// `fitLocally` is local regression: a Savitzky–Golay filter for keys at any times, with a window width per key. The
// value at a key is the value of the parabola that fits the keys around it best; nearer keys count more. It looks as
// far ahead as back, so nothing is delayed. Parabolas pass unchanged, so peaks keep their height.

/** Samples of a vector over time: `size` numbers at each time. */
export interface Samples {
	readonly times: Float64Array;
	readonly values: Float64Array;
	readonly size: number;
}

/** How strongly samples are smoothed. */
export interface Strength {
	/** Hz: the cutoff at rest. */
	readonly minCutoff: number;
	/** Hz per unit of speed: how much the cutoff rises with the speed. */
	readonly beta: number;
	/** Hz: the cutoff of the speed. */
	readonly derivativeCutoff: number;
}

/** Standard deviation × cutoff of a Gaussian window: √½ of the amplitude is left at the cutoff. */
const GAUSS = 0.1325;
/** The same for a parabola fitted with a Gaussian window, which passes more. */
const PARABOLA = 0.2337;
/** The end of a Gaussian window, in standard deviations. */
const REACH = 3;
/** How much wider the window for averaging speeds is: otherwise the turning points of a motion would count as rest. */
const SPEED_SPREAD = 2;
/** A determinant below this share of its terms counts as 0: too few different times for a parabola. */
const SINGULAR = 1e-9;

/** Smooths the samples [from, to) into `out`, without delay. */
export function fitLocally(samples: Samples, from: number, to: number, strength: Strength, out: Float64Array): void {
	const { times } = samples;
	const speeds = measureSpeeds(samples, from, to, strength.derivativeCutoff);
	const weights = new Float64Array(to - from);
	let low = from;
	for (let i = from; i < to; i++) {
		const width = PARABOLA / (strength.minCutoff + strength.beta * speeds[i - from]!);
		const reach = REACH * width;
		const time = times[i]!;
		// Widths differ per key, so the window may also grow backwards.
		while (low > from && times[low - 1]! >= time - reach) low--;
		while (times[low]! < time - reach) low++;
		let high = i + 1;
		while (high < to && times[high]! <= time + reach) high++;
		fitValue(samples, i, low, high, width, weights, out);
	}
}

// `weights` is scratch memory: a number per sample of the window.
function fitValue(
	{ times, values, size }: Samples,
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
	// Too few keys around it: keep the value.
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

// The speed at each sample: the root mean square of the slopes of locally fitted lines.
function measureSpeeds({ times, values, size }: Samples, from: number, to: number, cutoff: number): Float64Array {
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
 * Smooths the samples [from, to) into `out` with the One Euro filter (Casiez, Roussel, Vogel 2012): a low-pass filter
 * whose cutoff rises with the speed, measured as the filtered difference of neighbors. It knows only the past, like a
 * filter in a live application, and so adds a delay. With `isUnit` the values keep unit length.
 */
export function filterCausally(
	{ times, values, size }: Samples,
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
			// There is only one difference yet.
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

// The share of a new sample that a first-order low-pass filter takes.
function lowPassShare(cutoff: number, dt: number): number {
	return 1 / (1 + 1 / (2 * Math.PI * cutoff * dt));
}
