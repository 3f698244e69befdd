/** Nine digits identify every float32, and different decimals of six digits are different float32 numbers. */
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 9;
/** Below this, integers are float32 numbers and their own shortest decimals. */
export const EXACT_INTEGERS: number = 2 ** 24;

/** 10^0 to 10^22: those that are exact doubles. */
export const POWERS_OF_TEN: readonly number[] = /* @__PURE__ */ Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** An integer divided by a power of ten. */
export interface Decimal {
	mantissa: number;
	/** The exponent of the power of ten, 0 to 22. */
	decimals: number;
}

/**
 * Returns the shortest decimal that rounds to a finite float32 number. Of several decimals with the fewest digits it is the
 * nearest, and the larger of two equally near. `-0` is `-0`.
 */
export function formatFloat(value: number): string {
	const magnitude = Math.abs(value);
	if (magnitude < EXACT_INTEGERS && Number.isInteger(value)) return Object.is(value, -0) ? '-0' : String(value);
	const decimal: Decimal = { mantissa: 0, decimals: 0 };
	if (!shortestDecimal(magnitude, decimal)) return formatExtreme(value);
	// JavaScript prints a double as its shortest decimal, which this is.
	return String((Math.sign(value) * decimal.mantissa) / POWERS_OF_TEN[decimal.decimals]!);
}

/**
 * Fills `out` with the shortest decimal of a float32 number above 0 that is not an integer below 2^24; its mantissa may
 * end in zeros. Returns false for numbers too large or too small for a power of ten that is an exact double.
 */
export function shortestDecimal(value: number, out: Decimal): boolean {
	const exponent = Math.floor(Math.log10(value));
	for (let digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
		const decimals = digits - 1 - exponent;
		const power = POWERS_OF_TEN[decimals];
		if (power === undefined) return false;
		// An integer divided by an exact power of ten is the double that the decimal represents.
		const scaled = value * power;
		const nearest = Math.round(scaled);
		let mantissa = nearest;
		if (Math.fround(mantissa / power) !== value) {
			// Next to a power of two, only the farther neighbor may round to the value.
			mantissa = nearest > scaled ? nearest - 1 : nearest + 1;
			if (Math.fround(mantissa / power) !== value) continue;
		}
		out.mantissa = mantissa;
		out.decimals = decimals;
		return true;
	}
	return false;
}

// Tries one digit after the other, for very large and very small numbers.
function formatExtreme(value: number): string {
	for (let digits = 1; digits < MOST_DIGITS; digits++) {
		const [mantissa = '', exponent = '0'] = value.toExponential(digits - 1).split('e');
		const nearest = Math.round(Number(mantissa) * 10 ** (digits - 1));
		for (const integer of [nearest, nearest - 1, nearest + 1]) {
			const number = Number(`${integer}e${Number(exponent) - digits + 1}`);
			if (Math.fround(number) === value) return String(number);
		}
	}
	return String(Number(value.toPrecision(MOST_DIGITS)));
}
