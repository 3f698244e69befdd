// Float32 numbers have an order in which the step from a number to the next is 1: their ordinals (REEL.md, "Ordinals").
// Both zeros, infinities and all NaN have an ordinal, so nothing is lost.

const floats = /* @__PURE__ */ new Float32Array(1);
const bits = /* @__PURE__ */ new Int32Array(floats.buffer);

/** Returns the ordinal of float32 bits; of an ordinal, the bits. */
export function toOrdinal(word: number): number {
	return word ^ ((word >> 31) >>> 1);
}

const NAN = 0x7fc0_0000;

/** Returns the ordinal of a number, rounded to float32. */
export function ordinalOf(value: number): number {
	// Engines are free to store other bits for NaN.
	if (Number.isNaN(value)) return NAN;
	floats[0] = value;
	return toOrdinal(bits[0]!);
}

/** Returns the number of an ordinal. */
export function fromOrdinal(ordinal: number): number {
	bits[0] = toOrdinal(ordinal);
	return floats[0]!;
}
