import { defineConfig } from 'tsdown';

export default defineConfig({
	entry: ['src/index.ts', 'src/internal.ts'],
	platform: 'node',
	target: 'node20',
	dts: true,
	sourcemap: true,
	// The package contains the sources.
	outputOptions: { sourcemapExcludeSources: true },
	fixedExtension: false,
	clean: true,
});
