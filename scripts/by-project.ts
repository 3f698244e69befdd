import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects with long files come first, so that none of these files is alone at the end. */
const ORDER = ['browser', 'command', 'long', 'memory', 'unit'];

/** Runs one project after the other, because files of a project share workers. Inside a project Vitest starts the longest files first. */
export class ByProject extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return ORDER.flatMap((name) => sorted.filter(({ project }) => project.name === name));
	}
}
