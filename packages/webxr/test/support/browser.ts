import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { ReplayOptions } from '@handreel/webxr';
import type { IwerReplayOptions } from '@handreel/webxr/iwer';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../../scripts/browser.mjs';
import { root } from '../../../../scripts/workspace.mjs';

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.mjs': 'text/javascript',
	'.json': 'application/json',
};
const FLAGS = [
	'--no-sandbox',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
const IWER = join(root, 'node_modules', 'iwer', 'build', 'iwer.min.js');
const DIST = join(root, 'packages', 'webxr', 'dist');

/** A page to open. */
export interface PageRequest {
	/** A file under the root of the workspace. Default: an empty page with a canvas. */
	readonly url?: string;
	/** A recording under the root of the workspace. */
	readonly recording?: string;
	readonly options?: ReplayOptions | IwerReplayOptions;
	/** What the page has for WebXR. Default: the runtime of our own. */
	readonly runtime?: 'own' | 'iwer';
	/** Scripts of the built package that run after the runtime. */
	readonly scripts?: readonly string[];
	/** Runs in the page before its scripts: stands on its own. */
	readonly prepare?: () => void;
}

/** A Chromium and a server of the workspace's files. Nothing else can be reached. */
export class TestBrowser {
	readonly #context: BrowserContext;
	readonly #server: Server;
	readonly #origin: string;
	/** Requests that were refused. */
	readonly refused: string[] = [];

	private constructor(context: BrowserContext, server: Server) {
		this.#context = context;
		this.#server = server;
		this.#origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	}

	static async launch(): Promise<TestBrowser> {
		const executablePath = findChromium();
		if (executablePath === null) throw new Error('no Chromium: npm test installs it, or set HANDREEL_CHROMIUM');
		const browser = await chromium.launch({ executablePath, args: FLAGS });
		const server = createServer((request, response) => {
			const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
			try {
				const body = path === '/' ? '<!doctype html><canvas></canvas>' : readFileSync(join(root, path));
				response.setHeader('content-type', TYPES[extname(path)] ?? (path === '/' ? 'text/html' : 'text/plain'));
				response.end(body);
			} catch {
				response.statusCode = 404;
				response.end();
			}
		});
		await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
		return new TestBrowser(await browser.newContext({ viewport: { width: 160, height: 120 } }), server);
	}

	/** Opens a page with the runtime in it. */
	async open({ url = '/', recording, options = {}, runtime, scripts = [], prepare }: PageRequest): Promise<Page> {
		const page = await this.#context.newPage();
		await page.route(
			({ hostname }) => hostname !== 'localhost',
			(route) => {
				this.refused.push(route.request().url());
				return route.abort();
			},
		);
		if (runtime === 'iwer') await page.addInitScript({ path: IWER });
		await page.addInitScript({ path: join(DIST, runtime === 'iwer' ? 'inject-iwer.js' : 'inject.js') });
		if (prepare !== undefined) await page.addInitScript(prepare);
		const file = recording ?? 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
		const base64 = readFileSync(join(root, file)).toString('base64');
		await page.addInitScript(`handreel.install('${base64}', ${JSON.stringify(options)})`);
		for (const name of scripts) await page.addInitScript({ path: join(DIST, name) });
		await page.goto(this.#origin + url);
		return page;
	}

	async close(): Promise<void> {
		await this.#context.browser()?.close();
		this.#server.close();
	}
}
