import type { Page } from 'playwright-core';
import { escapeText } from '../print/escape-text.ts';

/** A message of the console, or an uncaught error. */
export interface ConsoleEntry {
	/** Counts from 1. */
	readonly number: number;
	/** `log`, `warning`, `error` …, or `uncaught`. */
	readonly type: string;
	readonly text: string;
}

/** Messages that are kept, and characters of each. */
const MAX_ENTRIES = 500;
const MAX_TEXT = 400;

/** What the driver reports because the pixels of the scene are read to find what can be seen. */
const OWN_STALL = /GL Driver Message .*GPU stall due to ReadPixels/;

/** The newest messages of a page, without control characters and cut to a length. */
export class ConsoleLog {
	readonly #entries: ConsoleEntry[] = [];
	#count = 0;

	constructor(page: Page) {
		page.on('console', (message) => {
			if (OWN_STALL.test(message.text())) return;
			const isAboutLoading = message.text().startsWith('Failed to load resource');
			this.#add(message.type(), isAboutLoading ? `${message.text()}: ${message.location().url}` : message.text());
		});
		page.on('pageerror', ({ message }) => this.#add('uncaught', message));
	}

	/** The number of messages so far. */
	get count(): number {
		return this.#count;
	}

	/** The newest messages, from a number on. */
	list(after = 0): readonly ConsoleEntry[] {
		return this.#entries.filter(({ number }) => number > after);
	}

	/** The number of errors among the newest messages. */
	get errorCount(): number {
		return this.#entries.filter(isConsoleError).length;
	}

	#add(type: string, text: string): void {
		this.#entries.push({ number: ++this.#count, type: escapeText(type, 20), text: escapeText(text, MAX_TEXT) });
		if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
	}
}

/** Whether a message reports an error. */
export function isConsoleError({ type }: ConsoleEntry): boolean {
	return type === 'error' || type === 'uncaught';
}
