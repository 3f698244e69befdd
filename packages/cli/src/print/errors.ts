import { type Issue, isRecordingError } from '@handreel/core';
import { explainSystemError } from '@handreel/node/internal';
import { writeError } from './output.ts';

/** The text of an error for the user. */
export function errorText(error: unknown): string {
	if (isRecordingError(error)) return `${error.message} (${error.issue.code})`;
	return explainSystemError(error) ?? (error instanceof Error ? error.message : String(error));
}

/** Damage of files of which `handreel repair` keeps a part. */
const REPAIRABLE: readonly string[] = ['truncated', 'bad-count', 'bad-string', 'reel-cut', 'reel-damaged'];

/** The text of an error while reading a file, with the command that repairs it. */
export function readingErrorText(error: unknown): string {
	const isRepairable = isRecordingError(error) && REPAIRABLE.includes(error.issue.code);
	return isRepairable ? `${errorText(error)}; 'handreel repair' keeps what is readable` : errorText(error);
}

/** An error as data for `--json`. */
export function describeError(error: unknown): Issue | { readonly code: string | undefined; readonly message: string } {
	if (isRecordingError(error)) return error.issue;
	const code = ownCode(error) ?? (error instanceof Error ? ownCode(error.cause) : undefined);
	return { code, message: errorText(error) };
}

function ownCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** A mistake in how the command was called: exit code 2. */
export class UsageError extends Error {}

/** Prints an error and exits: code 2 for usage errors, which are followed by `hint`, 1 for everything else. */
export function failWith(error: unknown, hint: string): never {
	writeError(`handreel: ${errorText(error)}`);
	if (error instanceof UsageError) writeError(hint);
	process.exit(error instanceof UsageError ? 2 : 1);
}
