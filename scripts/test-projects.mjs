// Sorts the test files into the Vitest projects. The imports of a test decide, so that moving or renaming it changes nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './workspace.mjs';

/**
 * The projects. `npx vitest run --project unit` runs one of them.
 * @typedef {'unit' | 'memory' | 'long' | 'command' | 'browser'} TestProject
 */

/** A test that imports Playwright or finds Chromium, itself or through a helper, is a browser test. */
const BROWSER = /from '(playwright-core|@playwright\/test|[./]+\/scripts\/browser\.mjs)'/;

/** Of the other tests, those that start a process or use built files are command tests. */
const COMMAND = /from 'node:child_process'|(?<!from '[^']*)\bdist['/]/;

/** Of the other tests, those that count allocations are memory tests. */
const MEMORY = /from 'node:inspector\/promises'/;

/**
 * Of the other tests, those that try thousands of files, all recordings in all ways, whole catalogs, long recordings, or the
 * compiler are long tests. The rest are unit tests.
 */
const LONG = [
	'truncation',
	'fuzz',
	'anim/anim',
	'core/test/guards/globals',
	'diagnose/golden',
	'front/decode-recording',
	'front/encode-recording',
	'gltf/play',
	'gltf/round-trip',
	'gltf/valid',
	'merge-parts',
	'open-query',
	'optimize-bytes',
	'optimize-recording',
	'perform/performer',
	'record/golden',
	'reel/round-trip',
	'restore-w',
	'restore-w-variants',
	'sample/golden',
	'sample/playback',
	'server/slow-viewer',
	'simd-sampler',
	'update-catalog',
].map((name) => `/${name}.test.ts`);

/**
 * All test files by project, with paths from the root of the workspace.
 * @returns {Record<TestProject, string[]>}
 */
export function sortTests() {
	/** @type {Record<TestProject, string[]>} */
	const tests = { unit: [], memory: [], long: [], command: [], browser: [] };
	for (const path of listTests()) tests[findProject(path)].push(path);
	return tests;
}

/**
 * @param {string} path
 * @returns {TestProject}
 */
function findProject(path) {
	const texts = [...collectFiles(join(root, path))].map((file) => readFileSync(file, 'utf8'));
	if (texts.some((text) => BROWSER.test(text))) return 'browser';
	if (texts.some((text) => COMMAND.test(text))) return 'command';
	if (texts.some((text) => MEMORY.test(text))) return 'memory';
	return LONG.some((name) => path.endsWith(name)) ? 'long' : 'unit';
}

/** A test and the helpers that it imports from test folders and from scripts. Imports of sources do not count. */
function collectFiles(path, found = new Set()) {
	found.add(path);
	for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)) {
		const file = join(dirname(path), target);
		if (/[\\/](test|scripts)[\\/]/.test(file) && existsSync(file) && !found.has(file)) collectFiles(file, found);
	}
	return found;
}

/** @returns {string[]} */
function listTests() {
	const packages = ['packages', 'apps'].flatMap((group) =>
		readdirSync(join(root, group)).map((name) => join(group, name)),
	);
	return ['scripts', join('docs', 'test'), ...packages.map((folder) => join(folder, 'test'))]
		.filter((folder) => existsSync(join(root, folder)))
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
		)
		.filter((path) => path.endsWith('.test.ts'))
		.map((path) => relative(root, join(root, path)).replaceAll('\\', '/'))
		.sort();
}
