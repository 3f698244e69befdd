import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { renderForSearch } from './render-for-search.ts';
import { serveBuilt } from './serve-built.ts';
import { createSidebar } from './sidebar.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const DESCRIPTION = 'Record hands, head and gaze in XR. Replay, test, edit and convert the recordings in TypeScript.';

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default defineConfig({
	title: 'handreel',
	description: DESCRIPTION,
	lang: 'en-US',
	srcDir: 'pages',
	outDir: 'dist',
	cacheDir: '.cache',
	// Static hosts serve `page.html` for `page` in different ways; links with the extension work on all of them.
	cleanUrls: false,
	// The studio is not a page of VitePress; scripts/check-links.ts checks links to it in the built site.
	ignoreDeadLinks: [/\/studio\/$/],
	lastUpdated: false,
	markdown: {
		theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
		config: (md) => {
			// Wide tables scroll; the keyboard must reach them.
			md.renderer.rules['table_open'] = () => '<table tabindex="0">\n';
		},
	},
	transformHead: ({ siteData }) => [['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteData.base}icon.svg` }]],
	themeConfig: {
		logo: '/icon.svg',
		nav: [
			{ text: 'Guides', link: '/guide/getting-started', activeMatch: '^/guide/' },
			{ text: 'Concepts', link: '/concepts/spaces', activeMatch: '^/concepts/' },
			{ text: 'Reference', link: '/reference/command', activeMatch: '^/(reference|format)/' },
			{ text: 'Studio', link: '/studio/', target: '_self' },
		],
		sidebar: createSidebar(),
		outline: { level: [2, 3], label: 'On this page' },
		search: { provider: 'local', options: { _render: renderForSearch } },
		externalLinkIcon: true,
		docFooter: { prev: 'Previous', next: 'Next' },
		footer: {
			message: 'MIT license. handreel is not affiliated with Microsoft; MRTK (Mixed Reality Toolkit) is Microsoft’s.',
		},
	},
	vite: {
		plugins: [
			// Node runs this bundle once, to render the pages: finding unused code takes longer than running it.
			{
				name: 'keep-server-code',
				config: (_, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: { treeshake: false } } } : undefined),
			},
			serveBuilt('/studio', `${root}apps/studio/dist/`),
			serveBuilt('/examples', `${root}docs/.cache/examples/`),
		],
		publicDir: fileURLToPath(new URL('../public', import.meta.url)),
		resolve: { conditions: ['@handreel/source'] },
		ssr: { noExternal: [/^@handreel\//] },
		server: { fs: { allow: [root] } },
		// The server bundle keeps unused code.
		build: { chunkSizeWarningLimit: 3000 },
	},
});
