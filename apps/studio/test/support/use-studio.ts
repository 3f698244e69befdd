import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type StudioBrowser, startStudio } from './studio-page.ts';

/** Milliseconds to start or stop a browser on a busy machine. */
const PATIENCE = 60_000;

/**
 * Starts the studio for the tests of a file, with recordings to open. Closes the pages after each test. A test fails if a
 * page logged an error or sent a request to another host.
 */
export function useStudio(files: readonly string[] = []): Pick<StudioBrowser, 'openPage' | 'origin'> {
	let studio: StudioBrowser;
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
	};
}
