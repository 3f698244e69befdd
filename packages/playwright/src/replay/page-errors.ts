import type { Page, Request } from '@playwright/test';

/** The status codes of answers without a document. */
const EMPTY: readonly number[] = [204, 205];

/** No error of the page's code: the browser reports that it was too slow to show all changes of sizes in one picture. */
const SLOW = /^ResizeObserver loop/;

/** A page may throw more errors than memory holds. */
const MAX_ERRORS = 10_000;

/** What uncaught errors of a page do to a test. */
export type PageErrorMode = 'throw' | 'ignore';

/** An error as the driver of a page has seen it. */
export interface ThrownError {
	readonly text: string;
	/** Seconds in the recording. */
	readonly time: number;
}

/** The uncaught errors of a page. */
export class PageErrors {
	readonly #errors: Error[] = [];
	readonly #reported: Set<Error> = new Set();
	/** The number of errors of earlier documents. */
	#old = 0;

	constructor(page: Page) {
		// Changes of the history are navigations without a request, and keep the document. Downloads and empty answers are requests
		// that keep it.
		let requested: Request | null = null;
		const keepDocument = (request: Request): void => {
			if (request === requested) requested = null;
		};
		page.on('pageerror', (error) => {
			if (!SLOW.test(error.message) && this.#errors.length < MAX_ERRORS) this.#errors.push(error);
		});
		page.on('request', (request) => {
			if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requested = request;
		});
		page.on('requestfailed', keepDocument);
		page.on('response', (response) => {
			if (EMPTY.includes(response.status())) keepDocument(response.request());
		});
		page.on('framenavigated', (frame) => {
			const isNew = requested !== null || frame.url() === 'about:blank';
			if (!isNew || frame !== page.mainFrame()) return;
			requested = null;
			this.#old = this.#errors.length;
		});
	}

	/** The number of errors so far. */
	get count(): number {
		return this.#errors.length;
	}

	/** Returns the first error of the current document, which then counts as reported. */
	mention(): Error | undefined {
		const first = this.#errors[this.#old];
		if (first !== undefined) this.#reported.add(first);
		return first;
	}

	/** Returns the errors that were not reported yet, from an index on. Then they are. */
	take(start: number): Error[] {
		const taken = this.#errors.slice(start).filter((error) => !this.#reported.has(error));
		for (const error of taken) this.#reported.add(error);
		return taken;
	}

	/** Finds when an error of the current document happened: equal errors happened in the same order. */
	findTime(error: Error, thrown: readonly ThrownError[]): number | null {
		const current = this.#errors.slice(this.#old);
		if (!current.includes(error)) return null;
		const before = current.slice(0, current.indexOf(error)).filter(({ message }) => message === error.message);
		const equal = thrown.filter(({ text }) => error.message === text || error.message.endsWith(`: ${text}`));
		return equal[before.length]?.time ?? null;
	}
}
