import type { Page } from 'playwright-core';
import { limitTime } from './limit-time.ts';

/** An opened page. */
export interface OpenPage {
	/** The address after redirects. */
	readonly url: string;
	readonly title: string;
}

/** Opens an address and waits until it is loaded. Throws an `Error` with the reason if it fails. `timeout` is in milliseconds. */
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
	// Checked first, because an error response without content also makes `goto` fail.
	if (status >= 400) throw new Error(`${url}: the server responded with status ${status}`);
	if (failure?.name === 'TimeoutError')
		throw new Error(`${url}: not loaded within ${timeout / 1000} s; --timeout allows more time`);
	if (failure !== null) {
		const [line = ''] = failure.message.split('\n');
		const reason = /net::\w+/.exec(line)?.[0] ?? line.replace(/^page\.goto: /, '');
		throw new Error(`${url}: could not be opened: ${reason}`);
	}
	const title = await limitTime(page.title(), timeout, 'the page does not respond');
	return { url: page.url(), title };
}
