import { defineConfig } from 'tsdown';

/** What modules share with the runtime, whose script runs before theirs. */
const KIT = 'handreel-kit';
const shareKit = {
	name: 'share-kit',
	resolveId: (id: string) => (id.endsWith('/module-kit.ts') ? { id: KIT, external: true } : null),
};

const shared = { platform: 'neutral', target: 'es2023', fixedExtension: false } as const;

export default defineConfig([
	{
		...shared,
		entry: [
			'src/index.ts',
			'src/iwer.ts',
			'src/layers.ts',
			'src/body.ts',
			'src/room.ts',
			'src/test-api.ts',
			'src/internal.ts',
		],
		dts: true,
		sourcemap: true,
		// The package contains the sources.
		outputOptions: { sourcemapExcludeSources: true },
		clean: true,
	},
	// Scripts with everything in them, for pages that are not ours.
	...['inject', 'inject-iwer', 'inject-modules', 'inject-test-api', 'record'].map((name) => ({
		...shared,
		entry: { [name]: `src/${name}.ts` },
		platform: 'browser' as const,
		format: 'iife' as const,
		minify: true,
		dts: false,
		clean: false,
		deps: { alwaysBundle: [/^@handreel\/core/] },
		...(name === 'inject-modules' && { plugins: [shareKit] }),
		outputOptions: { entryFileNames: `${name}.js`, globals: { [KIT]: 'handreel.kit' } },
	})),
]);
