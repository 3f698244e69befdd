import { defineConfig } from 'tsdown';

export default defineConfig({
	entry: ['src/main.ts'],
	platform: 'node',
	target: 'node20',
	// One folder without dependencies starts faster than a tree of packages: core and commander are built in.
	deps: { alwaysBundle: ['@handreel/core', 'commander'], onlyBundle: ['@handreel/core', 'commander'] },
	dts: false,
	fixedExtension: false,
	copy: [{ from: '../../node_modules/commander/LICENSE', to: 'dist', rename: 'LICENSE-commander.txt' }],
	clean: true,
});
