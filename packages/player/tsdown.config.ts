import { defineConfig } from 'tsdown';
import { withoutWriting } from '../../scripts/without-writing.mjs';

export default defineConfig([
	{
		entry: ['src/index.ts'],
		platform: 'neutral',
		target: 'es2023',
		dts: true,
		sourcemap: true,
		// The package contains the sources.
		outputOptions: { sourcemapExcludeSources: true },
		fixedExtension: false,
		clean: true,
	},
	// Modules with everything in them, three.js too, for pages without a bundler. The hand models and the samples lie beside their folder.
	{
		entry: { 'standalone/handreel-player': 'src/index.ts' },
		plugins: [withoutWriting],
		platform: 'browser',
		target: 'es2023',
		format: 'esm',
		minify: true,
		dts: false,
		clean: false,
		fixedExtension: false,
		deps: { alwaysBundle: [/^@handreel\//, /^three/] },
		outputOptions: { chunkFileNames: 'standalone/[name]-[hash].js' },
		copy: ['../hands/hands', '../samples/recordings'].map((from) => ({ from, to: 'dist' })),
	},
]);
