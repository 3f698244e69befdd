/** Formats a count with its noun for a message: `1 key`, `2 keys`. */
export function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
