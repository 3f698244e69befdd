import { defineConfig } from 'tsdown';

export default defineConfig({
	// Every format is an entry point.
	entry: ['src/*.ts', 'src/*/index.ts'],
	platform: 'neutral',
	target: 'es2023',
	dts: true,
	sourcemap: true,
	// The package contains the sources.
	outputOptions: { sourcemapExcludeSources: true },
	fixedExtension: false,
	clean: true,
});
