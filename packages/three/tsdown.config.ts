import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { withoutWriting } from '../../scripts/without-writing.mjs';

// The three.js inside A-Frame.
const alias = { three: fileURLToPath(new URL('src/aframe/three.ts', import.meta.url)) };
const shared = { target: 'es2023', fixedExtension: false } as const;
// The package contains the sources.
const outputOptions = { sourcemapExcludeSources: true };

export default defineConfig([
	{
		...shared,
		entry: ['src/index.ts', 'src/react.ts'],
		platform: 'neutral',
		dts: true,
		sourcemap: true,
		outputOptions,
		clean: true,
	},
	// The component decodes files. Only A-Frame's users need that code, so it is part of the component.
	{
		...shared,
		entry: ['src/aframe.ts'],
		alias,
		platform: 'neutral',
		dts: false,
		sourcemap: true,
		outputOptions: { ...outputOptions, chunkFileNames: 'aframe/[name]-[hash].js' },
		deps: { alwaysBundle: ['three', /^@handreel\/convert/] },
		plugins: [withoutWriting],
		clean: false,
	},
	// The types, without the alias: they name three.js itself.
	{ ...shared, entry: ['src/aframe.ts'], platform: 'neutral', dts: { emitDtsOnly: true }, clean: false },
	// A script with everything in it, for pages without modules.
	{
		...shared,
		alias,
		entry: { 'handreel-aframe': 'src/aframe-script.ts' },
		plugins: [withoutWriting],
		platform: 'browser',
		format: 'iife',
		minify: true,
		dts: false,
		clean: false,
		deps: { alwaysBundle: ['three', /^@handreel\//] },
		// Without strictExecutionOrder, rolldown 1.0.0-rc.17 never calls a module that only an `import()` needs, and drops the decoders.
		outputOptions: { entryFileNames: 'handreel-aframe.js', strictExecutionOrder: true },
		copy: [{ from: '../hands/hands', to: 'dist' }],
	},
]);
