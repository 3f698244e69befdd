// What a second worker brings, and what a queue costs beside the command alone: real servers, processes in turns.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QUEUE_SERVERS, type QueueServer } from '../scripts/queue-servers.ts';
import { makeFile } from './data.ts';
import { type Benchmark, type Effort, median } from './harness.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.cjs', import.meta.url));
/** Enough that the start of a worker, which takes a second, counts little. */
const FILES: Readonly<Record<Effort, number>> = { full: 8000, quick: 400 };
const FILE_BYTES = 110e3;
const ROUNDS: Readonly<Record<Effort, number>> = { full: 3, quick: 1 };

/** Everything about queues. */
export function listQueueBenchmarks(): Benchmark[] {
	return QUEUE_SERVERS.flatMap(({ name, create }): Benchmark[] => [
		{
			name: `queue on ${name}, check 8,000 files of 110 kB, 2 workers / 1 worker`,
			target: 1.5,
			better: 'higher',
			isLarge: true,
			run: (effort) => withServer(create, effort, async (bench) => (await bench.work(1)) / (await bench.work(2))),
		},
		{
			name: `queue on ${name}, check 8,000 files of 110 kB, time of 1 worker / no queue, 1 thread`,
			target: null,
			better: 'lower',
			isLarge: true,
			run: (effort) => withServer(create, effort, async (bench) => (await bench.work(1)) / bench.checkAlone()),
		},
	]);
}

interface QueueBench {
	/** Seconds that some workers take for all files. */
	work(workers: number): Promise<number>;
	/** Seconds that the command takes without a queue. */
	checkAlone(): number;
}

async function withServer(
	create: () => Promise<QueueServer>,
	effort: Effort,
	measure: (bench: QueueBench) => Promise<number>,
): Promise<number | { skipped: string }> {
	if (!existsSync(MAIN)) return { skipped: 'packages/cli/dist/main.cjs is not built' };
	if (availableParallelism() < 2) return { skipped: 'this machine has one core' };
	const server = await create();
	const folder = mkdtempSync(join(tmpdir(), 'handreel-bench-'));
	try {
		mkdirSync(join(folder, 'recordings'));
		const bytes = makeFile('simple', FILE_BYTES);
		for (let i = 0; i < FILES[effort]; i++) writeFileSync(join(folder, 'recordings', `${i}.bin`), bytes);
		const env = { ...process.env, HANDREEL_QUEUE: server.address };
		const run = (...args: string[]): void => {
			const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, env, maxBuffer: 2 ** 30 });
			// 1: problems found.
			if (status !== 0 && status !== 1) throw new Error(String(stderr));
		};
		const bench: QueueBench = {
			work: async (workers) => {
				run('queue', 'add', 'check', 'recordings', '--report', 'report.json', '--force');
				const start = performance.now();
				const args = [MAIN, 'queue', 'work', '--until-done', '--concurrency', '1', '--quiet'];
				const children = Array.from({ length: workers }, () =>
					spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' }),
				);
				await Promise.all(children.map((child) => once(child, 'exit')));
				return (performance.now() - start) / 1000;
			},
			checkAlone: () => {
				const start = performance.now();
				run('check', 'recordings', '--json', '--threads', '1');
				return (performance.now() - start) / 1000;
			},
		};
		const ratios: number[] = [];
		for (let round = 0; round < ROUNDS[effort]; round++) ratios.push(await measure(bench));
		return median(ratios);
	} finally {
		rmSync(folder, { recursive: true, force: true });
		await server.remove();
	}
}
