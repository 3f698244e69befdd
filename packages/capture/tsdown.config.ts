import { defineConfig } from 'tsdown';

const shared = { target: 'es2023', fixedExtension: false } as const;

export default defineConfig([
	{
		...shared,
		entry: ['src/index.ts'],
		platform: 'node',
		dts: true,
		sourcemap: true,
		// The package contains the sources.
		outputOptions: { sourcemapExcludeSources: true },
		clean: true,
		copy: [{ from: 'src/page/page.css', to: 'dist' }],
	},
	{
		...shared,
		entry: ['src/client.ts'],
		platform: 'neutral',
		dts: true,
		sourcemap: true,
		outputOptions: { sourcemapExcludeSources: true },
		clean: false,
	},
	// The page in the headset, and the recorder for other pages, with everything in them.
	...['page', 'record'].map((name) => ({
		...shared,
		entry: { [name]: `src/${name}.ts` },
		platform: 'browser' as const,
		format: 'iife' as const,
		minify: true,
		dts: false,
		clean: false,
		deps: { alwaysBundle: [/^@handreel\//, 'three'] },
		outputOptions: { entryFileNames: `${name}.js` },
	})),
]);
