const TEXTS: Readonly<Record<string, string>> = {
	ENOENT: 'no such file or folder',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EBUSY: 'another program has this file open',
	EIO: 'the disk reports an error',
	ENOSPC: 'no space left on the disk; nothing was written',
	EFBIG: 'file too large for this system; nothing was written',
	EDQUOT: 'disk quota exceeded; nothing was written',
	EROFS: 'the disk is read-only',
	EISDIR: 'this is a folder, not a file',
	ELOOP: 'the link points to itself',
	ENAMETOOLONG: 'the path is too long for this system',
	ENXIO: 'this is not a regular file',
	EPIPE: 'the reader closed the pipe',
	ENOTDIR: 'a part of the path is a file, not a folder',
	ERR_FS_FILE_TOO_LARGE: 'too large for standard input; use the path of the file',
};

/** Explains an error of the system to a user. It names no path. Returns `null` for other errors. */
export function explainSystemError(error: unknown): string | null {
	return error instanceof Error && 'code' in error ? (TEXTS[String(error.code)] ?? null) : null;
}
