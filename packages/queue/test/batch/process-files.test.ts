import { describe, expect, it } from 'vitest';
import type { JobData } from '../../src/batch/job-data.ts';
import { type Blame, processFiles } from '../../src/batch/process-files.ts';
import { type Runner, ThreadLostError } from '../../src/batch/runner.ts';

const names = ['a', 'b', 'c'];
const data: JobData = {
	version: '1',
	batch: 'x',
	index: 0,
	settings: {},
	files: names.map((name) => ({ path: name, name, hash: null })),
};

/** Runs a job whose files end their thread as often as `losses` specifies. */
async function run(losses: Record<string, number>, isRepeated = false, blame: Blame | null = null) {
	const saved: Blame[] = [];
	const calls: string[] = [];
	const runner: Runner = {
		run: async (_, files) => {
			calls.push(files.map(({ path }) => path).join(''));
			for (const { path } of files) {
				losses[path] = (losses[path] ?? 0) - 1;
				if (losses[path] >= 0) throw new ThreadLostError('out of memory');
				if (path === 'broken disk') throw new Error('no space left');
			}
			return files.map(({ path }) => ({ line: path, isFailed: path === 'c' }));
		},
		describeLoss: (_, { path }) => ({ line: `lost ${path}`, isFailed: true }),
		finish: async () => ({ files: 0, failed: 0, lost: [] }),
	};
	const saveBlame = async (next: Blame): Promise<void> => {
		saved.push(structuredClone(next));
	};
	return { part: await processFiles({ data, isRepeated, blame, saveBlame }, runner), saved, calls };
}

describe('processFiles', () => {
	it('processes all files at once and asks the server nothing', async () => {
		const { part, saved, calls } = await run({});
		expect(part).toEqual({ summary: { files: 3, failed: 1, lost: [] }, lines: names });
		expect({ saved, calls }).toEqual({ saved: [], calls: ['abc'] });
	});

	it('processes file by file after a lost thread', async () => {
		const { part, calls } = await run({ b: 2 });
		expect(part.lines).toEqual(names);
		expect(calls).toEqual(['abc', 'a', 'b', 'b', 'c']);
	});

	it('sets a file aside that ends all threads', async () => {
		const { part, calls } = await run({ b: 99 });
		expect(part).toEqual({ summary: { files: 3, failed: 2, lost: ['b'] }, lines: ['a', 'lost b', 'c'] });
		expect(calls).toEqual(['abc', 'a', 'b', 'b', 'c']);
	});

	it('names the file to the server before it is processed, after a lost worker', async () => {
		const { saved, calls } = await run({}, true);
		expect(calls).toEqual(names);
		expect(saved.map(({ at }) => at)).toEqual([0, 1, 2, null]);
	});

	it('blames the file at which a worker was lost', async () => {
		const first = await run({}, true, { at: 1, losses: {} });
		expect(first.part.summary.lost).toEqual([]);
		expect(first.saved[0]).toEqual({ at: 0, losses: { 1: 1 } });
		const second = await run({}, true, { at: 1, losses: { 1: 1 } });
		expect(second.part.summary.lost).toEqual(['b']);
		expect(second.calls).toEqual(['a', 'c']);
	});

	it('blames no file when a worker is lost between files', async () => {
		const { saved } = await run({}, true, { at: null, losses: {} });
		expect(saved.at(-1)).toEqual({ at: null, losses: {} });
	});
});
