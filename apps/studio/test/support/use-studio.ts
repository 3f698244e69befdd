import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { followLink, type StudioBrowser, startStudio } from './studio-page.ts';

/** Milliseconds to start or stop a browser on a busy machine. */
const PATIENCE = 60_000;

/** The studio for the tests of a file. */
export interface UsedStudio extends Pick<StudioBrowser, 'openPage' | 'origin'> {
	/**
	 * Opens a page at the first call, and returns it at every other call with the same options, after following the link if there
	 * is one. Opening takes longer than most tests. Each test brings the page into the state that it needs.
	 */
	sharePage(options?: BrowserContextOptions, link?: string): Promise<Page>;
}

/**
 * Starts the studio for the tests of a file, with recordings to open. Closes the pages after each test, and the shared page
 * after all. A test fails if a page logged an error or sent a request to another host.
 */
export function useStudio(files: readonly string[] = []): UsedStudio {
	let studio: StudioBrowser;
	const shared = new Map<string, Page>();
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
		async sharePage(options = {}, link = '') {
			const key = JSON.stringify(options);
			const open = shared.get(key);
			if (open !== undefined) {
				if (link !== '') await followLink(open, link);
				return open;
			}
			const page = await studio.openPage(link, options);
			shared.set(key, page);
			return page;
		},
	};
}
