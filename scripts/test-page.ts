// Pages for browser tests of libraries: a script of the test, bundled with the sources of the packages, in a separate page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { openContext } from './test-browser.ts';
import { root } from './workspace.mjs';

const ORIGIN = 'https://handreel.test';
const CODE = '/code/';
const HTML = '<!doctype html><meta charset="utf-8"><title>test</title><body style="margin:0"></body>';
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html', css: 'text/css' };

/** The code of a page by file name. */
type Modules = ReadonlyMap<string, string>;

/** A page to open. */
export interface TestPageOptions {
	/** The path of the script from the root of the workspace. Default: none, the HTML has its own. */
	readonly script?: string;
	/** The HTML of the page; it loads the script itself. Default: an empty page. */
	readonly html?: string;
	readonly width?: number;
	readonly height?: number;
	/** Modules to use instead of others: a path from the root of the workspace by specifier. */
	readonly alias?: Readonly<Record<string, string>>;
	/** Scripts that run before the page's own. */
	readonly before?: readonly string[];
	/** Other files of the page: a path from the root of the workspace by path in the page. */
	readonly files?: Readonly<Record<string, string>>;
}

/** An open page. */
export interface TestPage {
	readonly page: Page;
	/** Errors, warnings of the console, and requests for anything that the page does not have. */
	readonly complaints: readonly string[];
	close(): Promise<void>;
}

/**
 * Opens a page with a bundled script. Files of the workspace are below `/files/`, the generic hands below `/hands/`, samples
 * below `/recordings/`. The page cannot reach anything else.
 */
export async function openTestPage(options: TestPageOptions): Promise<TestPage> {
	const { width = 480, height = 360, script } = options;
	const modules = script === undefined ? new Map<string, string>() : await bundleScript(script, options.alias);
	const context = await openContext({ viewport: { width, height } });
	const complaints: string[] = [];
	await context.route('**/*', (route) => {
		const { origin, pathname } = new URL(route.request().url());
		const body = origin === ORIGIN ? findBody(pathname, modules, options) : null;
		if (body === null) {
			complaints.push(`request: ${route.request().url()}`);
			return route.fulfill({ status: 404, body: '' });
		}
		const type = pathname === '/' ? 'html' : (pathname.split('.').at(-1) ?? '');
		return route.fulfill({ body, contentType: TYPES[type] ?? 'application/octet-stream' });
	});
	for (const early of options.before ?? []) await context.addInitScript(early);
	const page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
	page.on('console', (message) => {
		const isComplaint = message.type() === 'error' || message.type() === 'warning';
		// Software rendering warns that reading pixels is slow.
		if (isComplaint && !/GPU stall|GL Driver|swiftshader/i.test(message.text())) {
			complaints.push(`console: ${message.text()}`);
		}
	});
	await page.goto(`${ORIGIN}/`);
	if (options.html === undefined) await page.addScriptTag({ url: `${ORIGIN}${CODE}page.js`, type: 'module' });
	return { page, complaints, close: () => context.close() };
}

function findBody(
	path: string,
	modules: Modules,
	{ html = HTML, files = {} }: TestPageOptions,
): string | Buffer | null {
	if (path === '/') return html;
	const module = path.startsWith(CODE) ? modules.get(path.slice(CODE.length)) : undefined;
	if (module !== undefined) return module;
	if (path === '/favicon.ico') return '';
	try {
		const file = files[path];
		if (file !== undefined) return readFileSync(join(root, file));
		if (path.startsWith('/hands/')) return readFileSync(join(root, 'packages', 'hands', path));
		if (path.startsWith('/recordings/')) return readFileSync(join(root, 'packages', 'samples', path));
		if (path.startsWith('/files/')) return readFileSync(join(root, path.slice('/files/'.length)));
	} catch {
		// Not there: the caller answers 404.
	}
	return null;
}

const scripts = new Map<string, Promise<Modules>>();

/** Bundles a script once per worker. */
function bundleScript(path: string, alias: Readonly<Record<string, string>> = {}): Promise<Modules> {
	let script = scripts.get(path);
	if (script === undefined) {
		script = bundle(path, alias);
		scripts.set(path, script);
	}
	return script;
}

async function bundle(path: string, alias: Readonly<Record<string, string>>): Promise<Modules> {
	const build = await rolldown({
		input: join(root, path),
		platform: 'browser',
		resolve: {
			conditionNames: ['@handreel/source', 'import', 'browser', 'default'],
			alias: Object.fromEntries(Object.entries(alias).map(([name, target]) => [name, join(root, target)])),
		},
		transform: { define: { 'process.env.NODE_ENV': '"production"' } },
	});
	const { output } = await build.generate({ format: 'esm', entryFileNames: 'page.js' });
	await build.close();
	return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])));
}
