import type { Issue, IssueCode } from '@handreel/core';

/** Something that could not be carried over, as a warning. */
export function createWarning(code: IssueCode, path: string, message: string): Issue {
	return { code, severity: 'warning', message: `${path}: ${message}`, path, byteOffset: null, time: null };
}

/** `1 key`, `3 keys`. */
export function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
