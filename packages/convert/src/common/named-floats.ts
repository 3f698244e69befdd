import { formatFloat } from './format-float.ts';

/** A float32 number as JSON holds it: `-0`, NaN and infinities are strings. */
export type JsonFloat = number | FloatName;

/** A float32 number that JSON has no number for. */
export type FloatName = 'NaN' | 'Infinity' | '-Infinity' | '-0';

/** Returns the name of a number that JSON cannot hold, otherwise `null`. */
export function nameFloat(value: number): FloatName | null {
	if (Object.is(value, -0)) return '-0';
	return Number.isFinite(value) ? null : (String(value) as FloatName);
}

/** Returns the number that {@link nameFloat} named, or `null` for any other value. */
export function parseFloatName(value: unknown): number | null {
	if (value === 'NaN' || value === 'Infinity' || value === '-Infinity' || value === '-0') return Number(value);
	return null;
}

/** Returns a float32 number as JSON holds it. */
export function toJsonFloat(value: number): JsonFloat {
	return nameFloat(value) ?? Number(formatFloat(value));
}
