import type { Page, Request } from '@playwright/test';

/** Milliseconds without requests after which a page has everything that it asked for. */
const QUIET = 60;
/** Milliseconds after which a page that goes on asking is taken as it is. */
const PATIENCE = 5000;
const POLL = 10;

/** Knows what a page is loading. */
export class RequestWatch {
	readonly #pending: Set<Request> = new Set();
	#quietSince: number = Date.now();

	constructor(page: Page) {
		const end = (request: Request): void => {
			if (this.#pending.delete(request)) this.#quietSince = Date.now();
		};
		page.on('request', (request) => {
			// Streams of events have no end.
			if (request.resourceType() !== 'eventsource') this.#pending.add(request);
		});
		page.on('requestfinished', end);
		page.on('requestfailed', end);
	}

	/** Waits until the page has loaded what it asked for, or goes on asking. */
	async settle(): Promise<void> {
		const start = Date.now();
		this.#quietSince = start;
		const isQuiet = (): boolean => this.#pending.size === 0 && Date.now() - this.#quietSince >= QUIET;
		while (!isQuiet() && Date.now() - start < PATIENCE) await new Promise((resolve) => setTimeout(resolve, POLL));
		// What goes on and on is not waited for again.
		this.#pending.clear();
	}
}
