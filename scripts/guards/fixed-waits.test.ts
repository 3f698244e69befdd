// A test that waits for an amount of time is slow where machines are fast, and fails where they are busy; one that shows in this way that
// nothing happens passes even if the product is wrong. Wait for a state (`expect.poll`, `vi.waitUntil`), or let the page draw frames.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/**
 * Playwright's wait, a promise of a timer in one of its spellings, a thread or a shell that sleeps, and a program that is ended after a time. A
 * delay of 0 is a turn of the event loop.
 */
const WAITS = [
	/\bwaitForTimeout\(/,
	/new Promise(?:<\w+>)?\(\s*(?:async )?\(?\w+\)?(?::\s*\w+)?\s*=>\s*\{?\s*(?:void )?(?:\w+\.)?setTimeout\(\s*(?:\w+|\(\) => \w+\([^)]*\)),(?!\s*0\b)/,
	/\bsetTimeout\b[^;'"]*\} from 'node:timers\/promises'/,
	/\bpromisify\((?:\w+\.)?setTimeout\b/,
	/\bAtomics\.wait\(/,
	/\bsleep [\d.]/,
	/\btimeout (?:-\S+ )+[\d.]/,
];

const files = ['packages', 'apps', 'examples']
	.flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
	.flatMap((folder) => [`${folder}/test`, `${folder}/tests`])
	.concat('docs/test', 'scripts')
	.filter((folder) => existsSync(join(root, folder)))
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
			.filter((path) => /\.(ts|tsx|mjs|cjs)$/.test(path)),
	);

const waits = (text: string): boolean => WAITS.some((wait) => wait.test(text));

it('no test waits for an amount of time', () => {
	expect(files.length).toBeGreaterThan(500);
	const found = files.filter((path) => waits(readFileSync(join(root, path), 'utf8')));
	expect(found.filter((path) => !path.endsWith('/fixed-waits.test.ts'))).toEqual([]);
});

it.each([
	'await page.waitForTimeout(250);',
	'await new Promise((done) => setTimeout(done, 150));',
	'await new Promise<void>((resolve) => {\n\tsetTimeout(resolve, PAUSE);\n});',
	'await new Promise((resolve) => setTimeout(() => resolve(null), 20));',
	"import { setTimeout as wait } from 'node:timers/promises';",
	'const wait = promisify(setTimeout);',
	'(sleep 0.3; cat pipe) &',
	'timeout --signal=INT 2 handreel',
])('finds %j', (text) => {
	expect(waits(text)).toBe(true);
});

it.each([
	'await new Promise((done) => setTimeout(done));',
	'await new Promise((done) => setTimeout(done, 0));',
	'test.setTimeout(180_000);',
	"import { setImmediate as turn } from 'node:timers/promises';",
])('accepts %j', (text) => {
	expect(waits(text)).toBe(false);
});
