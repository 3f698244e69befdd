import type { Page, Request } from '@playwright/test';

/** Milliseconds without requests after which a page has everything that it asked for. */
const QUIET = 60;
/** Milliseconds after which a page that goes on asking is taken as it is. */
const PATIENCE = 5000;
const POLL = 10;

/** Knows what a page is loading. */
export class RequestWatch {
	readonly #pending: Set<Request> = new Set();
	/** Addresses that were waited for in vain, such as those of long polls. */
	readonly #endless: Set<string> = new Set();
	#quietSince: number = Date.now();

	constructor(page: Page) {
		const end = (request: Request): void => {
			if (this.#pending.delete(request)) this.#quietSince = Date.now();
		};
		page.on('request', (request) => {
			// Streams of events have no end.
			const isEndless = request.resourceType() === 'eventsource' || this.#endless.has(findAddress(request));
			if (!isEndless) this.#pending.add(request);
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
		for (const request of this.#pending) this.#endless.add(findAddress(request));
		this.#pending.clear();
	}
}

function findAddress(request: Request): string {
	return request.url().replace(/[?#].*/s, '');
}
