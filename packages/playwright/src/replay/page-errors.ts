import type { Page, Request } from '@playwright/test';

/** The status codes of answers without a document. */
const EMPTY: readonly number[] = [204, 205];

/** The uncaught errors of a page. */
export class PageErrors {
	readonly #errors: Error[] = [];
	/** The number of errors of earlier documents. */
	#old = 0;

	constructor(page: Page) {
		// Changes of the history are navigations without a request, and keep the document. Downloads and empty answers are requests
		// that keep it.
		let requested: Request | null = null;
		const keepDocument = (request: Request): void => {
			if (request === requested) requested = null;
		};
		page.on('pageerror', (error) => this.#errors.push(error));
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

	/** The first error of the current document. */
	get first(): Error | undefined {
		return this.#errors[this.#old];
	}

	/** Returns the error after the first `count` errors. */
	get(count: number): Error | undefined {
		return this.#errors[count];
	}
}
