import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SLOW_TESTS } from './test-projects.mjs';

/**
 * Starts the slowest test files of each project first, so that none of them is alone at the end. Vitest knows their times only from
 * earlier runs, and a new clone has none.
 */
export class SlowestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const projects = [...new Set(sorted.map(({ project }) => project))];
		return projects.flatMap((project) =>
			sorted.filter((file) => file.project === project).sort((a, b) => rankSlow(a.moduleId) - rankSlow(b.moduleId)),
		);
	}
}

/** The place in the list of slow tests; behind all of them for other tests. */
function rankSlow(path: string): number {
	const rank = SLOW_TESTS.findIndex((end) => path.replaceAll('\\', '/').endsWith(end));
	return rank === -1 ? SLOW_TESTS.length : rank;
}
