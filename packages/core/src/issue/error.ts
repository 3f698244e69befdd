import type { IssueCode } from './codes.ts';

/** One problem with a file or a recording, as plain data that survives `structuredClone` and JSON. */
export interface Issue {
	readonly code: IssueCode;
	readonly severity: 'error' | 'warning' | 'info';
	/** A sentence that says where, what was found and what was possible. Byte ranges are half-open. */
	readonly message: string;
	/** The place in the model, such as `hands.left.joints.indexTip.position.x` or `markers[2].name`. */
	readonly path: string;
	/** The place in the file, or `null` when the recording never was bytes. */
	readonly byteOffset: number | null;
	/** The moment in the recording, in seconds, or `null` when the problem is not one of a moment. */
	readonly time: number | null;
}

/**
 * What reading and writing throw. The class is lost when an error crosses a worker; post `error.issue` instead.
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

/** Whether a caught value is a {@link RecordingError}, of one of the codes when any are given. */
export function isRecordingError(value: unknown, ...codes: IssueCode[]): value is RecordingError {
	return value instanceof RecordingError && (codes.length === 0 || codes.includes(value.issue.code));
}

/** Throws the {@link RecordingError} of a file that cannot be read. */
export function failAt(code: IssueCode, path: string, byteOffset: number | null, message: string): never {
	throw new RecordingError({ code, severity: 'error', message, path, byteOffset, time: null });
}
