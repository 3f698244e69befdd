import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type StudioBrowser, startStudio } from './studio-page.ts';

/** Milliseconds to start or stop a browser on a busy machine. */
const PATIENCE = 60_000;

/** A page that the tests of a file share. */
export interface SharedPage {
	readonly origin: string;
	/**
	 * Opens the page with a link, or follows the link on the open page. A link with `eye=` replaces the whole view. Without a
	 * link, the open page stays as it is.
	 */
	follow(hash?: string): Promise<Page>;
}

/**
 * Starts the studio, with recordings to open, and opens one page for all tests of a file, because opening a page costs more than most tests. Each test
 * says with a link what it needs. A test fails if the page logged an error or sent a request to another host.
 */
export function sharePage(options: BrowserContextOptions = {}, files: readonly string[] = []): SharedPage {
	let studio: StudioBrowser;
	let page: Page | undefined;
	beforeAll(async () => {
		studio = await startStudio(files);
	}, PATIENCE);
	afterEach(() => expect(studio.complaints).toEqual([]));
	afterAll(() => studio?.close(), PATIENCE);
	return {
		get origin() {
			return studio.origin;
		},
		async follow(hash = '') {
			if (page === undefined) page = await studio.openPage(hash, options);
			else if (hash !== '') {
				await page.evaluate((link) => {
					location.hash = link;
				}, hash);
			}
			return page;
		},
	};
}
