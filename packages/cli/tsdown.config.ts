import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';

const BUILT_IN = [
	'@handreel/capture',
	/^@handreel\/core/,
	/^@handreel\/convert/,
	/^@handreel\/corpus/,
	'@handreel/hands',
	'@handreel/landmarks',
	/^@handreel\/node/,
	/^@handreel\/playwright\/(page|scene)$/,
	'@handreel/plot',
	'@handreel/queue',
	'@handreel/samples',
	/^@handreel\/studio/,
	'@handreel/text',
	/^@handreel\/webxr/,
	'commander',
];

// The code that help needs: the parser of arguments and everything else are loaded by commands.
const STARTING =
	/[\\/]cli[\\/]src[\\/](print[\\/](output|style|escape-text)|commands[\\/](table|overview))\b|[\\/]text[\\/]src[\\/]numbers\b/;

// The code that nearly every command needs, in a single file. Paths have backslashes on Windows.
const READING =
	/[\\/](core[\\/]src[\\/](issue|model|bytes|codec)|convert[\\/]src[\\/](front[\\/]formats|common[\\/](format|head|inspect-text|merge)|handsbin[\\/]is-capture|frames[\\/](columns|options)|\w+[\\/](format|options))|text[\\/]src|node[\\/]src|cli[\\/]src[\\/](files|print|formats[\\/](find-format|list-inputs)|commands[\\/](info|command-entry)))\b/;

const common: UserConfig = {
	platform: 'node',
	target: 'node20',
	// For a fast start: CommonJS loads faster than ES modules, and a single folder faster than a tree of packages. Core,
	// converters and commander are bundled. Piscina, Playwright and resvg are not, because they load their own files, nor
	// are the libraries of `capture`, which no other command needs.
	format: 'cjs',
	minify: true,
	alias: { 'node:child_process': fileURLToPath(new URL('no-child-process.ts', import.meta.url)) },
	deps: { alwaysBundle: BUILT_IN, onlyBundle: BUILT_IN },
	// Bundles the sources of the packages, so that each command loads only the modules it needs.
	inputOptions: { resolve: { conditionNames: ['@handreel/source', 'import', 'node', 'default'] } },
	dts: false,
};

export default defineConfig([
	{
		...common,
		entry: { main: 'src/main.ts' },
		outputOptions: {
			codeSplitting: {
				groups: [
					{ name: 'starting', test: STARTING, priority: 2 },
					{ name: 'reading', test: READING, priority: 1 },
				],
			},
		},
		copy: [
			{ from: '../../node_modules/commander/LICENSE', to: 'dist', rename: 'LICENSE-commander.txt' },
			{ from: '../../node_modules/mediabunny/LICENSE', to: 'dist', rename: 'LICENSE-mediabunny.txt' },
			{
				from: '../../node_modules/@fontsource/jetbrains-mono/LICENSE',
				to: 'dist',
				rename: 'LICENSE-jetbrains-mono.txt',
			},
			{
				from: '../../node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff',
				to: 'dist',
				rename: 'plot-font.woff',
			},
			{ from: '../hands/hands', to: 'dist' },
			{ from: '../samples/recordings', to: 'dist' },
			...['inject.js', 'inject-modules.js'].map((name) => ({ from: `../webxr/dist/${name}`, to: 'dist' })),
			{ from: '../playwright/dist/scene-probe.js', to: 'dist' },
			...['page.js', 'record.js', 'page.css'].map((name) => ({ from: `../capture/dist/${name}`, to: 'dist/capture' })),
			{ from: '../../apps/studio/dist', to: 'dist', rename: 'studio' },
		],
		clean: true,
	},
	// The code of threads, built separately: a shared chunk could contain the entry point of the command.
	{
		...common,
		entry: { worker: 'src/worker.ts' },
		outputOptions: { chunkFileNames: 'worker-[name]-[hash].cjs' },
		clean: false,
	},
	// The code of the pages that encode videos and find hands in them.
	...['replay/encode-in-page', 'video/track-in-page'].map(
		(path): UserConfig => ({
			entry: { [path.replace(/^.*\//, '')]: `src/${path}.ts` },
			platform: 'browser',
			target: 'es2023',
			format: 'iife',
			minify: true,
			deps: { alwaysBundle: ['mediabunny'], onlyBundle: ['mediabunny'] },
			outputOptions: { entryFileNames: '[name].js' },
			dts: false,
			clean: false,
		}),
	),
]);
