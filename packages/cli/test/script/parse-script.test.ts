import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { formatStatement } from '../../src/script/format-script.ts';
import { parseScript, parseValue } from '../../src/script/parse-script.ts';
import { ScriptTextError } from '../../src/script/value.ts';
import { checkScript, PERSON_VERBS, SIDE_VERBS } from '../../src/script/verbs.ts';

const read = (text: string): string[] =>
	checkScript(parseScript(text)).map((statement) => formatStatement(statement, ({ query }) => `<${query}>`));

describe('a script', () => {
	it('is statements of hands and of the person', () => {
		expect(
			read(`right.reach("drawer/handle").pinch().moveTo([0, 0.1, -2e-1], { duration: 0.5 }).release();
				left . wave({ times: 2, }) ; lookAt('it\\'s')
				walkTo([0, 0, 1], { facing: "door" })`),
		).toEqual([
			'xr.right.reach(<drawer/handle>).pinch().moveTo([0, 0.1, -0.2], { duration: 0.5 }).release()',
			'xr.left.wave({ times: 2 })',
			"xr.lookAt(<it's>)",
			'xr.walkTo([0, 0, 1], { facing: <door> })',
		]);
		expect(read('right.shape("fist").mark("it\'s\\n")')).toEqual([`xr.right.shape('fist').mark('it\\'s\\n')`]);
		expect(parseValue('object("crate").nth(-1)')).toEqual({ kind: 'object', query: 'crate', nth: -1 });
		expect(parseValue('object("crate").first()')).toEqual({ kind: 'object', query: 'crate', nth: 0 });
	});

	it.each([
		['', 'there is no statement'],
		['right', 'neither left nor right|a statement|missing'],
		['up.reach("a")', "'up' is neither left nor right"],
		['right.reach("a)', 'a quotation mark is missing, at character 13'],
		['right.reach("a"', "',' or ')' is missing"],
		['right.reach("a") left.wave()', 'a statement ends with ; or a line break'],
		['right.reach(alert(1))', 'a value is a number'],
		['right.reach(`a`)', 'this is not allowed'],
		['right["reach"]("a")', 'missing'],
		['right.constructor("a")', 'there is no verb right.constructor'],
		['right.__proto__()', 'there is no verb'],
		['right.toString()', 'there is no verb'],
		['right.reech("a")', 'the nearest is reach'],
		['right.lookAt("a")', 'it belongs to the person: lookAt(…)'],
		['reach("a")', 'it belongs to a hand: right.reach(…)'],
		['right.reach()', 'right.reach takes an object'],
		['right.reach([1, 2])', 'right.reach takes an object'],
		['right.reach(["a"])', 'a list holds numbers'],
		['right.reach("a", { __proto__: 1 })', 'right.reach has no option __proto__; options: duration, with'],
		['right.reach("a", { with: "toe" })', 'right.reach: with takes "pinch", "index" or "palm"'],
		['right.wait(1e9)', 'seconds from 0 to 120'],
		['right.wave({ times: 1e9 })', 'an integer from 1 to 50'],
		['right.stick(2, 0)', 'a number from -1 to 1'],
		['right.moveTo([1e300, 0, 0])', 'right.moveTo takes'],
		['right.reach({ a: { b: 1 } })', 'a value is'],
	])('%s is refused', (text, problem) => {
		expect(() => read(text)).toThrow(new RegExp(problem.replace(/[.()[\]{}*+?^$]/g, '\\$&').replace(/\\\|/g, '|')));
	});

	it('is not longer than a person writes', () => {
		expect(() => parseScript('right.wave();'.repeat(2000))).toThrow('at most 20000 characters');
		expect(() => parseScript(`right${'.wave()'.repeat(300)}`)).toThrow('at most 200 calls');
	});

	test.prop([fc.string({ maxLength: 200 })])('of any text is read or refused with a reason', (text) => {
		try {
			read(text);
		} catch (error) {
			expect(error instanceof ScriptTextError || error instanceof TypeError, String(error)).toBe(true);
		}
	});

	const verbs = Object.keys({ ...SIDE_VERBS, ...PERSON_VERBS });
	const parts = fc.constantFrom(
		'right',
		'left',
		'.',
		'(',
		')',
		'[',
		']',
		'{',
		'}',
		',',
		':',
		';',
		'"a"',
		'1',
		'-',
		'\n',
		...verbs,
	);
	test.prop([fc.array(parts, { maxLength: 40 })])('of any words is read or refused with a reason', (words) => {
		try {
			read(words.join(''));
		} catch (error) {
			expect(error instanceof ScriptTextError || error instanceof TypeError, String(error)).toBe(true);
		}
	});
});
