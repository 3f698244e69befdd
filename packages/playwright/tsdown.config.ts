import { defineConfig } from 'tsdown';

export default defineConfig([
	{
		entry: ['src/index.ts', 'src/page.ts', 'src/scene.ts'],
		platform: 'node',
		target: 'node20',
		dts: true,
		sourcemap: true,
		// The package contains the sources.
		outputOptions: { sourcemapExcludeSources: true },
		fixedExtension: false,
		clean: true,
	},
	// A script with everything in it, for pages that are not ours.
	{
		entry: { 'scene-probe': 'src/scene-probe.ts' },
		platform: 'browser',
		target: 'es2022',
		format: 'iife',
		minify: true,
		dts: false,
		clean: false,
		outputOptions: { entryFileNames: '[name].js' },
	},
]);
