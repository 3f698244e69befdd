import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

export default defineConfig({
	entry: ['src/main.ts'],
	platform: 'node',
	target: 'node20',
	// What counts is how fast the command starts: CommonJS loads faster than ES modules, one folder faster than a tree of
	// packages. Core and commander are built in.
	format: 'cjs',
	minify: true,
	alias: { 'node:child_process': fileURLToPath(new URL('no-child-process.ts', import.meta.url)) },
	deps: { alwaysBundle: ['@handreel/core', 'commander'], onlyBundle: ['@handreel/core', 'commander'] },
	dts: false,
	copy: [{ from: '../../node_modules/commander/LICENSE', to: 'dist', rename: 'LICENSE-commander.txt' }],
	clean: true,
});
