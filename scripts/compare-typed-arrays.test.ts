import { describe, expect, it } from 'vitest';

describe('typed arrays in expectations', () => {
	it.each([
		[new Float32Array([1, Number.NaN, -0]), new Float32Array([1, Number.NaN, -0])],
		[new Uint8Array(0), new Uint8Array(0)],
		[new Float64Array([0.1, 0.2]).subarray(1), new Float64Array([0.2])],
		[{ list: [new Uint32Array([7])] }, { list: [new Uint32Array([7])] }],
	])('%o equals %o', (a, b) => {
		expect(a).toEqual(b);
		expect(a).toStrictEqual(b);
	});

	it.each([
		[new Float32Array([1, 2]), new Float32Array([1, 3])],
		[new Float32Array([1, 2]), new Float32Array([1, 2, 3])],
		[new Float32Array([0]), new Float32Array([-0])],
		[new Float32Array([1]), new Float64Array([1])],
		[new Float32Array([1]), [1]],
		[{ list: [new Uint32Array([7])] }, { list: [new Uint32Array([8])] }],
	])('%o does not equal %o', (a, b) => {
		expect(a).not.toEqual(b);
		expect(a).not.toStrictEqual(b);
	});
});
