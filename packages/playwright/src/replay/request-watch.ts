import type { Page, Request } from '@playwright/test';

/** Milliseconds without requests after which a page counts as loaded. */
const QUIET = 60;
/** Milliseconds to wait for a page that keeps sending requests. */
const PATIENCE = 5000;
const POLL = 10;

/** Watches the requests of a page. */
export class RequestWatch {
	readonly #pending: Set<Request> = new Set();
	/** Addresses whose requests did not end in time, such as long polls. */
	readonly #endless: Set<string> = new Set();
	#quietSince: number = Date.now();

	constructor(page: Page) {
		const end = (request: Request): void => {
			if (this.#pending.delete(request)) this.#quietSince = Date.now();
		};
		page.on('request', (request) => {
			// Event streams never end.
			const isEndless = request.resourceType() === 'eventsource' || this.#endless.has(findAddress(request));
			if (!isEndless) this.#pending.add(request);
		});
		page.on('requestfinished', end);
		page.on('requestfailed', end);
	}

	/** Waits until the page has no pending requests, up to a limit. */
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
