/** A number and what it counts: `1 key`, `2 keys`. */
export function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
