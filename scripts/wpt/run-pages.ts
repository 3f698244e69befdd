import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, requireChromium } from '../test-browser.ts';
import type { TestPage } from './list-tests.ts';
import { type PageReport, type PageResult, readReport } from './results.ts';
import { HOST } from './serve-checkout.ts';

/** Milliseconds. testharness.js has its own limit of 20 s, 120 s for long tests; this is for pages that hang. */
const TIMEOUT = 30_000;
const LONG_TIMEOUT = 130_000;

/** Runs test pages in Chromium, `parallel` at a time. `script` runs in every frame before its own scripts. */
export async function runPages(
	tests: readonly TestPage[],
	server: Server,
	script: string,
	parallel: number,
	onResult: (result: PageResult) => void,
): Promise<PageResult[]> {
	const { port } = server.address() as AddressInfo;
	const rules = `MAP ${HOST} 127.0.0.1, MAP *.${HOST} 127.0.0.1`;
	const browser = await chromium.launch({
		executablePath: requireChromium(),
		args: [...CHROMIUM_ARGUMENTS, `--host-resolver-rules=${rules}`, '--autoplay-policy=no-user-gesture-required'],
	});
	try {
		const results: PageResult[] = [];
		const waiting = [...tests];
		const work = async (): Promise<void> => {
			for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
				const result = await runPage(browser, test, port, script);
				results.push(result);
				onResult(result);
			}
		};
		await Promise.all(Array.from({ length: parallel }, work));
		return results.sort((a, b) => (a.file < b.file ? -1 : 1));
	} finally {
		await browser.close();
	}
}

async function runPage(browser: Browser, test: TestPage, port: number, script: string): Promise<PageResult> {
	const context = await browser.newContext();
	try {
		await context.addInitScript(script);
		await routeSecureFrames(context, port);
		const page = await context.newPage();
		const origin = test.isSecure ? `http://localhost:${port}` : `http://${HOST}:${port}`;
		const report = await waitForReport(context, page, origin + test.path, test.isLong ? LONG_TIMEOUT : TIMEOUT);
		if (typeof report !== 'string') return readReport(test.file, test.folder, report);
		return { file: test.file, folder: test.folder, subtests: [], problem: report };
	} finally {
		await context.close();
	}
}

// Frames that tests load over HTTPS are answered here, because the server has no certificate.
async function routeSecureFrames(context: BrowserContext, port: number): Promise<void> {
	await context.route(
		({ protocol }) => protocol === 'https:',
		async (route) => {
			const { pathname, search } = new URL(route.request().url());
			const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`);
			const headers = Object.fromEntries(response.headers);
			await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
		},
	);
}

// Returns the report of a page, or a sentence that explains why there is none.
async function waitForReport(
	context: BrowserContext,
	page: Page,
	address: string,
	timeout: number,
): Promise<PageReport | string> {
	let timer: NodeJS.Timeout | undefined;
	const report = new Promise<PageReport | string>((resolve) => {
		timer = setTimeout(() => resolve(`no report within ${timeout / 1000} s`), timeout);
		page.on('crash', () => resolve('the page crashed'));
		void context
			.exposeBinding('reportToRunner', (_, value: PageReport) => resolve(value))
			.then(() => page.goto(address))
			.catch((error: unknown) => resolve(String(error)));
	});
	try {
		return await report;
	} finally {
		clearTimeout(timer);
	}
}
