import type { Page, Request } from 'playwright-core';
import { limitTime } from './limit-time.ts';

/** Milliseconds without requests after which a page has everything that it asked for. */
const QUIET = 100;
/** Milliseconds after which a page that goes on asking is taken as it is. */
const PATIENCE = 5000;
const POLL = 20;

/** A page that was opened. */
export interface OpenPage {
	/** Where it ended up. */
	readonly url: string;
	readonly title: string;
	/**
	 * Waits until the page has loaded what it asked for. Frames take no time, loading does: without this, models would
	 * appear at another frame each time.
	 */
	readonly settle: () => Promise<void>;
}

/** Opens an address and waits until it is loaded. Throws an `Error` that says why it is not. `timeout` is in milliseconds. */
export async function openPage(page: Page, url: string, timeout: number): Promise<OpenPage> {
	const settle = watchRequests(page);
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
	await settle();
	const title = await limitTime(page.title(), timeout, 'the page does not answer: it may be hanging');
	return { url: page.url(), title, settle };
}

function watchRequests(page: Page): () => Promise<void> {
	const pending = new Set<Request>();
	let quietSince = Date.now();
	const end = (request: Request): void => {
		if (pending.delete(request)) quietSince = Date.now();
	};
	page.on('request', (request) => {
		// Streams of events have no end.
		if (request.resourceType() !== 'eventsource') pending.add(request);
	});
	page.on('requestfinished', end);
	page.on('requestfailed', end);
	return async () => {
		const start = Date.now();
		quietSince = start;
		const isQuiet = (): boolean => pending.size === 0 && Date.now() - quietSince >= QUIET;
		while (!isQuiet() && Date.now() - start < PATIENCE) await new Promise((resolve) => setTimeout(resolve, POLL));
		// What goes on and on is not waited for again.
		pending.clear();
	};
}
