import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { SAMPLES } from './src/state/samples.ts';

const root = new URL('../../', import.meta.url);

// The same words as in packages/cli/src/view/serve.ts, which adds what a meta element cannot say.
const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self' blob:",
	"worker-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
].join('; ');

/** Says in the built page that nothing leaves the origin. Not while developing, when Vite adds styles to the page. */
function sealPage(): Plugin {
	return {
		name: 'seal-page',
		apply: 'build',
		transformIndexHtml: () => [
			{
				tag: 'meta',
				attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
				injectTo: 'head-prepend',
			},
		],
	};
}

/** Puts the recordings that the first page offers beside the page. */
function bundleSamples(): Plugin {
	const read = (file: string): Buffer => readFileSync(new URL(`fixtures/recorded/${file}`, root));
	return {
		name: 'bundle-samples',
		configureServer(server) {
			server.middlewares.use('/samples', (request, response, next) => {
				const sample = SAMPLES.find(({ file }) => request.url === `/${file}`);
				if (sample === undefined) next();
				else response.end(read(sample.file));
			});
		},
		generateBundle() {
			for (const { file } of SAMPLES) {
				this.emitFile({ type: 'asset', fileName: `samples/${file}`, source: read(file) });
			}
		},
	};
}

const LICENSES: readonly (readonly [name: string, path: string])[] = [
	['handreel', 'LICENSE'],
	['Svelte', 'node_modules/svelte/LICENSE.md'],
	['three.js', 'node_modules/three/LICENSE'],
	['uPlot', 'node_modules/uplot/LICENSE'],
	['Inter', 'node_modules/@fontsource-variable/inter/LICENSE'],
	['JetBrains Mono', 'node_modules/@fontsource/jetbrains-mono/LICENSE'],
];

/** Puts the licences of everything that is built in beside the page. */
function collectLicenses(): Plugin {
	return {
		name: 'collect-licenses',
		generateBundle() {
			const texts = LICENSES.map(([name, path]) => `${name}\n\n${readFileSync(new URL(path, root), 'utf8').trim()}\n`);
			this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: texts.join(`\n${'-'.repeat(72)}\n\n`) });
		},
	};
}

export default defineConfig({
	root: fileURLToPath(new URL('.', import.meta.url)),
	// Relative, so that the built folder works below any address.
	base: './',
	plugins: [svelte(), sealPage(), bundleSamples(), collectLicenses()],
	resolve: { conditions: ['@handreel/source', ...defaultClientConditions] },
	worker: { format: 'es' },
	build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
});
