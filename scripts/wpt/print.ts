import type { Surprise } from './expectations.ts';
import { countSubtests, type PageResult } from './results.ts';

/** Prints the failures of a page; a line for a page without failures. */
export function printFailures({ file, subtests, problem }: PageResult): void {
	const failures = subtests.filter(({ isPassed }) => !isPassed);
	const isFine = failures.length === 0 && problem === null;
	console.log(`${isFine ? 'ok  ' : 'FAIL'} ${file}: ${subtests.length - failures.length} of ${subtests.length}`);
	if (problem !== null) console.log(`     ${problem}`);
	for (const { name, message } of failures)
		console.log(`     ${name}\n       ${message.replaceAll('\n', '\n       ')}`);
}

/** Prints the results that differ from the list of expected failures. */
export function printSurprises(surprises: readonly Surprise[]): void {
	if (surprises.length === 0) return;
	console.log(`\n${surprises.length} results differ from expected-failures.json:`);
	for (const { file, subtest, problem } of surprises) console.log(`  ${problem}: ${file}: ${subtest}`);
}

/** Prints how many subtests passed per folder. */
export function printSummary(pages: readonly PageResult[]): void {
	const folders = [...new Set(pages.map(({ folder }) => folder))].sort();
	console.log('');
	for (const name of folders) {
		const { passed, total } = countSubtests(pages.filter(({ folder }) => folder === name));
		console.log(`${name.padEnd(20)} ${String(passed).padStart(4)} of ${total}`);
	}
}
