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
	close(): Promise<void>;
}

/** Builds the site for a path on its host, and serves it. */
export async function buildSite(base: string): Promise<BuiltSite> {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-site-'));
	const script = join(root, 'docs', 'scripts', 'build.ts');
	const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const args = [tsx, '--conditions=@handreel/source', script, '--base', base, '--out', folder];
	const { output, status } = await run(args);
	const host = await serveFolder(folder, base);
	const contexts: BrowserContext[] = [];
	const complaints: string[] = [];
	return {
		folder,
		output,
		status,
		listComplaints: () => [...complaints, ...host.missing.map((path) => `missing: ${path}`)],
		async open(path, options = {}) {
			const context = await openContext({ viewport: { width: 1280, height: 800 }, ...options });
			contexts.push(context);
			const page = await context.newPage();
			page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`));
			page.on('console', (message) => {
				if (['error', 'warning'].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text())) {
					complaints.push(`${path}: ${message.text()}`);
				}
			});
			page.on('request', (request) => {
				if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(host.origin)) {
					complaints.push(`${path}: request to ${request.url()}`);
				}
			});
			await page.goto(`${host.origin}${base}${path}`);
			// Keys and buttons do nothing before Vue has mounted the page.
			await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
			return page;
		},
		async close() {
			await Promise.all(contexts.map((context) => context.close()));
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
