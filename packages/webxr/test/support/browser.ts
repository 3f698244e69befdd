import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, posix } from 'node:path';
import type { ReplayOptions } from '@handreel/webxr';
import type { IwerReplayOptions } from '@handreel/webxr/iwer';
import { type BrowserContext, chromium, type Disposable, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, openContext, requireChromium } from '../../../../scripts/test-browser.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { MODULE_OPTIONS, type PageOptions } from '../../src/page/page-options.ts';

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.mjs': 'text/javascript',
	'.json': 'application/json',
};
const IWER = join(root, 'node_modules', 'iwer', 'build', 'iwer.min.js');
const DIST = join(root, 'packages', 'webxr', 'dist');

/** A page to open. */
export interface PageRequest {
	/** A file under the root of the workspace. Default: an empty page with a canvas. */
	readonly url?: string;
	/** A recording: a file under the root of the workspace, or bytes. */
	readonly recording?: string | Uint8Array;
	readonly options?: ReplayOptions | IwerReplayOptions;
	/** The WebXR implementation of the page. Default `'own'`. */
	readonly runtime?: 'own' | 'iwer';
	/** Scripts of the built package that run after the runtime. */
	readonly scripts?: readonly string[];
	/** Runs in the page before its scripts. It must not use variables of its module. */
	readonly prepare?: () => void;
}

/** Serves the files of the workspace. */
export async function serveWorkspace(): Promise<Server> {
	const server = createServer((request, response) => {
		const path = posix.normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
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
	return server;
}

/** Chromium, and a server of the workspace's files. Other servers cannot be reached. */
export class TestBrowser {
	readonly #context: BrowserContext;
	readonly #server: Server;
	readonly #process: ChildProcess | null;
	/** The scripts that run in pages before their own. */
	readonly #scripts: WeakMap<Page, readonly Disposable[]> = new WeakMap();
	/** Requests that were refused. */
	readonly refused: string[] = [];

	private constructor(context: BrowserContext, server: Server, child: ChildProcess | null = null) {
		this.#context = context;
		this.#server = server;
		this.#process = child;
	}

	/** Opens a context in the browser that tests share. */
	static async launch(): Promise<TestBrowser> {
		const context = await openContext({ viewport: { width: 160, height: 120 } });
		return new TestBrowser(context, await serveWorkspace());
	}

	/** Launches a browser that keeps its storage in a folder and that can be killed. */
	static async launchFrom(folder: string, server: Server): Promise<TestBrowser> {
		const args = [
			'--headless',
			'--remote-debugging-port=0',
			`--user-data-dir=${folder}`,
			...CHROMIUM_ARGUMENTS,
			'about:blank',
		];
		const child = spawn(requireChromium(), args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
		const address = await new Promise<string>((resolve, reject) => {
			let text = '';
			child.stderr.on('data', (data: Buffer) => {
				text += data.toString();
				const [, found] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
				if (found !== undefined) resolve(found);
			});
			child.on('exit', () => reject(new Error(`Chromium has not started: ${text}`)));
		});
		const browser = await chromium.connectOverCDP(address);
		return new TestBrowser(browser.contexts()[0]!, server, child);
	}

	/** Kills the browser without warning. Only for browsers from {@link launchFrom}. */
	async kill(): Promise<void> {
		const child = this.#process!;
		const hasEnded = new Promise((resolve) => child.on('exit', resolve));
		// Including its child processes, which would keep writing for a while.
		if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
		else process.kill(-child.pid!, 'SIGKILL');
		await hasEnded;
	}

	/** Opens a page with the runtime in it: a new one, or one that was released. */
	async open(request: PageRequest, released?: Page): Promise<Page> {
		const { url = '/', recording, options = {}, runtime, scripts = [], prepare } = request;
		const page = released ?? (await this.#openEmpty());
		const added: Disposable[] = [];
		this.#scripts.set(page, added);
		const add = async (script: { path: string } | string | (() => void)): Promise<void> => {
			added.push(await page.addInitScript(script as () => void));
		};
		if (runtime === 'iwer') await add({ path: IWER });
		await add({ path: join(DIST, runtime === 'iwer' ? 'inject-iwer.js' : 'inject.js') });
		if (MODULE_OPTIONS.some((name) => (options as PageOptions)[name]))
			await add({ path: join(DIST, 'inject-modules.js') });
		if (prepare !== undefined) await add(prepare);
		const source = recording ?? 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
		const bytes = typeof source === 'string' ? readFileSync(join(root, source)) : Buffer.from(source);
		const base64 = bytes.toString('base64');
		await add(`handreel.install('${base64}', ${JSON.stringify(options)})`);
		for (const name of scripts) await add({ path: join(DIST, name) });
		await page.goto(`http://localhost:${(this.#server.address() as AddressInfo).port}${url}`);
		return page;
	}

	/** Removes from a page what {@link open} and tests have added, so that it can be opened with another request. */
	async release(page: Page): Promise<void> {
		for (const script of this.#scripts.get(page) ?? []) await script.dispose();
		for (const type of ['pageerror', 'console', 'request']) page.removeAllListeners(type);
	}

	async #openEmpty(): Promise<Page> {
		const page = await this.#context.newPage();
		await page.route(
			({ hostname }) => hostname !== 'localhost',
			(route) => {
				this.refused.push(route.request().url());
				return route.abort();
			},
		);
		return page;
	}

	async close(): Promise<void> {
		if (this.#process === null) await this.#context.close();
		else await this.#context.browser()?.close();
		this.#server.close();
	}
}
