/** The result of a subtest. */
export interface SubtestResult {
	readonly name: string;
	readonly isPassed: boolean;
	readonly message: string;
}

/** The result of a test page. */
export interface PageResult {
	readonly file: string;
	readonly folder: string;
	readonly subtests: readonly SubtestResult[];
	/** Why the page did not run to its end; `null` if it did. */
	readonly problem: string | null;
}

/** What a page reports: the numbers are those of testharness.js. */
export interface PageReport {
	readonly results: readonly { readonly name: string; readonly status: number; readonly message: string | null }[];
	readonly status: number;
	readonly message: string | null;
}

const SUBTEST_STATUS = ['passed', 'failed', 'timed out', 'did not run', 'precondition failed'];
const HARNESS_STATUS = ['finished', 'harness error', 'harness timed out', 'precondition failed'];

/** Converts the report of a page. */
export function readReport(file: string, folder: string, { results, status, message }: PageReport): PageResult {
	return {
		file,
		folder,
		subtests: results.map((result) => ({
			name: result.name,
			isPassed: result.status === 0,
			message: result.message ?? SUBTEST_STATUS[result.status] ?? `status ${result.status}`,
		})),
		problem: status === 0 ? null : `${HARNESS_STATUS[status] ?? `status ${status}`}: ${message ?? 'no message'}`,
	};
}

/** How many subtests passed, of how many. */
export interface Count {
	readonly passed: number;
	readonly total: number;
}

/** Counts the subtests of pages. */
export function countSubtests(pages: readonly PageResult[]): Count {
	const subtests = pages.flatMap((page) => page.subtests);
	return { passed: subtests.filter(({ isPassed }) => isPassed).length, total: subtests.length };
}
