import type { IssueCode } from './codes.ts';

/** One problem with a file or a recording, as plain data that survives `structuredClone` and JSON. */
export interface Issue {
	readonly code: IssueCode;
	readonly severity: 'error' | 'warning' | 'info';
	/** A sentence that states where the problem is and what was found. Byte ranges are half-open. */
	readonly message: string;
	/** The path in the model, such as `hands.left.joints.indexTip.position.x` or `markers[2].name`. */
	readonly path: string;
	/** The offset in the file, or `null` if the recording does not come from a file. */
	readonly byteOffset: number | null;
	/** The time in the recording in seconds, or `null` if the problem does not belong to a time. */
	readonly time: number | null;
	/** When a problem ends that lasts, in seconds. */
	readonly endTime?: number;
}

/**
 * The error that reading and writing throw. From a worker, post `error.issue`: `postMessage` loses the class.
 *
 * @example
 * try { readRecording(bytes) } catch (error) {
 *   if (isRecordingError(error, 'truncated')) console.log(error.issue.byteOffset)
 * }
 */
export class RecordingError extends Error {
	override readonly name: string = 'RecordingError';
	/** The problem as plain data. */
	readonly issue: Issue;

	constructor(issue: Issue, options?: { cause?: unknown }) {
		super(issue.message, options);
		this.issue = issue;
	}
}

/** Returns whether a caught value is a {@link RecordingError}, with one of the codes if any are given. */
export function isRecordingError(value: unknown, ...codes: IssueCode[]): value is RecordingError {
	return value instanceof RecordingError && (codes.length === 0 || codes.includes(value.issue.code));
}

/** Throws a {@link RecordingError} for a file that cannot be read. */
export function failAt(code: IssueCode, path: string, byteOffset: number | null, message: string): never {
	throw new RecordingError({ code, severity: 'error', message, path, byteOffset, time: null });
}

/** Throws `RangeError` with the name of the argument unless a number is finite. */
export function checkFinite(value: number, name: string): void {
	if (!Number.isFinite(value)) throw new RangeError(`${name}: ${value} is not a finite number`);
}

/** Throws `RangeError` with the name of the argument unless a number is finite and above 0. */
export function checkPositive(value: number, name: string): void {
	if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`${name}: ${value} is not a number above 0`);
}

/** Formats a count with its noun for a message: `1 key`, `2 keys`. `digits` is the count as it is written. */
export function countOf(count: number, noun: string, digits: string = String(count)): string {
	return `${digits} ${noun}${count === 1 ? '' : 's'}`;
}
