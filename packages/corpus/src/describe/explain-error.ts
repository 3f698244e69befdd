import { isRecordingError } from '@handreel/core';

const TEXTS: Readonly<Record<string, string>> = {
	ENOENT: 'the file is gone, or a link without a target',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	ELOOP: 'the link points to itself',
	EISDIR: 'this is a folder, not a file',
	ENAMETOOLONG: 'the path is too long for this system',
	ENXIO: 'this is not a regular file',
	EIO: 'the disk reports an error',
};

/** The text of an error for the catalog. It names no path outside the folder, so that equal folders give equal texts. */
export function explainError(error: unknown): string {
	if (isRecordingError(error)) return `${error.message} (${error.issue.code})`;
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return TEXTS[code] ?? (code === '' && error instanceof Error ? error.message : `cannot be read (${code || error})`);
}
