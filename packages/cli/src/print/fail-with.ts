import { errorText } from './error-text.ts';
import { UsageError } from './usage-error.ts';

/** Prints an error and exits: code 2 for usage errors, 1 for everything else. */
export function failWith(error: unknown): never {
	process.stderr.write(`handreel: ${errorText(error)}\n`);
	process.exit(error instanceof UsageError ? 2 : 1);
}
