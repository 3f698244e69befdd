import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

// The three.js inside A-Frame.
const alias = { three: fileURLToPath(new URL('src/three.ts', import.meta.url)) };
const shared = { target: 'es2023', fixedExtension: false } as const;

export default defineConfig([
	{
		...shared,
		entry: ['src/index.ts'],
		alias,
		platform: 'neutral',
		dts: false,
		sourcemap: true,
		// The package contains the sources.
		outputOptions: { sourcemapExcludeSources: true },
		deps: { alwaysBundle: [/^@handreel\/three/] },
		clean: true,
	},
	// The types, without the alias: they name three.js itself.
	{ ...shared, entry: ['src/index.ts'], platform: 'neutral', dts: { emitDtsOnly: true }, clean: false },
	// A script with everything in it, for pages without modules.
	{
		...shared,
		alias,
		entry: { 'handreel-aframe': 'src/script.ts' },
		platform: 'browser',
		format: 'iife',
		minify: true,
		dts: false,
		clean: false,
		deps: { alwaysBundle: [/^@handreel\//] },
		outputOptions: { entryFileNames: 'handreel-aframe.js' },
		copy: [{ from: '../convert/hands', to: 'dist' }],
	},
]);
