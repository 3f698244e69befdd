import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';

const BUILT_IN = [
	/^@handreel\/core/,
	/^@handreel\/convert/,
	'@handreel/playwright/page',
	/^@handreel\/studio/,
	'@handreel/text',
	'commander',
];

// What nearly every command needs to read a file and to say something about it, in one file.
const READING =
	/\/(core\/src\/(issue|model|bytes|codec)|convert\/src\/front\/formats|text\/src|cli\/src\/(files|print|formats\/(find-format|list-inputs)|commands\/info))\b/;

const common: UserConfig = {
	platform: 'node',
	target: 'node20',
	// What counts is how fast the command starts: CommonJS loads faster than ES modules, one folder faster than a tree of
	// packages. Core, converters and commander are built in. Piscina and Playwright stay outside: they start their own files.
	format: 'cjs',
	minify: true,
	alias: { 'node:child_process': fileURLToPath(new URL('no-child-process.ts', import.meta.url)) },
	deps: { alwaysBundle: BUILT_IN, onlyBundle: BUILT_IN },
	// From its modules, core comes apart into what each command needs.
	inputOptions: { resolve: { conditionNames: ['@handreel/source', 'import', 'node', 'default'] } },
	dts: false,
};

export default defineConfig([
	{
		...common,
		entry: { main: 'src/main.ts' },
		outputOptions: { codeSplitting: { groups: [{ name: 'reading', test: READING }] } },
		copy: [
			{ from: '../../node_modules/commander/LICENSE', to: 'dist', rename: 'LICENSE-commander.txt' },
			{ from: '../../node_modules/mediabunny/LICENSE', to: 'dist', rename: 'LICENSE-mediabunny.txt' },
			{ from: '../convert/hands', to: 'dist' },
			{ from: '../webxr/dist/inject.js', to: 'dist' },
			{ from: '../../apps/studio/dist', to: 'dist', rename: 'studio' },
		],
		clean: true,
	},
	// What threads run, built apart: a chunk in common could be the command itself.
	{
		...common,
		entry: { worker: 'src/worker.ts' },
		outputOptions: { chunkFileNames: 'worker-[name]-[hash].cjs' },
		clean: false,
	},
	// What the page that encodes videos runs.
	{
		entry: { 'encode-in-page': 'src/replay/encode-in-page.ts' },
		platform: 'browser',
		target: 'es2023',
		format: 'iife',
		minify: true,
		deps: { alwaysBundle: ['mediabunny'], onlyBundle: ['mediabunny'] },
		outputOptions: { entryFileNames: '[name].js' },
		dts: false,
		clean: false,
	},
]);
