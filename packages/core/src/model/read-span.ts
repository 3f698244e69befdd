import type { Span } from './recording.ts';

/** Returns the span that values of a file describe, or `null` if they are not one: finite numbers in order, and a text. */
export function readSpan({ start, end, label, score }: { readonly [Name in keyof Span]?: unknown }): Span | null {
	if (!isNumber(start) || !isNumber(end) || end < start || typeof label !== 'string') return null;
	if (score === undefined || score === null) return { start, end, label };
	return isNumber(score) ? { start, end, label, score } : null;
}

function isNumber(value: unknown): value is number {
	return Number.isFinite(value);
}
