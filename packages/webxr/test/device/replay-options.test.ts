import { describe, expect, it } from 'vitest';
import { checkOptions } from '../../src/device/replay-options.ts';

describe('options', () => {
	it.each([
		[{ frameRate: 0 }, 'frameRate: 0'],
		[{ frameRate: Number.POSITIVE_INFINITY }, 'frameRate: Infinity'],
		[{ mutations: { trackingRate: 0 } }, 'mutations.trackingRate: 0'],
		[{ fieldOfViewDegrees: 180 }, 'fieldOfViewDegrees: 180'],
		[{ radii: [0.01] }, 'radii: 1'],
	])('%j are refused by name', (options, text) => {
		const check = (): void => checkOptions(options);
		expect(check).toThrow(RangeError);
		expect(check).toThrow(text);
	});

	it('that make sense are taken', () => {
		checkOptions({});
		checkOptions({
			frameRate: 72,
			fieldOfViewDegrees: 100,
			radii: Array(25).fill(0.01),
			mutations: { trackingRate: 30 },
		});
	});
});
