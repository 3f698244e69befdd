import type { Issue, IssueCode } from '@handreel/core';
import { clipText, PATH_LENGTH } from '@handreel/core/internal';

/** Returns a warning about data that a format cannot hold. */
export function createWarning(code: IssueCode, path: string, message: string): Issue {
	const short = clipText(path, PATH_LENGTH);
	return { code, severity: 'warning', message: `${short}: ${message}`, path: short, byteOffset: null, time: null };
}
