import { expect } from 'vitest';

/** Compares all numbers of two structures, relative to their size. Sizes below `least` count as `least`. */
export function expectFigures(actual: unknown, expected: unknown, tolerance: number, least = 1e-3, path = ''): void {
	if (typeof expected === 'number' && typeof actual === 'number') {
		const limit = tolerance * Math.max(Math.abs(expected), least) + 1e-9;
		expect(Math.abs(actual - expected), `${path}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(limit);
	} else if (typeof expected === 'object' && expected !== null) {
		expect(Object.keys(actual as object), path).toEqual(Object.keys(expected));
		for (const [name, value] of Object.entries(expected)) {
			expectFigures((actual as Record<string, unknown>)[name], value, tolerance, least, `${path}.${name}`);
		}
	} else expect(actual, path).toEqual(expected);
}
