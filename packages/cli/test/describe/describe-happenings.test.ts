import type { PageDescription } from '@handreel/playwright/page';
import { expect, it } from 'vitest';
import { describeHappenings } from '../../src/describe/describe-happenings.ts';

const hold: PageDescription['holds'][number] = {
	...{
		side: 'right',
		event: 'select',
		id: 3,
		path: 'block',
		start: 1,
		end: 3,
		distance: 0.45,
		near: null,
		stays: true,
	},
	...{ from: [0, 1, 0], to: [0, 1, 0.45], hand: [0, 1, 0] },
	heads: [
		[0, 1.6, 0],
		[0, 1.6, 0],
	],
};

it('an object is released only if the hand was watched after it', () => {
	const describe = (until: number): string[] =>
		describeHappenings({ holds: [hold], changes: [] }, until).map(({ text }) => text);
	expect(describe(4)).toEqual([
		'the right hand takes block',
		'the right hand releases block, 0.45 m from where it was',
	]);
	expect(describe(3)[1]).toBe('the right hand still holds block, 0.45 m from where it was');
});
