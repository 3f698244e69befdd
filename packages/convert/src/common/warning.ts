import type { Issue, IssueCode } from '@handreel/core';

/** Returns a warning about data that a format cannot hold. */
export function createWarning(code: IssueCode, path: string, message: string): Issue {
	return { code, severity: 'warning', message: `${path}: ${message}`, path, byteOffset: null, time: null };
}

/** Returns a count with its noun: `1 key`, `3 keys`. */
export function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
