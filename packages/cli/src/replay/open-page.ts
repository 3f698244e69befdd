import type { Page } from 'playwright-core';
import { limitTime } from './limit-time.ts';

/** A page that was opened. */
export interface OpenPage {
	/** Where it ended up. */
	readonly url: string;
	readonly title: string;
}

/** Opens an address and waits until it is loaded. Throws an `Error` that says why it is not. `timeout` is in milliseconds. */
export async function openPage(page: Page, url: string, timeout: number): Promise<OpenPage> {
	let status = 0;
	page.on('response', (response) => {
		const request = response.request();
		if (request.isNavigationRequest() && request.frame() === page.mainFrame()) status = response.status();
	});
	const failure = await page.goto(url, { timeout }).then(
		() => null,
		(error: Error) => error,
	);
	// Where there is nothing to show, this is also an error.
	if (status >= 400) throw new Error(`${url}: answered with ${status}`);
	if (failure?.name === 'TimeoutError') throw new Error(`${url}: not loaded after ${timeout / 1000} s`);
	if (failure !== null) {
		const [line = ''] = failure.message.split('\n');
		const reason = /net::\w+/.exec(line)?.[0] ?? line.replace(/^page\.goto: /, '');
		throw new Error(`${url}: cannot be opened: ${reason}`);
	}
	const title = await limitTime(page.title(), timeout, 'the page does not answer: it may be hanging');
	return { url: page.url(), title };
}
