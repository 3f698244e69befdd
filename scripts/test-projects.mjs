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
 * compiler are long tests. The rest are unit tests. The slowest come first.
 */
const LONG = [
	'diagnose/truncation',
	'restore-w-variants',
	'anim/anim',
	'front/decode-recording',
	'optimize-bytes',
	'optimize-recording',
	'reel/round-trip',
	'simd-sampler',
	'front/encode-recording',
	'diagnose/golden',
	'perform/performer',
	'record/golden',
	'gltf/round-trip',
	'restore-w',
	'gltf/play',
	'server/slow-viewer',
	'sample/playback',
	'gltf/valid',
	'truncation',
	'fuzz',
	'open-query',
	'update-catalog',
	'sample/golden',
	'merge-parts',
	'core/test/guards/globals',
].map(toPath);

/** How the paths of slow tests end. The slowest of each project come first. */
export const SLOW_TESTS = [
	...LONG,
	...[
		'fixture/fixture',
		'test/site',
		'commands/replay',
		'studio/test/goldens',
		'studio/test/export',
		'studio/test/session',
		'studio/test/studio',
		'replay/repeat',
		'studio/test/editing',
		'queue/faults',
		'commands/help',
		'test/code-blocks',
		'commands/queue',
		'control/control',
		'sample/heap',
		'commands/convert',
	].map(toPath),
];

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

/** @param {string} name */
function toPath(name) {
	return `/${name}.test.ts`;
}
