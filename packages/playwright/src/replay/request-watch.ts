import type { Page, Request } from '@playwright/test';

/** Milliseconds to wait for a page that keeps sending requests. */
const PATIENCE = 5000;
/** Milliseconds between two looks. */
const POLL = 10;
/** A page counts as loaded after this many looks without requests. */
const QUIET_POLLS = 6;

/** Watches the requests of a page. */
export class RequestWatch {
	readonly #page: Page;
	readonly #pending: Set<Request> = new Set();
	/** Addresses whose requests did not end in time, such as long polls. */
	readonly #endless: Set<string> = new Set();
	#quietPolls = 0;

	constructor(page: Page) {
		this.#page = page;
		const end = (request: Request): void => {
			if (this.#pending.delete(request)) this.#quietPolls = 0;
		};
		page.on('request', (request) => {
			// Event streams never end.
			const isEndless = request.resourceType() === 'eventsource' || this.#endless.has(findAddress(request));
			if (!isEndless) this.#pending.add(request);
		});
		page.on('requestfinished', end);
		page.on('requestfailed', end);
	}

	/**
	 * Waits until the page has no pending requests, up to a limit. Quiet is counted in looks and confirmed by the page: on a
	 * busy machine, time passes before the events of requests arrive.
	 */
	async settle(): Promise<void> {
		const end = Date.now() + PATIENCE;
		this.#quietPolls = 0;
		while (this.#quietPolls < QUIET_POLLS && Date.now() < end) {
			await pause(POLL);
			this.#quietPolls++;
			if (this.#quietPolls === QUIET_POLLS) await this.#awaitAnswers(end - Date.now());
			if (this.#pending.size > 0) this.#quietPolls = 0;
		}
		for (const request of this.#pending) this.#endless.add(findAddress(request));
		this.#pending.clear();
	}

	// An answer of a frame arrives after the events of the requests that the frame has sent before.
	async #awaitAnswers(milliseconds: number): Promise<void> {
		let timer: NodeJS.Timeout | undefined;
		const limit = new Promise((resolve) => {
			timer = setTimeout(resolve, milliseconds);
		});
		// Frames may disappear at any time.
		const answers = this.#page.frames().map((frame) => frame.evaluate('0').catch(() => {}));
		await Promise.race([Promise.all(answers), limit]);
		clearTimeout(timer);
	}
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function findAddress(request: Request): string {
	return request.url().replace(/[?#].*/s, '');
}
