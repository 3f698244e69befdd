import { defineConfig } from 'tsdown';

const shared = { platform: 'neutral', target: 'es2023', fixedExtension: false } as const;

export default defineConfig([
	{ ...shared, entry: ['src/index.ts'], dts: true, sourcemap: true, clean: true },
	// One script with everything in it, for pages that are not ours: it only defines `handreel`.
	{
		...shared,
		entry: { inject: 'src/inject.ts' },
		platform: 'browser',
		format: 'iife',
		minify: true,
		dts: false,
		clean: false,
		deps: { alwaysBundle: ['@handreel/core'] },
		outputOptions: { entryFileNames: 'inject.js' },
	},
]);
