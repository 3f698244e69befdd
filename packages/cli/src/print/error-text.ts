import { type Issue, isRecordingError } from '@handreel/core';

const TEXTS: Readonly<Record<string, string>> = {
	ENOENT: 'no such file or folder',
	EACCES: 'no permission',
	EPERM: 'no permission',
	ENOSPC: 'no space left on the disk; nothing was written',
	EFBIG: 'larger than files may become here; nothing was written',
	EDQUOT: 'larger than the disk quota allows; nothing was written',
	EROFS: 'the disk is read-only',
	EISDIR: 'is a folder',
	ELOOP: 'a link that leads back to itself',
	ENOTDIR: 'part of the path is a file, not a folder',
};

/** An error in words for a user. */
export function errorText(error: unknown): string {
	if (isRecordingError(error)) return `${error.message} (${error.issue.code})`;
	return TEXTS[ownCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}

/** An error for `--json`. */
export function describeError(error: unknown): Issue | { readonly code: string | undefined; readonly message: string } {
	if (isRecordingError(error)) return error.issue;
	const code = ownCode(error) ?? (error instanceof Error ? ownCode(error.cause) : undefined);
	return { code, message: errorText(error) };
}

function ownCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
