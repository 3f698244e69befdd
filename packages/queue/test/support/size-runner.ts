import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileResult, Runner } from '@handreel/queue';

/** A runner whose result of a file is its size. Writes all lines to `sizes.txt`. */
export function createSizeRunner(root: string): Runner {
	const describe = (path: string): FileResult => {
		const { size } = statSync(join(root, path));
		return { line: JSON.stringify({ path, size }), isFailed: false };
	};
	return {
		run: async (_, files) =>
			files.map(({ path }) => {
				// A recording that ends its worker.
				if (path.includes('poison')) process.kill(process.pid, 'SIGKILL');
				return describe(path);
			}),
		describeLoss: (_, { path }, reason) => ({ line: JSON.stringify({ path, reason }), isFailed: true }),
		finish: async (_, parts) => {
			const lines = [...parts].flatMap((part) => part.lines);
			writeFileSync(join(root, 'sizes.txt'), `${lines.join('\n')}\n`);
		},
	};
}

/** The lines that {@link createSizeRunner} has written. */
export function readSizes(root: string): Array<{ path: string; size?: number; reason?: string }> {
	const lines = readFileSync(join(root, 'sizes.txt'), 'utf8').trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line));
}
