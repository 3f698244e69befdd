import {
	angleBetweenVectors,
	crossVectors,
	dotVectors,
	measureDistance,
	normalizeVector,
} from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';

describe('normalizeVector', () => {
	it('writes unit length and returns the length', () => {
		const out = [9, 0, 0, 0];
		expect(normalizeVector([9, 0, 3, 4], out, 1, 1)).toBe(5);
		expect(out).toEqual([9, 0, 0.6, 0.8]);
	});

	it('leaves vectors without direction as they are', () => {
		const out = [1, 1, 1];
		expect(normalizeVector([0, 0, 0], out)).toBe(0);
		expect(out).toEqual([0, 0, 0]);
		expect(normalizeVector([Number.POSITIVE_INFINITY, 0, 0], out)).toBeNaN();
		expect(out).toEqual([Number.POSITIVE_INFINITY, 0, 0]);
	});
});

describe('angleBetweenVectors', () => {
	it('is exact for small angles', () => {
		for (const angle of [1e-12, 1e-6, 0.5, 3, Math.PI]) {
			const turned = [Math.cos(angle), Math.sin(angle), 0];
			expect(angleBetweenVectors([1, 0, 0], turned) / angle).toBeCloseTo(1, 12);
		}
	});
});

describe('products and distances', () => {
	it('take vectors at offsets, and write over an argument', () => {
		const a = [9, 1, 2, 3];
		const b = [4, -5, 6];
		expect(measureDistance(a, b, 1)).toBe(Math.hypot(3, 7, 3));
		expect(dotVectors(a, b, 1)).toBe(12);
		expect(crossVectors(a, b, b, 1)).toEqual([27, 6, -13]);
	});
});
