import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { CONTENT_SECURITY_POLICY } from './src/content-security-policy.ts';
import { buildPlayerPage } from './src/share/build-player-page.ts';
import { PLAYER_PAGE } from './src/share/page-parts.ts';
import { SAMPLES } from './src/state/samples.ts';

const root = new URL('../../', import.meta.url);

/** Adds the content security policy to the built page. The dev server needs inline styles, so it has none. */
function sealPage(): Plugin {
	return {
		name: 'seal-page',
		apply: 'build',
		transformIndexHtml: () => [
			{
				tag: 'meta',
				attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY.join('; ') },
				injectTo: 'head-prepend',
			},
		],
	};
}

/** Recordings of MRTK by their address relative to the page. */
const SAMPLE_FILES: ReadonlyMap<string, URL> = new Map(
	SAMPLES.map(({ file }) => [`samples/${file}`, new URL(`fixtures/recorded/${file}`, root)] as const),
);

/** Performed samples: in the built page, the code that names them brings them along. */
const PERFORMED = new URL('packages/samples/recordings/', root);

/** Adds the sample recordings to the page. */
function bundleSamples(): Plugin {
	return {
		name: 'bundle-samples',
		configureServer(server) {
			server.middlewares.use((request, response, next) => {
				const [, reel] = /^\/samples\/([\w-]+\.reel)$/.exec(request.url ?? '') ?? [];
				const file = reel === undefined ? SAMPLE_FILES.get(request.url?.slice(1) ?? '') : new URL(reel, PERFORMED);
				if (file === undefined) next();
				else response.end(readFileSync(file));
			});
		},
		generateBundle() {
			for (const [fileName, file] of SAMPLE_FILES) {
				this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
			}
		},
	};
}

const CONDITIONS = ['@handreel/source', ...defaultClientConditions];

/** Adds the page that the studio puts recordings into, to share them. */
function addPlayerPage(): Plugin {
	return {
		name: 'add-player-page',
		configureServer(server) {
			server.middlewares.use(async (request, response, next) => {
				if (request.url === `/${PLAYER_PAGE}`) response.end(await buildPlayerPage(CONDITIONS));
				else next();
			});
		},
		async generateBundle() {
			this.emitFile({ type: 'asset', fileName: PLAYER_PAGE, source: await buildPlayerPage(CONDITIONS) });
		},
	};
}

/** Writes the version and all files of the page into the service worker, which makes them available offline. */
function listOfflineFiles(): Plugin {
	return {
		name: 'list-offline-files',
		apply: 'build',
		writeBundle({ dir = '' }) {
			const worker = join(dir, 'sw.js');
			const files = readdirSync(dir, { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile())
				.map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
				.filter((name) => !['index.html', 'sw.js', 'LICENSES.txt'].includes(name))
				.sort();
			const hash = createHash('sha256');
			for (const name of ['index.html', ...files]) hash.update(name).update(readFileSync(join(dir, name)));
			const list = JSON.stringify({ version: hash.digest('hex').slice(0, 12), files: ['./', ...files] });
			const source = readFileSync(worker, 'utf8');
			if (!source.includes('%FILES%')) throw new Error('sw.js has no place for the list of files');
			writeFileSync(worker, source.replace('%FILES%', list));
		},
	};
}

const LICENSES: readonly (readonly [name: string, path: string])[] = [
	['handreel', 'LICENSE'],
	['Svelte', 'node_modules/svelte/LICENSE.md'],
	['three.js', 'node_modules/three/LICENSE'],
	['uPlot', 'node_modules/uplot/LICENSE'],
	['Mediabunny (source code: https://www.npmjs.com/package/mediabunny)', 'node_modules/mediabunny/LICENSE'],
	['gifenc', 'node_modules/gifenc/LICENSE.md'],
	['Hand models (WebXR input profiles)', 'packages/hands/hands/LICENSE.md'],
	['Inter', 'node_modules/@fontsource-variable/inter/LICENSE'],
	['JetBrains Mono', 'node_modules/@fontsource/jetbrains-mono/LICENSE'],
];

/** Adds the licenses of all bundled code and assets to the page. */
function collectLicenses(): Plugin {
	return {
		name: 'collect-licenses',
		generateBundle() {
			const texts = LICENSES.map(([name, path]) => `${name}\n\n${readFileSync(new URL(path, root), 'utf8').trim()}\n`);
			this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: texts.join(`\n${'-'.repeat(72)}\n\n`) });
		},
	};
}

/** Everything that a page or a worker needs at its start is one file: many small files take longer. */
const START = { tags: ['$initial' as const], test: (id: string) => !id.endsWith('/service-worker.ts') };

export default defineConfig({
	root: fileURLToPath(new URL('.', import.meta.url)),
	// A relative base lets any static host serve the folder below any path.
	base: './',
	plugins: [svelte(), sealPage(), bundleSamples(), addPlayerPage(), collectLicenses(), listOfflineFiles()],
	resolve: { conditions: CONDITIONS },
	worker: {
		format: 'es',
		rolldownOptions: { output: { codeSplitting: { groups: [{ ...START, name: 'reader' }] } } },
	},
	build: {
		target: 'es2022',
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		chunkSizeWarningLimit: 900,
		rolldownOptions: {
			input: { index: 'index.html', sw: 'src/service-worker.ts' },
			output: {
				codeSplitting: { groups: [{ ...START, name: 'page' }] },
				// A service worker controls the folder that it is in.
				// Links name samples, so their addresses must not change.
				assetFileNames: ({ names: [name = ''] }) =>
					name.endsWith('.reel') ? 'samples/[name][extname]' : 'assets/[name]-[hash][extname]',
				entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
			},
		},
	},
});
