import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@handreel/source'];

export default defineConfig({
	resolve: { conditions },
	ssr: { resolve: { conditions } },
	test: {
		include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'scripts/**/*.test.ts'],
		globalSetup: ['scripts/vitest-setup.ts'],
		testTimeout: 60_000,
		// Vitest would leave one core for watching; nobody watches here.
		maxWorkers: availableParallelism(),
	},
});
