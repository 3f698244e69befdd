import type { PerformerOptions } from '@handreel/core/perform';
import type { ObjectName } from './name-object.ts';
import { quote } from './quote.ts';
import { formatStep, type TestObject, type TestStep } from './test-step.ts';

/** What a written test does. */
export interface TestPlan {
	/** What it sets: the path of a recording relative to the test, or the options of a performer. */
	readonly use: { readonly recording: string } | { readonly performer: PerformerOptions };
	/** Clicked to enter XR; absent: the button of a known library. */
	readonly enter?: string | undefined;
	/** The address that the test opens. */
	readonly url: string;
	readonly title: string;
	/** How it finds objects, as `nameObject` returns it. */
	readonly names: ReadonlyMap<number, ObjectName>;
	/** Their constants. Those that no step uses are left out. */
	readonly objects: ReadonlyMap<number, TestObject>;
	readonly steps: readonly TestStep[];
}

/** Names that constants cannot have, and those that the test has. */
const TAKEN =
	'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield page xr expect test'.split(
		' ',
	);

/** Returns the objects of a test with a constant for each. */
export function listTestObjects(names: ReadonlyMap<number, ObjectName>): Map<number, TestObject> {
	const used = new Set(TAKEN);
	return new Map(
		[...names].map(([id, { label, query }]) => {
			const words = (/^the /.test(label) ? 'object' : label.split('/').at(-1)!)
				.split(/[^\p{L}\p{N}]+/u)
				.filter(Boolean);
			const joined = words.map(
				(word, i) => (i === 0 ? word[0]!.toLowerCase() : word[0]!.toUpperCase()) + word.slice(1),
			);
			const base = /^\p{L}/u.test(joined[0] ?? '') ? joined.join('') : `object${joined.join('')}`;
			let constant = base;
			for (let count = 2; used.has(constant); count++) constant = `${base}${count}`;
			used.add(constant);
			return [id, { constant, query }] as const;
		}),
	);
}

/** Writes the code of a Playwright test. */
export function formatTest({ use, enter, url, title, names, objects, steps }: TestPlan): string {
	const code = steps.map(formatStep);
	const isUsed = (constant: string): boolean =>
		code.some(
			(line) =>
				!line.startsWith('//') && new RegExp(`(?<![\\p{L}\\p{N}])${constant}(?![\\p{L}\\p{N}])`, 'u').test(line),
		);
	const lines = [
		'test.slow();',
		`await page.goto(${quote(url)});`,
		`await xr.enter(${enter === undefined ? '' : `{ by: ${quote(enter)} }`});`,
		...[...objects].flatMap(([id, { constant }]) =>
			isUsed(constant) ? [`const ${constant} = xr.object(${names.get(id)!.code});`] : [],
		),
		...code,
	];
	const set = 'recording' in use ? `recording: ${quote(use.recording)}` : formatPerformer(use.performer);
	return `import { expect, test } from '@handreel/playwright';
${set === '' ? '' : `\ntest.use({ ${set} });\n`}
test(${quote(title)}, async ({ page, xr }) => {
${lines.map((line) => `  ${line}`).join('\n')}
});
`;
}

function formatPerformer(options: PerformerOptions): string {
	const entries = Object.entries(options).map(([name, value]) => `${name}: ${formatValue(value)}`);
	return entries.length === 0 ? '' : `performer: { ${entries.join(', ')} }`;
}

function formatValue(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
	return typeof value === 'string' ? quote(value) : String(value);
}
