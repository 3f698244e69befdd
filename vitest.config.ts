import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { bindImports } from './scripts/bind-imports.mjs';
import { ByProject } from './scripts/by-project.ts';
import { ALL_TESTS, matchTests, TEST_PROJECTS } from './scripts/test-projects.mjs';

const conditions = ['@handreel/source'];
const setupFiles = ['scripts/compare-typed-arrays.ts', 'scripts/refuse-processes.ts'];
// Set by `npm run check`.
const isQuick = Boolean(process.env['HANDREEL_QUICK']);
if (isQuick) setupFiles.push('scripts/limit-random-runs.ts');
/** Files share workers: the sources that they test have no state. */
const shared = { setupFiles, pool: 'threads', isolate: false } satisfies InlineConfig;
/**
 * The same with processes, which signals end together with the programs that they have started. They also wait for these programs, so
 * there is one more than the cores. Vitest wants groups of projects with the same number of workers.
 */
const sharedProcess = {
	globalSetup: ['scripts/vitest-setup.ts'],
	pool: 'forks',
	isolate: false,
	maxWorkers: availableParallelism() + 1,
	sequence: { groupOrder: 1 },
} satisfies InlineConfig;

export default defineConfig({
	plugins: [bindImports()],
	resolve: { conditions },
	ssr: { resolve: { conditions } },
	test: {
		testTimeout: 60_000,
		hookTimeout: 240_000,
		// A second, as by default, is too short for a busy machine.
		expect: { poll: { timeout: 60_000 } },
		// Modules that did not change are not transformed again.
		experimental: { fsModuleCache: isQuick },
		sequence: { sequencer: ByProject },
		// By default Vitest leaves a core free for watch mode.
		maxWorkers: availableParallelism(),
		// The suffix of a test file decides its project: scripts/test-projects.mjs.
		projects: [
			// No browser, no processes, no build. `npm run check` runs these.
			{
				extends: true,
				test: {
					...shared,
					name: 'unit',
					include: ALL_TESTS,
					exclude: ['**/node_modules/**', ...TEST_PROJECTS.flatMap(matchTests)],
				},
			},
			// Each file in a separate worker: code that other tests have run is compiled for more types, and boxes numbers.
			{ extends: true, test: { ...shared, name: 'memory', include: matchTests('memory'), isolate: true } },
			// As `unit`, with thousands of files or all recordings.
			{ extends: true, test: { ...shared, name: 'long', include: matchTests('long'), testTimeout: 240_000 } },
			// Tests that start processes, mostly the built command.
			{
				extends: true,
				test: { ...sharedProcess, name: 'command', include: matchTests('command'), testTimeout: 240_000 },
			},
			// Tests that open pages in Chromium.
			{
				extends: true,
				test: { ...sharedProcess, name: 'browser', include: matchTests('browser'), testTimeout: 240_000 },
			},
		],
	},
});
