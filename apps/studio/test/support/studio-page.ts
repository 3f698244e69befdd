import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Library } from '../../../../packages/cli/src/view/library.ts';
import { type StudioServer, serveStudio } from '../../../../packages/cli/src/view/serve.ts';
import { openContext } from '../../../../scripts/test-browser.ts';

/** The built studio in a real browser, as `handreel view` serves it. */
export interface StudioBrowser {
	readonly origin: string;
	/** Opens the studio, optionally with a link, and records complaints. */
	openPage(hash?: string, options?: BrowserContextOptions): Promise<Page>;
	/** Errors, console warnings and requests to other hosts of all pages so far. */
	readonly complaints: readonly string[];
	close(): Promise<void>;
}

/** Starts the server, optionally with a library. The browser starts with the first page. */
export async function startStudio(files: readonly string[] = [], library?: Library): Promise<StudioBrowser> {
	const server: StudioServer = await serveStudio({
		folder: fileURLToPath(new URL('../../dist', import.meta.url)),
		files,
		...(library !== undefined && { library }),
	});
	const origin = `http://127.0.0.1:${server.port}`;
	const complaints: string[] = [];
	const contexts: BrowserContext[] = [];
	return {
		origin,
		complaints,
		async openPage(hash = '', options = {}) {
			const context = await openContext({
				viewport: { width: 1280, height: 800 },
				acceptDownloads: true,
				// The tests of the service worker allow it.
				serviceWorkers: 'block',
				...options,
			});
			contexts.push(context);
			await removePickers(context);
			const page = await context.newPage();
			page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
			page.on('console', (message) => {
				// Software rendering warns that reading pixels is slow, and Playwright that it blocks the service worker.
				const isKnown = /GPU stall|GL Driver|Service Worker registration blocked/.test(message.text());
				const isComplaint = message.type() === 'error' || (message.type() === 'warning' && !isKnown);
				if (isComplaint) complaints.push(`console: ${message.text()}`);
			});
			page.on('request', (request) => {
				if (!request.url().startsWith(`${origin}/`) && !/^(blob|data):/.test(request.url()))
					complaints.push(`request: ${request.url()}`);
			});
			await page.goto(`${origin}/?aa=0${hash === '' ? '' : `#${hash}`}`);
			return page;
		},
		async close() {
			for (const context of contexts) await context.close();
			await server.close();
		},
	};
}

/** Lets pages download files, as browsers without pickers do. A picker of the system would wait for a user. */
export async function removePickers(context: BrowserContext): Promise<void> {
	await context.addInitScript(() => {
		for (const name of ['showOpenFilePicker', 'showSaveFilePicker']) Reflect.deleteProperty(window, name);
	});
}

/** The time of the playhead in seconds. */
export async function readTime(page: Page): Promise<number> {
	return Number(await page.getByRole('slider', { name: 'Time', exact: true }).getAttribute('aria-valuenow'));
}

/** Lets a page draw frames: playback moves in each of them, and what an action changes is shown in the next. */
export async function drawFrames(page: Page, count: number): Promise<void> {
	await page.evaluate(async (frames) => {
		for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame);
	}, count);
}

/** Waits until a recording is active. */
export async function waitForRecording(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name, exact: true }).and(page.locator('[aria-current=true]')).waitFor();
}

/**
 * Follows a link in an open page, as an address that is typed does. A link with `eye` replaces the whole view and all channels.
 * Recordings that are not open yet come later.
 */
export async function followLink(page: Page, link: string): Promise<void> {
	await page.evaluate(
		(hash) =>
			new Promise<void>((done) => {
				// The page writes its own address later than it changes. The same address again would do nothing.
				history.replaceState(null, '', '#');
				addEventListener('hashchange', () => setTimeout(done), { once: true });
				location.hash = hash;
			}),
		link,
	);
}

/** Opens files with the file picker of a page. The last one becomes active. */
export async function pickFiles(page: Page, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
	const list = Object.entries(files).map(([name, bytes]) => ({ name, mimeType: '', buffer: Buffer.from(bytes) }));
	await page.locator('input[type=file]').setInputFiles(list);
	await waitForRecording(page, list.at(-1)?.name ?? '');
}

/** A saved file. */
export interface Saved {
	readonly name: string;
	readonly bytes: Buffer;
}

/** Saves the active recording. `format` is the value of a choice, such as `mrtk-1.1` or `csv`. */
export async function saveAs(page: Page, format: string): Promise<Saved> {
	const saved = await download(page, async () => {
		await page.keyboard.press('s');
		const dialog = page.getByRole('dialog');
		const save = dialog.locator('button:enabled', { hasText: /^Save$/ });
		// Saving is possible when the size is known.
		await save.waitFor();
		const choice = dialog.locator(`input[type=radio][value="${format}"]`);
		if (!(await choice.isVisible())) await dialog.getByText('Advanced').click();
		await choice.check();
		await save.click();
	});
	await page.getByRole('dialog').waitFor({ state: 'detached' });
	return saved;
}

/** Runs an action that saves a file, and returns the file. */
export async function download(page: Page, act: () => Promise<void>): Promise<Saved> {
	const waiting = page.waitForEvent('download');
	await act();
	const file = await waiting;
	return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
