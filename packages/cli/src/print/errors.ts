import { type Issue, isRecordingError } from '@handreel/core';

const TEXTS: Readonly<Record<string, string>> = {
	ENOENT: 'no such file or folder',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EBUSY: 'another program has this file open',
	ENOSPC: 'no space left on the disk; nothing was written',
	EFBIG: 'file too large for this system; nothing was written',
	EDQUOT: 'disk quota exceeded; nothing was written',
	EROFS: 'the disk is read-only',
	EISDIR: 'this is a folder, not a file',
	ELOOP: 'the link points to itself',
	EPIPE: 'the reader closed the pipe',
	ERR_FS_FILE_TOO_LARGE: 'too large for standard input; use the path of the file',
	ENOTDIR: 'a part of the path is a file, not a folder',
};

/** The text of an error for the user. */
export function errorText(error: unknown): string {
	if (isRecordingError(error)) return `${error.message} (${error.issue.code})`;
	return TEXTS[ownCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
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
	process.stderr.write(`handreel: ${errorText(error)}\n`);
	if (error instanceof UsageError) process.stderr.write(`${hint}\n`);
	process.exit(error instanceof UsageError ? 2 : 1);
}
