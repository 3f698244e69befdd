/** The filter starts and ends this many periods of its cutoff outside a run. */
const PADDING_PERIODS = 2;

/** A low-pass filter of order 2. */
export interface LowPass {
	readonly b0: number;
	readonly a1: number;
	readonly a2: number;
}

/** Samples on each side of a run that its mirror image continues. */
export function getPadding(rate: number, cutoff: number): number {
	return Math.ceil((PADDING_PERIODS * rate) / cutoff);
}

/** Designs a Butterworth filter by the bilinear transform. */
export function designLowPass(rate: number, cutoff: number): LowPass {
	const k = Math.tan((Math.PI * cutoff) / rate);
	const scale = 1 / (1 + Math.SQRT2 * k + k * k);
	return { b0: k * k * scale, a1: 2 * (k * k - 1) * scale, a2: (1 - Math.SQRT2 * k + k * k) * scale };
}

/**
 * Continues `count` samples, of which the first is `samples[padding]`, on both sides: mirrored at the end points, so that
 * value and slope continue.
 */
export function padSamples(samples: Float64Array, padding: number, count: number): void {
	const end = padding + count - 1;
	const first = samples[padding]!;
	const last = samples[end]!;
	// A run that is shorter than the padding is mirrored as far as it goes, then held.
	for (let i = 1; i <= padding; i++) {
		const at = i < count ? i : count - 1;
		samples[padding - i] = 2 * first - samples[padding + at]!;
		samples[end + i] = 2 * last - samples[end - at]!;
	}
}

/**
 * Filters the first `length` samples of three signals in place, forward and backward, so that nothing is delayed. At
 * the cutoff half of the amplitude is left.
 */
export function filterBothWays(
	x: Float64Array,
	y: Float64Array,
	z: Float64Array,
	length: number,
	filter: LowPass,
): void {
	filterOnce(x, y, z, 0, length, 1, filter);
	filterOnce(x, y, z, length - 1, -1, -1, filter);
}

// Three signals in one loop: each step waits for the step before, but not for the other signals.
function filterOnce(
	x: Float64Array,
	y: Float64Array,
	z: Float64Array,
	start: number,
	end: number,
	step: 1 | -1,
	{ b0, a1, a2 }: LowPass,
): void {
	const b1 = 2 * b0;
	// The state of a filter that has always seen the first value.
	let x1 = (1 - b0) * x[start]!;
	let y1 = (1 - b0) * y[start]!;
	let z1 = (1 - b0) * z[start]!;
	let x2 = (b0 - a2) * x[start]!;
	let y2 = (b0 - a2) * y[start]!;
	let z2 = (b0 - a2) * z[start]!;
	for (let i = start; i !== end; i += step) {
		const xi = x[i]!;
		const yi = y[i]!;
		const zi = z[i]!;
		const xo = b0 * xi + x1;
		const yo = b0 * yi + y1;
		const zo = b0 * zi + z1;
		x1 = b1 * xi - a1 * xo + x2;
		y1 = b1 * yi - a1 * yo + y2;
		z1 = b1 * zi - a1 * zo + z2;
		x2 = b0 * xi - a2 * xo;
		y2 = b0 * yi - a2 * yo;
		z2 = b0 * zi - a2 * zo;
		x[i] = xo;
		y[i] = yo;
		z[i] = zo;
	}
}
