// What the command costs beside a Node that does nothing, and what a second thread brings: processes started in turns.
import { spawnSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFile } from './data.ts';
import { type Benchmark, compareSpeed, type Effort } from './harness.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.cjs', import.meta.url));
const PAIRS: Readonly<Record<Effort, number>> = { full: 41, quick: 11 };
const LARGE_BYTES = 200e6;
const BATCH_FILES: Readonly<Record<Effort, number>> = { full: 1000, quick: 200 };
const BATCH_ROUNDS = 3;

// Runs before the command line and reports at its end how many bytes the process has read, on the file descriptor 3.
const COUNT_READS = `
	import { readFileSync, writeSync } from 'node:fs';
	process.on('exit', () => writeSync(3, readFileSync('/proc/self/io', 'latin1')));
`;

/** Everything about the command line. */
export function listCliBenchmarks(): Benchmark[] {
	const about = { better: 'lower' } as const;
	return [
		{
			...about,
			name: "info 300 kB / node -e ''",
			target: 1.3,
			isLarge: false,
			run: (effort) => timeInfo(300e3, effort),
		},
		{ ...about, name: "--help / node -e ''", target: 1.3, isLarge: false, run: timeHelp },
		{
			...about,
			name: "info 200 MB / node -e ''",
			target: null,
			isLarge: true,
			run: (effort) => timeInfo(200e6, effort),
		},
		{ ...about, name: 'info 200 MB, bytes read / file size', target: null, isLarge: true, run: countReads },
		...['json', 'glb'].map(
			(format): Benchmark => ({
				name: `convert many files of 300 kB to ${format}, 2 threads / 1 thread`,
				target: 1.6,
				better: 'higher',
				isLarge: true,
				run: (effort) => timeBatch(format, effort),
			}),
		),
	];
}

function timeInfo(byteLength: number, effort: Effort): ReturnType<Benchmark['run']> {
	return withFile(byteLength, (path) => {
		const info = (): void => runNode([MAIN, 'info', path]);
		const nothing = (): void => runNode(['-e', '']);
		return compareSpeed(nothing, info, { rounds: PAIRS[effort], roundMs: 0 });
	});
}

function timeHelp(effort: Effort): ReturnType<Benchmark['run']> {
	if (!existsSync(MAIN)) return { skipped: 'packages/cli/dist/main.cjs is not built' };
	const help = (): void => runNode([MAIN, '--help']);
	const nothing = (): void => runNode(['-e', '']);
	return compareSpeed(nothing, help, { rounds: PAIRS[effort], roundMs: 0 });
}

// The same files by one thread and by two, in turns; files per second go to standard error.
function timeBatch(format: string, effort: Effort): ReturnType<Benchmark['run']> {
	if (availableParallelism() < 2) return { skipped: 'this machine has one core' };
	return withFile(300e3, (path) => {
		const folder = dirname(path);
		const count = BATCH_FILES[effort];
		mkdirSync(join(folder, 'in'));
		for (let i = 0; i < count; i++) copyFileSync(path, join(folder, 'in', `${i}.bin`));
		const seconds: Record<string, number[]> = { '1': [], '2': [] };
		for (let round = 0; round < BATCH_ROUNDS; round++) {
			for (const threads of ['1', '2']) {
				const out = join(folder, `out-${round}-${threads}`);
				const start = performance.now();
				runNode([MAIN, 'convert', join(folder, 'in'), out, '--to', format, '--threads', threads, '--quiet']);
				seconds[threads]?.push((performance.now() - start) / 1000);
				// Emptied, not removed: ext4 walks past every inode that was freed in the last minute when it makes a file.
				for (const name of readdirSync(out)) truncateSync(join(out, name));
			}
		}
		const best = (threads: string): number => Math.min(...(seconds[threads] ?? []));
		const rate = (threads: string): string => (count / best(threads)).toFixed(0);
		process.stderr.write(`  ${format}: ${rate('1')} files/s by 1 thread, ${rate('2')} files/s by 2 threads\n`);
		return best('1') / best('2');
	});
}

function countReads(): ReturnType<Benchmark['run']> {
	if (!existsSync('/proc/self/io')) return { skipped: 'this system does not count the bytes that a process reads' };
	return withFile(LARGE_BYTES, (path) => {
		const preload = `data:text/javascript,${encodeURIComponent(COUNT_READS)}`;
		const { output } = spawnSync(process.execPath, ['--import', preload, MAIN, 'info', path], {
			stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
		});
		const read = /rchar: (\d+)/.exec(String(output[3]))?.[1];
		if (read === undefined) return { skipped: 'the process did not say how many bytes it has read' };
		return Number(read) / LARGE_BYTES;
	});
}

function withFile(
	byteLength: number,
	work: (path: string) => number | { skipped: string },
): ReturnType<Benchmark['run']> {
	if (!existsSync(MAIN)) return { skipped: 'packages/cli/dist/main.cjs is not built' };
	const folder = mkdtempSync(join(tmpdir(), 'handreel-bench-'));
	try {
		const path = join(folder, 'recording.bin');
		writeFileSync(path, makeFile('simple', byteLength));
		// Once, so that both sides find their files in the page cache.
		readFileSync(path);
		return work(path);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function runNode(args: readonly string[]): void {
	const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
	if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}
