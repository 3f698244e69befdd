// npm run wpt -- DIR [TEXT…]: runs the WebXR tests of a checkout of web-platform-tests with the WebXR runtime in Chromium.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../workspace.mjs';
import { bundleScript } from './bundle-script.ts';
import { checkExpectations, compareExpectations, type ExpectedFailure } from './expectations.ts';
import { checkCheckout, DEFAULT_FOLDERS, listTests, SCOPE } from './list-tests.ts';
import { printFailures, printSummary, printSurprises } from './print.ts';
import { countSubtests, type PageResult } from './results.ts';
import { runPages } from './run-pages.ts';
import { serveCheckout } from './serve-checkout.ts';

const USAGE = `usage: npm run wpt -- DIR [TEXT…]

  DIR     a checkout of web-platform-tests with the folders webxr, resources, interfaces and common
  TEXT    runs only tests whose path contains one of these
  --all   also runs folders without expectations, such as hit-test and layers
  --json  prints every result as JSON`;

const EXPECTED = join(root, 'scripts', 'wpt', 'expected-failures.json');

process.exitCode = await main();

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { all: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
	});
	const [given, ...texts] = positionals;
	if (given === undefined || values.help) {
		console.error(USAGE);
		return values.help ? 0 : 2;
	}
	const checkout = resolve(process.env['INIT_CWD'] ?? '.', given);
	try {
		checkCheckout(checkout);
	} catch (error) {
		console.error((error as Error).message);
		return 2;
	}
	const all = listTests(checkout);
	const expected = JSON.parse(readFileSync(EXPECTED, 'utf8')) as readonly ExpectedFailure[];
	const mistakes = checkExpectations(
		expected,
		all.map(({ file }) => file),
	);
	const tests = all.filter(
		({ file, folder }) =>
			(values.all || DEFAULT_FOLDERS.includes(folder)) &&
			(texts.length === 0 || texts.some((text) => file.includes(text))),
	);
	if (tests.length === 0) {
		console.error(
			`no test in ${DEFAULT_FOLDERS.join(', ')} contains ${texts.join(' or ')}; --all looks in other folders`,
		);
		return 2;
	}
	const server = await serveCheckout(checkout);
	let pages: PageResult[];
	try {
		pages = await runPages(tests, server, await bundleScript(), 2, printFailures);
	} finally {
		server.close();
	}
	if (values.json) console.log(JSON.stringify(pages));
	const judged = pages.filter(({ folder }) => DEFAULT_FOLDERS.includes(folder));
	const surprises = compareExpectations(judged, expected);
	for (const mistake of mistakes) console.log(`expected-failures.json: ${mistake}`);
	printSurprises(surprises);
	printSummary(pages);
	const { passed, total } = countSubtests(pages.filter(({ folder }) => SCOPE.includes(folder)));
	console.log(`handreel ${passed} of ${total} subtests`);
	return surprises.length + mistakes.length > 0 || total === 0 ? 1 : 0;
}
