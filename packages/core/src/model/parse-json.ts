import type { ReadBudget } from '../issue/budget.ts';

/** Bytes that engines need for an object, a list, a text and an item. */
const OBJECT_BYTES = 64;
const LIST_BYTES = 48;
const TEXT_BYTES = 24;
const ITEM_BYTES = 16;

/**
 * `JSON.parse` for the text of a file. Charges the budget for depth and memory first, because `JSON.parse` would exhaust the
 * heap instead of failing. Throws `too-large`, and `SyntaxError` for malformed text.
 */
export function parseJson(text: string, budget: ReadBudget): unknown {
	chargeJson(text, budget);
	return JSON.parse(text);
}

function chargeJson(text: string, budget: ReadBudget): void {
	let depth = 0;
	let bytes = 0;
	for (let at = 0; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case 0x22: {
				const end = findTextEnd(text, at + 1);
				bytes += TEXT_BYTES + end - at;
				at = end;
				break;
			}
			case 0x2c:
			case 0x3a:
				bytes += ITEM_BYTES;
				break;
			case 0x5b:
			case 0x7b:
				bytes += text.charCodeAt(at) === 0x5b ? LIST_BYTES : OBJECT_BYTES;
				budget.checkNesting(++depth);
				break;
			case 0x5d:
			case 0x7d:
				depth--;
				break;
		}
	}
	budget.chargeBytes(bytes);
}

// Returns the place of the quote that ends a text, or the end.
function findTextEnd(text: string, start: number): number {
	for (let at = start; ; ) {
		const end = text.indexOf('"', at);
		if (end < 0) return text.length;
		let backslashes = 0;
		while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
		if (backslashes % 2 === 0) return end;
		at = end + 1;
	}
}
