// Commands on a folder of many recordings, beside the script that comes to mind first: a loop in one thread. Files per second
// go to standard error, start of the process included; bench/make-corpus.ts makes folders for trying by hand.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecording, summarizeBytes } from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { measureRecording } from '@handreel/core/measure';
import { type Benchmark, type Effort, median } from './harness.ts';
import { makeCorpus } from './make-corpus.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.cjs', import.meta.url));
const COUNTS: Readonly<Record<Effort, number>> = { full: 5000, quick: 500 };
const ROUNDS = 3;

type Loop = (bytes: Uint8Array) => unknown;

const describe: Loop = (bytes) => JSON.stringify(summarizeBytes(bytes));
const judge: Loop = (bytes) => diagnoseRecording(readRecording(bytes));
const index: Loop = (bytes) => {
	const recording = readRecording(bytes);
	return [measureRecording(recording), diagnoseRecording(recording)];
};

/** Everything about many recordings. */
export function listCorpusBenchmarks(): Benchmark[] {
	const about = { better: 'higher', isLarge: true } as const;
	return [
		{
			...about,
			name: 'info of many files / a loop of summarizeBytes',
			target: 1,
			run: (effort) => compareWithLoop(['info', '--json'], describe, effort),
		},
		{
			...about,
			name: 'check of many files / a loop of diagnoseRecording',
			target: 1.3,
			run: (effort) => compareWithLoop(['check', '--json'], judge, effort),
		},
		{
			...about,
			name: 'index of many files / a loop of measureRecording and diagnoseRecording',
			target: 1.2,
			run: (effort) => compareWithLoop(['index', '--quiet'], index, effort),
		},
		{
			...about,
			name: 'index of many unchanged files / first index',
			target: 10,
			run: (effort) =>
				withCorpus(effort, (folder) => {
					const out = `${folder}-catalog`;
					const first = time(() => runCommand(['index', '--quiet', '--out', out, folder]));
					const again = time(() => runCommand(['index', '--quiet', '--out', out, folder]));
					rmSync(out, { recursive: true });
					return first / again;
				}),
		},
	];
}

function compareWithLoop(args: readonly string[], loop: Loop, effort: Effort): ReturnType<Benchmark['run']> {
	return withCorpus(effort, (folder, paths) => {
		const ratios: number[] = [];
		const rates: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			// A new folder each time: the catalog of the last round would be up to date.
			const out = args[0] === 'index' ? ['--out', `${folder}-${round}`] : [];
			const seconds = time(() => runCommand([...args, ...out, folder]));
			for (const path of out.slice(1)) rmSync(path, { recursive: true });
			const results: unknown[] = [];
			const beside = time(() => {
				for (const path of paths) results.push(loop(readFileSync(path)));
			});
			if (results.length !== paths.length) throw new Error('the loop has lost files');
			ratios.push(beside / seconds);
			rates.push(paths.length / seconds);
		}
		process.stderr.write(`  ${args[0]}: ${median(rates).toFixed(0)} files/s\n`);
		return median(ratios);
	});
}

function withCorpus(
	effort: Effort,
	work: (folder: string, paths: readonly string[]) => number,
): ReturnType<Benchmark['run']> {
	if (!existsSync(MAIN)) return { skipped: 'packages/cli/dist/main.cjs is not built' };
	const base = mkdtempSync(join(tmpdir(), 'handreel-bench-'));
	try {
		const folder = join(base, 'recordings');
		makeCorpus(folder, COUNTS[effort]);
		const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.bin'));
		return work(
			folder,
			names.map((name) => join(folder, name)),
		);
	} finally {
		rmSync(base, { recursive: true });
	}
}

function time(work: () => void): number {
	const start = performance.now();
	work();
	return (performance.now() - start) / 1000;
}

function runCommand(args: readonly string[]): void {
	const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
	// `check` ends with 1 if it finds problems, as it does in real recordings.
	if (status !== 0 && !(status === 1 && args[0] === 'check'))
		throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
}
