// Commands on a folder of many recordings, beside the script that comes to mind first: a loop in one thread. Files per second,
// memory and the times of questions go to standard error, start of the process included; bench/make-corpus.ts makes folders for
// trying by hand.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecording, summarizeBytes } from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { measureRecording } from '@handreel/core/measure';
import { QUESTIONS } from '@handreel/corpus';
import { type Benchmark, type Effort, median, noteSpread } from './harness.ts';
import { makeCorpus } from './make-corpus.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.cjs', import.meta.url));
const COUNTS: Readonly<Record<Effort, number>> = { full: 2000, quick: 1000 };
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
		...(['info', 'check', 'index'] as const).map(
			(command): Benchmark => ({
				name: `${command} of many files, memory / memory with a quarter of the files`,
				target: MAX_GROWTH,
				better: 'lower',
				isLarge: true,
				run: (effort) => compareMemory(command, effort),
			}),
		),
		{
			name: `slowest of ${QUESTIONS.length} questions about many files / SELECT 1`,
			target: 3,
			better: 'lower',
			isLarge: true,
			run: (effort) => withCorpus(effort, compareQuestions),
		},
	];
}

/** Memory must not grow with the number of files. */
const MAX_GROWTH = 1.3;

function compareMemory(command: 'info' | 'check' | 'index', effort: Effort): ReturnType<Benchmark['run']> {
	if (process.platform !== 'linux') return { skipped: 'the high-water mark of a process is read from /proc' };
	return withCorpus(effort, (folder) => {
		const days = readdirSync(folder).map((name) => join(folder, name));
		const out = `${folder}-catalog`;
		const measure = (): number => {
			const options = command === 'index' ? ['--quiet', '--out', out] : ['--json'];
			const bytes = measurePeak([command, ...options, folder]);
			rmSync(out, { recursive: true, force: true });
			process.stderr.write(`  ${command}: ${(bytes / 1e6).toFixed(0)} MB\n`);
			return bytes;
		};
		const all = measure();
		for (const day of days.slice(Math.ceil(days.length / 4))) rmSync(day, { recursive: true });
		return all / measure();
	});
}

function compareQuestions(folder: string): number {
	runCommand(['index', '--quiet', folder]);
	const ask = (question: string): number => {
		const times = Array.from({ length: ROUNDS }, () => time(() => runCommand(['query', question, folder])));
		return median(times);
	};
	const slowest = Math.max(
		...QUESTIONS.map(({ name }) => {
			const seconds = ask(name);
			process.stderr.write(`  ${name}: ${(1000 * seconds).toFixed(0)} ms\n`);
			return seconds;
		}),
	);
	return slowest / ask('SELECT 1');
}

// The high-water mark of the process itself. `maxRSS` starts with that of the parent, which Linux passes on through `exec`. Threads load the
// module, too.
function measurePeak(args: readonly string[]): number {
	const report = `import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const read = () => /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
if (isMainThread) process.on('exit', () => process._rawDebug('peak ' + read()));`;
	const stderr = runCommand(args, ['--import', `data:text/javascript,${encodeURIComponent(report)}`]);
	const [, kilobytes] = /^peak (\d+)$/m.exec(stderr) ?? [];
	if (kilobytes === undefined) throw new Error(`${args[0]} did not report its memory: ${stderr}`);
	return 1024 * Number(kilobytes);
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
		noteSpread(ratios);
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

function runCommand(args: readonly string[], options: readonly string[] = []): string {
	const command = [...options, MAIN, ...args];
	const { status, stderr } = spawnSync(process.execPath, command, {
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
	});
	// `check` ends with 1 if it finds problems, as it does in real recordings.
	if (status !== 0 && !(status === 1 && args[0] === 'check'))
		throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
	return stderr;
}
