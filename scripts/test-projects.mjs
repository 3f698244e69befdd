// The name of a test file decides its Vitest project: `x.browser.test.ts` belongs to `browser`, `x.test.ts` to `unit`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** The projects. `npx vitest run --project unit` runs one of them. CONTRIBUTING.md describes them. */
export const TEST_PROJECTS = /** @type {const} */ (['unit', 'memory', 'long', 'command', 'browser']);

/** The patterns of the test files of all projects. */
export const ALL_TESTS = ['{packages,apps}/*/test/**/*.test.ts', '{scripts,docs/test}/**/*.test.ts'];

/**
 * The patterns of the test files of a project other than `unit`.
 * @param {string} project
 */
export function matchTests(project) {
	return ALL_TESTS.map((pattern) => pattern.replace(/\.test\.ts$/, `.${project}.test.ts`));
}

/**
 * The project of a test file.
 * @param {string} path
 */
export function findProject(path) {
	const [, suffix] = /\.(\w+)\.test\.ts$/.exec(path) ?? [];
	return TEST_PROJECTS.find((project) => project === suffix) ?? 'unit';
}

/** The test files, with paths from the root of the workspace. */
export function listTests() {
	const packages = ['packages', 'apps'].flatMap((group) =>
		readdirSync(join(root, group)).map((name) => `${group}/${name}/test`),
	);
	return ['scripts', 'docs/test', ...packages]
		.filter((folder) => existsSync(join(root, folder)))
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
				(name) => `${folder}/${name.replaceAll('\\', '/')}`,
			),
		)
		.filter((path) => path.endsWith('.test.ts'))
		.sort();
}
