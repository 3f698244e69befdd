import { isRecordingError } from '@handreel/core';
import { explainSystemError } from '@handreel/node/internal';

/**
 * The text of an error for the catalog. It names no path outside the folder, so that equal folders give equal texts. Errors that no
 * file should cause are named as faults of the program, so that nobody takes them for damage of the file.
 */
export function explainError(error: unknown): string {
	if (isRecordingError(error)) return `${error.message} (${error.issue.code})`;
	if (!(error instanceof Error)) return `cannot be read (${error})`;
	if ('code' in error) return explainSystemError(error) ?? `cannot be read (${error.code})`;
	// Plain errors are ours. Measuring refuses long recordings by the name of its argument.
	if (error.constructor === Error || isRefused(error)) return error.message;
	return `a fault of handreel, please report it: ${error.name}: ${error.message}`;
}

function isRefused(error: Error): boolean {
	return error instanceof RangeError && error.message.startsWith('recording: ');
}
