import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { CONTENT_SECURITY_POLICY } from './src/content-security-policy.ts';
import { SAMPLES } from './src/state/samples.ts';

const root = new URL('../../', import.meta.url);

/** Says in the built page that nothing leaves the origin. Not while developing, when Vite adds styles to the page. */
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

// Files that are fetched when they are asked for, by the address that they get beside the page.
const FETCHED: ReadonlyMap<string, URL> = new Map([
	...SAMPLES.map(({ file }) => [`samples/${file}`, new URL(`fixtures/recorded/${file}`, root)] as const),
	...['left', 'right'].map(
		(side) => [`hands/${side}.glb`, new URL(`packages/convert/hands/${side}.glb`, root)] as const,
	),
]);

/** Puts sample recordings and hand models beside the page. */
function bundleFetched(): Plugin {
	return {
		name: 'bundle-fetched',
		configureServer(server) {
			server.middlewares.use((request, response, next) => {
				const file = FETCHED.get(request.url?.slice(1) ?? '');
				if (file === undefined) next();
				else response.end(readFileSync(file));
			});
		},
		generateBundle() {
			for (const [fileName, file] of FETCHED) {
				this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
			}
		},
	};
}

const LICENSES: readonly (readonly [name: string, path: string])[] = [
	['handreel', 'LICENSE'],
	['Svelte', 'node_modules/svelte/LICENSE.md'],
	['three.js', 'node_modules/three/LICENSE'],
	['uPlot', 'node_modules/uplot/LICENSE'],
	['Hand models (WebXR input profiles)', 'packages/convert/hands/LICENSE.md'],
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
	plugins: [svelte(), sealPage(), bundleFetched(), collectLicenses()],
	resolve: { conditions: ['@handreel/source', ...defaultClientConditions] },
	worker: { format: 'es' },
	build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
});
