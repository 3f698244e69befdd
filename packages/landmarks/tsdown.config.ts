import { defineConfig } from 'tsdown';

export default defineConfig({
	entry: ['src/index.ts'],
	platform: 'neutral',
	target: 'es2023',
	dts: true,
	sourcemap: true,
	// The package contains the sources.
	outputOptions: { sourcemapExcludeSources: true },
	fixedExtension: false,
	clean: true,
});
