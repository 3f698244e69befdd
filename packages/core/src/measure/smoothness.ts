/** Hz: the spectrum above this does not count. */
const MAX_FREQUENCY = 10;
/** The spectrum ends where it stays below this share of its value at 0. */
const MIN_AMPLITUDE = 0.05;
/** Frequencies per 1 / duration, and in total. More would not change the third digit. */
const RESOLUTION = 8;
const MAX_FREQUENCIES = 128;
/** The filtered speed has nothing above half of this rate in Hz, so that samples between can be left out. */
const ENOUGH_RATE = 30;

/**
 * Measures the spectral arc length of a speed profile, `speed[from]` to `speed[to - 1]`: the negative length of its
 * normalized magnitude spectrum. The smoother a movement, the nearer to 0. Size and duration of the movement do not
 * matter.
 */
export function measureSmoothness(speed: Float64Array, from: number, to: number, rate: number): number {
	const stride = Math.max(1, Math.floor(rate / ENOUGH_RATE));
	const step = Math.max(rate / (RESOLUTION * (to - from)), MAX_FREQUENCY / MAX_FREQUENCIES);
	const count = Math.floor(MAX_FREQUENCY / step) + 1;
	const amplitudes = new Float64Array(count + 1);
	for (let i = 0; i < count; i += 2) {
		const angle = (2 * Math.PI * step * stride) / rate;
		writeAmplitudes(speed, from, to, stride, i * angle, (i + 1) * angle, amplitudes, i);
	}
	const first = amplitudes[0]!;
	let end = count - 1;
	while (end > 0 && amplitudes[end]! < MIN_AMPLITUDE * first) end--;
	// Where the spectrum falls below the limit, between two frequencies.
	const left = amplitudes[end]! / first;
	const rest = end < count - 1 ? (left - MIN_AMPLITUDE) / (left - amplitudes[end + 1]! / first) : 0;
	const scale = 1 / (end + rest);
	let length = rest === 0 ? 0 : Math.sqrt((rest * scale) ** 2 + (left - MIN_AMPLITUDE) ** 2);
	for (let i = 1; i <= end; i++) {
		const change = (amplitudes[i]! - amplitudes[i - 1]!) / first;
		length += Math.sqrt(scale * scale + change * change);
	}
	return -length;
}

// The magnitude of the Fourier transform at two angles per sample (Goertzel's algorithm). Two, because each step waits
// for the step before.
function writeAmplitudes(
	speed: Float64Array,
	from: number,
	to: number,
	stride: number,
	angleA: number,
	angleB: number,
	out: Float64Array,
	at: number,
): void {
	const turnA = 2 * Math.cos(angleA);
	const turnB = 2 * Math.cos(angleB);
	let a1 = 0;
	let a2 = 0;
	let b1 = 0;
	let b2 = 0;
	for (let i = from; i < to; i += stride) {
		const value = speed[i]!;
		const a = value + turnA * a1 - a2;
		const b = value + turnB * b1 - b2;
		a2 = a1;
		a1 = a;
		b2 = b1;
		b1 = b;
	}
	out[at] = Math.sqrt(Math.max(0, a1 * a1 + a2 * a2 - turnA * a1 * a2));
	out[at + 1] = Math.sqrt(Math.max(0, b1 * b1 + b2 * b2 - turnB * b1 * b2));
}
