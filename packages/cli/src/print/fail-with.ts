import { errorText } from './error-text.ts';
import { UsageError } from './usage-error.ts';

/** Says what went wrong and ends: 2 for wrong use, 1 for everything else. */
export function failWith(error: unknown): never {
	process.stderr.write(`handreel: ${errorText(error)}\n`);
	process.exit(error instanceof UsageError ? 2 : 1);
}
