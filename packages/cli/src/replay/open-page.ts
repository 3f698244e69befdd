import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { UsageError } from '../print/errors.ts';

/** The URL of a page: http, https and file URLs stay as they are, paths become file URLs. */
export function resolvePageUrl(text: string): string {
	if (/^(https?|file):\/\//i.test(text)) {
		if (!URL.canParse(text)) throw new UsageError(`--url: '${text}' is not a valid URL`);
		return new URL(text).href;
	}
	const stat = statSync(text, { throwIfNoEntry: false });
	if (stat?.isDirectory()) throw new UsageError(`--url: ${text} is a folder; use the path of an HTML file`);
	if (stat === undefined) {
		throw new UsageError(`--url: '${text}' is neither a file nor a URL such as http://localhost:5173`);
	}
	return pathToFileURL(resolve(text)).href;
}

/** Characters of a text that the page chooses. */
const MAX_TEXT = 4000;

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
	return { url: page.url().slice(0, MAX_TEXT), title: title.slice(0, MAX_TEXT) };
}

/** Rejects with an `Error` if a promise takes longer than the given time. */
export async function limitTime<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(message)), milliseconds);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}
