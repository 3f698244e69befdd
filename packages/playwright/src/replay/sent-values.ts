// What a page sends. It shares its memory with our script, so it can make that say anything, of any length.

const MAX_TEXT = 1000;

/** The fields of an object; none of anything else. */
export function toObject(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The first items of a list; none of anything else. */
export function listItems(value: unknown, limit: number): unknown[] {
	return Array.isArray(value) ? value.slice(0, limit) : [];
}

/** The start of a text. */
export function cutText(value: unknown): string {
	return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
}

/** Whether a value can be a time. */
export function isTime(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}
