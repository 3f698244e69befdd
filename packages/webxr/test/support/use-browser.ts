import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type PageRequest, TestBrowser } from './browser.ts';
import { installKit } from './page-kit.ts';

/**
 * A browser for the tests of a file. The next test opens the first page of a test again, with another address and other
 * scripts: a new page would take twice as long, because it has a separate process.
 */
export function useBrowser(): (request?: PageRequest) => Promise<Page> {
	let browser: TestBrowser;
	const used: Page[] = [];
	let released: Page | undefined;
	beforeAll(async () => {
		browser = await TestBrowser.launch();
	});
	afterEach(async ({ task }) => {
		const [first, ...more] = used.splice(0).filter((page) => !page.isClosed());
		for (const page of more) await page.close();
		// A page that has failed may hang.
		if (task.result?.state === 'fail') await first?.close();
		else if (first !== undefined) await browser.release(first);
		if (first?.isClosed() === false) released = first;
	});
	afterAll(async () => {
		await browser.close();
	});
	return async (request = {}) => {
		const again = released;
		// Another page may be opened at the same time.
		released = undefined;
		const page = await browser.open({ prepare: installKit, ...request }, again);
		used.push(page);
		return page;
	};
}
