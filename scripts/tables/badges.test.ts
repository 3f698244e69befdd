import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawBadge, getBadgePath, listBadges } from './badges.ts';

const badges = Object.entries(listBadges());

// After a change of what they state: npx vitest run scripts/tables --update
describe('the badges of README', () => {
	it.each(badges)('state what the packages state: %s', async (name, badge) => {
		await expect(drawBadge(badge)).toMatchFileSnapshot(getBadgePath(name));
	});

	it('have no file too many', () => {
		const files = readdirSync(dirname(getBadgePath('x'))).sort();
		expect(files).toEqual(badges.map(([name]) => `${name}.svg`).sort());
	});

	it('are as wide as their texts', () => {
		expect(drawBadge(['a', 'b & <c>'])).toContain('b &amp; &lt;c>');
		const widths = ['short', 'a longer text'].map((text) => Number(/ width="(\d+)"/.exec(drawBadge(['a', text]))?.[1]));
		expect(widths[0]).toBeLessThan(widths[1]!);
	});
});
