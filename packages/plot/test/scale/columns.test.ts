import { describe, expect, it } from 'vitest';
import { listSpans, sumUpColumns } from '../../src/scale/columns.ts';

const series = (values: readonly number[], sampleRate = 1) => ({
	label: '',
	sampleRate,
	values: Float64Array.from(values),
	color: 0,
	dash: 0,
});

describe('columns of a picture', () => {
	it('keep the lowest and the highest value', () => {
		const { low, high } = sumUpColumns(series([1, 9, 2, 3, -5, 4]), 0, 6, 2);
		expect([...low]).toEqual([1, -5]);
		expect([...high]).toEqual([9, 4]);
	});

	it('interpolate where there are fewer samples than columns', () => {
		const { low } = sumUpColumns(series([0, 10]), 0, 1, 4);
		expect([...low]).toEqual([0, 3.75, 6.25, 8.75]);
	});

	it('have no value in gaps', () => {
		const { low } = sumUpColumns(series([1, Number.NaN, Number.NaN, 4]), 0, 4, 4);
		expect([...low]).toEqual([1, Number.NaN, Number.NaN, 4]);
	});
});

describe('spans of a state', () => {
	it('start and end with their samples', () => {
		expect(listSpans(series([0, 1, 1, 0, 1], 10))).toEqual([
			{ start: 0.1, end: 0.3 },
			{ start: 0.4, end: 0.4 },
		]);
	});
});
