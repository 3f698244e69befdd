import { describe, expect, expectTypeOf, it } from 'vitest';
import {
	describeValues,
	fitsOption,
	type Option,
	type OptionsOf,
	type OptionTable,
	readOptions,
	type SettingsOf,
} from '../../src/option/option.ts';

const words = { title: 'T', text: 't' } as const;

const TABLE = {
	cutoff: { ...words, type: 'number', unit: 'Hz', above: 0, default: 1 },
	frames: { ...words, type: 'number', min: 1, max: 10, isInteger: true },
	by: { ...words, type: 'vector', axes: ['x', 'y', 'z'], unit: 'm', default: [0, 0, 0] },
	side: { ...words, type: 'choice', choices: ['left', 'right'], isRequired: true },
	only: { ...words, type: 'list', choices: ['head', 'gaze'] },
	raw: { ...words, type: 'flag', default: false },
	name: { ...words, type: 'text' },
	map: { ...words, type: 'data' },
} as const satisfies OptionTable;

describe('readOptions', () => {
	it('fills in defaults and keeps what is given', () => {
		expect(readOptions(TABLE, { side: 'left', frames: 3, raw: undefined })).toEqual({
			cutoff: 1,
			frames: 3,
			by: [0, 0, 0],
			side: 'left',
			only: undefined,
			raw: false,
			name: undefined,
			map: undefined,
		});
	});

	it.each([
		[{ cutoff: 0 }, RangeError, 'cutoff: 0 is not a number above 0'],
		[{ cutoff: Number.NaN }, RangeError, 'cutoff: NaN is not a number above 0'],
		[{ cutoff: '1' }, TypeError, 'cutoff: "1" is not a number above 0'],
		[{ frames: 1.5 }, RangeError, 'frames: 1.5 is not an integer from 1 to 10'],
		[{ frames: 11 }, RangeError, 'frames: 11 is not an integer from 1 to 10'],
		[{ by: [0, 1] }, TypeError, 'by: a list is not a list of 3 finite numbers'],
		[{ side: 'top' }, TypeError, 'side: "top" is not one of left, right'],
		[{ side: undefined }, TypeError, 'side: a value is required'],
		[{ only: ['head', 'feet'] }, TypeError, 'only: "feet" is not one of head, gaze'],
		[{ raw: 1 }, RangeError, 'raw: 1 is not true or false'],
		[{ name: 3 }, RangeError, 'name: 3 is not a text'],
		[{ map: null }, TypeError, 'map: null is not an object'],
	])('refuses %j', (given, kind, message) => {
		const options = { side: 'left', ...given } as OptionsOf<typeof TABLE>;
		expect(() => readOptions(TABLE, options)).toThrow(new kind(message));
	});

	it('derives the types of options and settings', () => {
		type Options = OptionsOf<typeof TABLE>;
		expectTypeOf<Options['side']>().toEqualTypeOf<'left' | 'right'>();
		expectTypeOf<Options['only']>().toEqualTypeOf<readonly ('head' | 'gaze')[] | undefined>();
		expectTypeOf<SettingsOf<typeof TABLE>['cutoff']>().toEqualTypeOf<number>();
		expectTypeOf<SettingsOf<typeof TABLE>['frames']>().toEqualTypeOf<number | undefined>();
	});
});

describe('the words for values', () => {
	const number = (range: object): Option => ({ ...words, type: 'number', ...range });

	it.each([
		[number({}), 'a finite number'],
		[number({ isInteger: true }), 'an integer'],
		[number({ min: 0 }), 'a number from 0 on'],
		[number({ max: 3 }), 'a number up to 3'],
		[number({ above: 0, max: 60 }), 'a number above 0 and up to 60'],
	])('name the range of %j', (option, text) => {
		expect(describeValues(option)).toBe(text);
	});

	it('belong to values that fit: the default of every option does', () => {
		for (const option of Object.values<Option>(TABLE)) {
			if ('default' in option) expect(fitsOption(option, option.default)).toBe(true);
		}
	});
});
