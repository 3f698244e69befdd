import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type PageRequest, TestBrowser } from './browser.ts';
import { installKit } from './page-kit.ts';

/** A browser for the tests of a file: opens pages, closes them after each test. */
export function useBrowser(): (request?: PageRequest) => Promise<Page> {
	let browser: TestBrowser;
	const pages: Page[] = [];
	beforeAll(async () => {
		browser = await TestBrowser.launch();
	});
	afterEach(async () => {
		for (const page of pages.splice(0)) await page.close();
	});
	afterAll(async () => {
		await browser.close();
	});
	return async (request = {}) => {
		const page = await browser.open({ prepare: installKit, ...request });
		pages.push(page);
		return page;
	};
}
