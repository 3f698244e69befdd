import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type StudioBrowser, startStudio } from './studio-page.ts';

/** Milliseconds to start or stop a browser on a busy machine. */
const PATIENCE = 60_000;

/** The studio for the tests of a file. */
export interface UsedStudio extends Pick<StudioBrowser, 'openPage' | 'origin'> {
	/**
	 * Opens a page at the first call, and returns it at every other call with the same options. Opening takes longer than most
	 * tests. Each test brings the page into the state that it needs, with a recording of its own or `followLink`.
	 */
	sharePage(options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Starts the studio for the tests of a file, with recordings to open. Closes the pages after each test, and the shared page
 * after all. A test fails if a page logged an error or sent a request to another host.
 */
export function useStudio(files: readonly string[] = []): UsedStudio {
	let studio: StudioBrowser;
	const shared = new Map<string, Promise<Page>>();
	const pages: Page[] = [];
	beforeAll(async () => {
		studio = await startStudio(files);
	}, PATIENCE);
	afterEach(async () => {
		for (const page of pages.splice(0)) await page.context().close();
		expect(studio.complaints).toEqual([]);
	}, PATIENCE);
	afterAll(() => studio?.close(), PATIENCE);
	return {
		get origin() {
			return studio.origin;
		},
		async openPage(hash, options) {
			const page = await studio.openPage(hash, options);
			pages.push(page);
			return page;
		},
		sharePage(options = {}) {
			const key = JSON.stringify(options);
			const page = shared.get(key) ?? studio.openPage('', options);
			shared.set(key, page);
			return page;
		},
	};
}
