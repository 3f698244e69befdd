import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { adviseCommand, completeLine, splitWords } from '../../src/session/complete-line.ts';

describe('a line of the repl', () => {
	it('is words as in a shell', () => {
		expect(splitWords(`do 'right.poke("a b")'  x`)).toEqual(['do', 'right.poke("a b")', 'x']);
		expect(splitWords('a "" b')).toEqual(['a', '', 'b']);
		expect(splitWords('   ')).toEqual([]);
		expect(() => splitWords("do 'x")).toThrow("the quotation mark ' is missing");
	});

	it('is completed with commands, options, objects, checks and verbs', () => {
		const names = ['lamp', 'lever'];
		expect(completeLine('sc', names)).toEqual([['scene', 'screenshot'].filter((name) => name.startsWith('sc')), 'sc']);
		expect(completeLine('click l', names)).toEqual([['lamp', 'lever'], 'l']);
		expect(completeLine('scene --co', names)).toEqual([['--color', '--covered'], '--co']);
		expect(completeLine('expect lamp toHaveM', names)).toEqual([['toHaveMoved'], 'toHaveM']);
		expect(completeLine('do \'right.reach("le', names)).toEqual([['lever', 'left.'], 'le']);
		expect(completeLine("do 'right.po", names)).toEqual([['poke(', 'pointAt('], 'po']);
		expect(completeLine('nothing l', names)).toEqual([[], 'l']);
		expect(adviseCommand('clic')).toContain('the nearest is click');
	});

	test.prop([fc.string(), fc.array(fc.string())])('of any text is completed or not', (line, names) => {
		const [matches, part] = completeLine(line, names);
		for (const match of matches) expect(match.startsWith(part)).toBe(true);
		expect(line.endsWith(part)).toBe(true);
	});
});
