import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openContext } from '../../../scripts/test-browser.ts';
import { root } from '../../../scripts/workspace.mjs';
import { serveFolder } from './serve-folder.ts';

/** The built site in a real browser. */
export interface BuiltSite {
	readonly folder: string;
	/** What the build printed. */
	readonly output: string;
	readonly status: number | null;
	/** Errors and warnings of all pages so far, and requests that failed or went to other hosts. */
	listComplaints(): string[];
	/** Opens a page, given by its path in the site. */
	open(path: string, options?: BrowserContextOptions): Promise<Page>;
	/** Opens pages one after the other in the same tab. */
	openEach(paths: readonly string[], options?: BrowserContextOptions): AsyncGenerator<{ path: string; page: Page }>;
	/** Closes all pages, which may otherwise keep drawing. */
	closePages(): Promise<void>;
	close(): Promise<void>;
}

/** Builds the site for a path on its host, and serves it. */
export async function buildSite(base: string): Promise<BuiltSite> {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-site-'));
	const script = join(root, 'docs', 'scripts', 'build.ts');
	// As `npm run docs:build` does. What is loaded before tsx is not searched for TypeScript.
	const loaded = ['vite', 'vitepress', 'typedoc', 'tsx'].flatMap((name) => ['--import', name]);
	const args = ['--conditions=@handreel/source', ...loaded, script, '--base', base, '--out', folder];
	const { output, status } = await run(args);
	const host = await serveFolder(folder, base);
	/** By their options. What pages share comes from the cache of their context. */
	const contexts = new Map<string, BrowserContext>();
	const complaints: string[] = [];
	const visit = async (page: Page, path: string): Promise<void> => {
		await page.goto(`${host.origin}${base}${path}`);
		// Keys and buttons do nothing before Vue has mounted the page.
		await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
	};
	const openTab = async (options: BrowserContextOptions): Promise<Page> => {
		const key = JSON.stringify(options);
		const context = contexts.get(key) ?? (await openContext({ viewport: { width: 1280, height: 800 }, ...options }));
		contexts.set(key, context);
		const page = await context.newPage();
		const complain = (text: string) => complaints.push(`${page.url()}: ${text}`);
		page.on('pageerror', (error) => complain(error.message));
		page.on('console', (message) => {
			if (['error', 'warning'].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text())) {
				complain(message.text());
			}
		});
		page.on('request', (request) => {
			if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(host.origin)) {
				complain(`request to ${request.url()}`);
			}
		});
		return page;
	};
	const closePages = async (): Promise<void> => {
		const pages = [...contexts.values()].flatMap((context) => context.pages());
		await Promise.all(pages.map((page) => page.close()));
	};
	return {
		folder,
		output,
		status,
		listComplaints: () => [...complaints, ...host.missing.map((path) => `missing: ${path}`)],
		async open(path, options = {}) {
			const page = await openTab(options);
			await visit(page, path);
			return page;
		},
		async *openEach(paths, options = {}) {
			const page = await openTab(options);
			for (const path of paths) {
				await visit(page, path);
				yield { path, page };
			}
		},
		closePages,
		async close() {
			await Promise.all([...contexts.values()].map((context) => context.close()));
			await host.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Not `spawnSync`: the test runner expects answers while the build runs. */
function run(args: readonly string[]): Promise<Pick<BuiltSite, 'output' | 'status'>> {
	return new Promise((done) => {
		const child = execFile(process.execPath, args, { cwd: root }, (_, stdout, stderr) =>
			done({ output: stdout + stderr, status: child.exitCode }),
		);
	});
}
