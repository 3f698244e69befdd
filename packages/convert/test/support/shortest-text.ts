// The shortest decimal of a float32 number by exact arithmetic: slow, and without anything of ours.

const words = new Uint32Array(1);
const floats = new Float32Array(words.buffer);

/**
 * The shortest decimal that rounds to a finite float32 number, of several the nearest, of two equally near
 * ones the larger, in the notation of JavaScript's
 * numbers. `-0` is `-0`.
 */
export function writeShortest(value: number): string {
	if (value === 0) return Object.is(value, -0) ? '-0' : '0';
	floats[0] = Math.abs(value);
	const exponentBits = words[0]! >>> 23;
	const fraction = words[0]! & 0x7f_ffff;
	// value = mantissa · 2^exponent
	const mantissa = BigInt(exponentBits === 0 ? fraction : fraction + 0x80_0000);
	const exponent = (exponentBits === 0 ? 1 : exponentBits) - 150;
	// In units of a quarter of the last place, so that both halfway points are integers. The place below a power of two is
	// half as wide.
	const isPower = fraction === 0 && exponentBits > 1;
	const center = mantissa * 4n;
	const low = center - (isPower ? 1n : 2n);
	const high = center + 2n;
	// Halfway points round to even mantissas.
	const isClosed = mantissa % 2n === 0n;
	for (let digits = 1; ; digits++) {
		const found = findNearest(low, center, high, isClosed, exponent - 2, digits);
		if (found !== null) return (value < 0 ? '-' : '') + writeNotation(found.integer, found.power);
	}
}

// The decimal integer · 10^power of at most so many digits that lies between two numbers, nearest to a third; all of them
// times 2^exponent.
function findNearest(
	low: bigint,
	center: bigint,
	high: bigint,
	isClosed: boolean,
	exponent: number,
	digits: number,
): { integer: bigint; power: number } | null {
	const estimate = Math.floor(Math.log10(Number(center)) + exponent * Math.log10(2));
	let best: { integer: bigint; power: number; distance: bigint } | null = null;
	// The estimate may be one off.
	for (const power of [estimate - digits, estimate - digits + 1, estimate - digits + 2]) {
		// Both sides as integers: integer · unit against bound · scale.
		const unit = (power > 0 ? 10n ** BigInt(power) : 1n) * (exponent < 0 ? 2n ** BigInt(-exponent) : 1n);
		const scale = (power < 0 ? 10n ** BigInt(-power) : 1n) * (exponent > 0 ? 2n ** BigInt(exponent) : 1n);
		const below = (center * scale) / unit;
		for (const integer of [below, below + 1n]) {
			if (integer <= 0n || String(integer).replace(/0+$/, '').length > digits) continue;
			const position = integer * unit;
			const isAbove = isClosed ? position >= low * scale : position > low * scale;
			const isBelow = isClosed ? position <= high * scale : position < high * scale;
			const difference = position - center * scale;
			// Distances at different powers have different scales; at one number of digits only one power fits, apart from
			// zeros at the end.
			const distance = difference < 0n ? -difference : difference;
			if (isAbove && isBelow && (best === null || (best.power === power && distance <= best.distance))) {
				best = { integer, power, distance };
			}
		}
	}
	return best;
}

// As `Number.prototype.toString` does: plain from 1e-6 to below 1e21, otherwise with an exponent.
function writeNotation(integer: bigint, power: number): string {
	const all = String(integer);
	const digits = all.replace(/0+$/, '');
	const point = all.length + power;
	if (point > 21 || point <= -6) {
		const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
		return `${mantissa}e${point > 0 ? '+' : '-'}${Math.abs(point - 1)}`;
	}
	if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
	return digits.length <= point ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`;
}
