/** Numbers have five decimals: 0.01 mm. IWER's recorder writes three. */
const SCALE = 1e5;

/** Rounds a number as the file holds it. `-0` becomes `0`. */
export function roundValue(value: number): number {
	return Number.isFinite(value) ? Math.round(value * SCALE) / SCALE + 0 : 0;
}

/** {@link roundValue} for several numbers. */
export function roundValues(values: Iterable<number>): number[] {
	return Array.from(values, roundValue);
}
