import fc from 'fast-check';

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** Finite float32 numbers: any bits, ordinary magnitudes, and powers of two, where spacing changes. */
export function arbitraryFloat(): fc.Arbitrary<number> {
	const word = fc.integer({ min: 0, max: 0xffff_ffff }).map((value) => {
		bits[0] = value;
		return float[0] ?? 0;
	});
	const power = fc.integer({ min: -149, max: 127 }).map((exponent) => 2 ** exponent);
	const usual = fc.double({ min: -3, max: 3, noNaN: true }).map(Math.fround);
	return fc.oneof(word, power, usual).filter(Number.isFinite);
}
