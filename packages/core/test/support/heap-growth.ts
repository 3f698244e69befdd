import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from '../../../../scripts/workspace.mjs';

/** Bytes that count as nothing. */
export const HEAP_LIMIT: number = 64 * 1024;

/** The core with both its doors as one file, for separate processes and workers. */
export interface CoreBundle {
	readonly url: string;
	remove(): void;
}

/** Bundles the core into a temporary folder. */
export async function bundleCore(): Promise<CoreBundle> {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-'));
	const file = join(folder, 'core.mjs');
	const entry = join(folder, 'entry.ts');
	const doors = ['index.ts', 'edit.ts', 'record.ts', 'play.ts', 'simd.ts'].map((door) =>
		join(root, 'packages/core/src', door),
	);
	writeFileSync(entry, doors.map((door) => `export * from ${JSON.stringify(door)};`).join('\n'));
	const build = await rolldown({ input: entry });
	await build.write({ file, format: 'esm' });
	await build.close();
	return { url: pathToFileURL(file).href, remove: () => rmSync(folder, { recursive: true }) };
}

/**
 * Makes a number of calls in a separate process, after as many to warm up, and returns by how many bytes the heap has
 * grown. How much short-lived memory engines use on the way is theirs: V8 boxes numbers that functions return.
 *
 * `setup` and `call` are source; they see the `core`, an array `kept`, and `call` the number `i` of the call, which continues
 * counting after the warm-up.
 */
export function measureGrowth({ url }: CoreBundle, setup: string, count: number, call: string): number {
	const code = `
		import { readFileSync } from 'node:fs';
		import * as core from ${JSON.stringify(url)};
		const kept = [];
		${setup}
		const work = (first) => { for (let i = first; i < first + ${count}; i++) ${call}; };
		const used = () => {
			for (let i = 0; i < 3; i++) gc();
			const { heapUsed, arrayBuffers } = process.memoryUsage();
			return heapUsed + arrayBuffers;
		};
		work(0);
		used();
		const before = used();
		work(${count});
		console.log(used() - before);`;
	// With a single thread, code that is compiled on the side is not counted when a busy machine happens to finish it.
	const flags = ['--single-threaded', '--expose-gc', '--input-type=module'];
	return Number(execFileSync(process.execPath, [...flags, '-e', code]).toString());
}
