import { defineConfig } from 'tsdown';

export default defineConfig({
	entry: [
		'src/index.ts',
		'src/edit.ts',
		'src/measure.ts',
		'src/record.ts',
		'src/perform.ts',
		'src/play.ts',
		'src/diagnose.ts',
		'src/reel.ts',
		'src/simd.ts',
		'src/internal.ts',
	],
	platform: 'neutral',
	target: 'es2023',
	dts: true,
	sourcemap: true,
	// The package contains the sources.
	outputOptions: { sourcemapExcludeSources: true },
	fixedExtension: false,
	clean: true,
});
