import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Combiner, type FileResult, finishBatch, type Runner } from '@handreel/queue';

/** A runner whose result of a file is its size. Writes all lines to `sizes.txt`. */
export function createSizeRunner(root: string): Runner {
	const describe = (path: string): FileResult => {
		const { size } = statSync(join(root, path));
		return { line: JSON.stringify({ path, size }), isFailed: false };
	};
	const combiner: Combiner = {
		describeLoss: (_, { path }, reason) => ({ line: JSON.stringify({ path, reason }), isFailed: true }),
		combine: async (_, parts) => {
			const lines: string[] = [];
			for await (const part of parts) lines.push(...part.lines);
			writeFileSync(join(root, 'sizes.txt'), `${lines.join('\n')}\n`);
		},
	};
	return {
		run: async (_, files) =>
			files.map(({ path }) => {
				// A recording that ends its worker.
				if (path.includes('poison')) process.kill(process.pid, 'SIGKILL');
				return describe(path);
			}),
		describeLoss: combiner.describeLoss,
		finish: (request) => finishBatch(request, combiner),
	};
}

/** The lines that {@link createSizeRunner} has written. */
export function readSizes(root: string): Array<{ path: string; size?: number; reason?: string }> {
	const lines = readFileSync(join(root, 'sizes.txt'), 'utf8').trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line));
}
