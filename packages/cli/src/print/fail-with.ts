import { errorText } from './error-text.ts';
import { UsageError } from './usage-error.ts';

/** Prints an error and exits: code 2 for usage errors, which are followed by `hint`, 1 for everything else. */
export function failWith(error: unknown, hint: string): never {
	process.stderr.write(`handreel: ${errorText(error)}\n`);
	if (error instanceof UsageError) process.stderr.write(`${hint}\n`);
	process.exit(error instanceof UsageError ? 2 : 1);
}
