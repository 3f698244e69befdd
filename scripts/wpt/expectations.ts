import type { PageResult } from './results.ts';

/** Subtests of a page that are expected to fail, for one reason. */
export interface ExpectedFailure {
	/** The file of the test, such as `webxr/xrView_eyes.https.html`. */
	readonly file: string;
	readonly subtests: readonly string[];
	readonly reason: string;
}

/** A result that differs from the list of expected failures. */
export interface Surprise {
	readonly file: string;
	readonly subtest: string;
	readonly problem: 'unexpected failure' | 'unexpected pass' | 'not run';
}

/** The name for the page itself: it did not run to its end. */
export const PAGE = '(page)';

/** Compares results with the list. Entries for pages that did not run are ignored. */
export function compareExpectations(
	pages: readonly PageResult[],
	expected: readonly ExpectedFailure[],
): readonly Surprise[] {
	const surprises: Surprise[] = [];
	for (const { file, subtests, problem } of pages) {
		const names = new Set(expected.filter((entry) => entry.file === file).flatMap((entry) => entry.subtests));
		const results = new Map(subtests.map(({ name, isPassed }) => [name, isPassed]));
		results.set(PAGE, problem === null);
		for (const [subtest, isPassed] of results) {
			if (isPassed && names.has(subtest)) surprises.push({ file, subtest, problem: 'unexpected pass' });
			if (!isPassed && !names.has(subtest)) surprises.push({ file, subtest, problem: 'unexpected failure' });
		}
		for (const subtest of names) if (!results.has(subtest)) surprises.push({ file, subtest, problem: 'not run' });
	}
	return surprises;
}

/** Checks the list itself. Returns a sentence per mistake. */
export function checkExpectations(expected: readonly ExpectedFailure[], files: readonly string[]): string[] {
	const problems: string[] = [];
	for (const { file, subtests, reason } of expected) {
		if (!files.includes(file)) problems.push(`${file}: the checkout has no such test`);
		if (subtests.length === 0) problems.push(`${file}: lists no subtests`);
		if (reason.trim() === '') problems.push(`${file}: has no reason`);
	}
	return problems;
}
