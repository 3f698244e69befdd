import { EYE_HEIGHT, estimateFloor } from '@handreel/core/internal';
import { expect, it } from 'vitest';

it('places the floor at 0, or below a head that was recorded near the origin', () => {
	expect([1.7, 0.51].map(estimateFloor)).toEqual([0, 0]);
	expect([0.5, 0, -0.2].map(estimateFloor)).toEqual([0.5 - EYE_HEIGHT, -1.6, -0.2 - EYE_HEIGHT]);
	expect(estimateFloor(Number.NaN)).toBeNaN();
});
