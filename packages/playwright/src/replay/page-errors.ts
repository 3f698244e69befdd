import type { Page } from '@playwright/test';

/** The uncaught errors of a page. */
export class PageErrors {
	readonly #errors: Error[] = [];
	/** The number of errors of earlier documents. */
	#old = 0;

	constructor(page: Page) {
		// Changes of the history are navigations without a request, and keep the document.
		let isRequested = false;
		page.on('pageerror', (error) => this.#errors.push(error));
		page.on('request', (request) => {
			if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isRequested = true;
		});
		page.on('framenavigated', (frame) => {
			if (!isRequested || frame !== page.mainFrame()) return;
			isRequested = false;
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
