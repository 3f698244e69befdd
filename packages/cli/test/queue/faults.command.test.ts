// Workers are killed and the server is restarted while a queue is processed. The results must be those of one machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_SERVERS } from '../../../../scripts/queue-servers.ts';
import { createScratch, isPosix, MAIN } from '../support/run-handreel.ts';
import { makeSmallRecordings } from '../support/small-recordings.ts';

const FILES = 2000;
const FILES_PER_JOB = 20;
const WORKERS = 3;
/** Each hits a worker at work. */
const KILLS = 8;

const scratch = createScratch();
afterAll(() => scratch.remove());
makeSmallRecordings(scratch.path('recordings'), FILES);

/** The result of one machine. */
let report = '';
beforeAll(() => {
	report = scratch.run('repair', 'recordings', 'alone/repaired', '--json', '--threads', '2').stdout;
	expect(scratch.run('index', 'recordings', '--out', 'alone/catalog', '--quiet').status).toBe(0);
	// The state of files on this machine, for updates.
	rmSync(scratch.path('alone', 'catalog', 'state.json'));
});

// Windows has no signals.
describe.runIf(isPosix).each(QUEUE_SERVERS)('three workers that are killed at random, on $name', ({ name, create }) => {
	it('give every result once, and the same bytes as one machine', { timeout: 300_000 }, async () => {
		const server = await create();
		const seed = 20_261_116;
		try {
			const env = { ...process.env, HANDREEL_QUEUE: server.address };
			const add = (...args: string[]): void => {
				const more = ['--files-per-job', String(FILES_PER_JOB)];
				const { status, stdout, stderr } = scratch.runWith({ env }, 'queue', 'add', ...args, ...more);
				expect({ status, stdout, stderr }).toEqual({
					status: 0,
					stdout: `added ${FILES.toLocaleString('en')} files in ${FILES / FILES_PER_JOB} jobs\n`,
					stderr: '',
				});
			};
			add('repair', 'recordings', `${name}/repaired`, '--report', `${name}/repairs.json`);
			add('index', 'recordings', '--out', `${name}/catalog`);
			const { kills, restarts, repeated } = await workWithFaults(env, server, seed);
			expect({ kills, restarts }).toEqual({ kills: KILLS, restarts: 1 });
			// Killed workers had jobs, which others took over.
			expect(repeated).toBeGreaterThan(0);

			const { stdout } = scratch.runWith({ env }, 'queue', 'status', '--json');
			const batches: Array<{ isFinished: boolean; files: number; lost: string[] }> = JSON.parse(stdout).batches;
			expect(batches.map(({ isFinished, files, lost }) => ({ isFinished, files, lost }))).toEqual(
				[1, 2].map(() => ({ isFinished: true, files: FILES, lost: [] })),
			);
			expect(listFiles(`${name}/repaired`)).toEqual(listFiles('alone/repaired'));
			const repairs = readFileSync(scratch.path(name, 'repairs.json'), 'utf8');
			expect(repairs === report.replaceAll('alone/', `${name}/`)).toBe(true);
			expect(listFiles(`${name}/catalog`)).toEqual(listFiles('alone/catalog'));
			// Neither temporary files nor parts are left.
			expect(readdirSync(scratch.path(name)).sort()).toEqual(['catalog', 'repaired', 'repairs.json']);
			expect(existsSync(scratch.path('.handreel-queue'))).toBe(false);
		} finally {
			await server.remove();
		}
	});
});

// Paths and hashes of all files.
function listFiles(folder: string): string[][] {
	const entries = readdirSync(scratch.path(folder), { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return paths
		.sort()
		.map((path) => [
			path.slice(scratch.path(folder).length),
			createHash('sha256').update(readFileSync(path)).digest('hex'),
		]);
}

// Workers run until the queue is empty. Faults happen after some jobs, so that they hit the middle of the work.
async function workWithFaults(
	env: NodeJS.ProcessEnv,
	server: { stop(): Promise<void>; start(): Promise<void> },
	seed: number,
): Promise<{ kills: number; restarts: number; repeated: number }> {
	const random = createRandom(seed);
	const jobs = (2 * FILES) / FILES_PER_JOB;
	const faults = Array.from({ length: KILLS }, () => Math.floor(random() * 0.8 * jobs)).sort((a, b) => a - b);
	const running = new Set<ChildProcess>();
	// Those that have done a job, and so have the next.
	const busy = new Set<ChildProcess>();
	const failures: string[] = [];
	let [done, kills, restarts, repeated] = [0, 0, 0, 0];
	let restarted: Promise<void> = Promise.resolve();
	const start = (): void => {
		const args = ['queue', 'work', '--until-done', '--concurrency', '1', '--lease', '2'];
		const child = spawn(process.execPath, [MAIN, ...args], {
			cwd: scratch.folder,
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let errors = '';
		let hasWorked = false;
		child.stderr.on('data', (chunk) => {
			errors += chunk;
		});
		running.add(child);
		createInterface(child.stdout).on('line', (line) => {
			if (!line.startsWith('job ')) return;
			hasWorked = true;
			if (!child.killed) busy.add(child);
			onJob();
		});
		child.on('exit', (code, signal) => {
			running.delete(child);
			busy.delete(child);
			repeated += errors.match(/^a worker was lost; its job .* runs again$/gm)?.length ?? 0;
			// The server may go away while a worker starts: then it ends, and a service manager starts it again.
			const isEarly =
				code !== 0 && !hasWorked && /cannot connect|connection terminated|terminating connection/i.test(errors);
			if (signal === 'SIGKILL' || isEarly) start();
			else if (code !== 0) failures.push(errors);
		});
	};
	const onJob = (): void => {
		done++;
		if (restarts === 0 && done >= jobs / 2) {
			restarts++;
			restarted = server.stop().then(() => server.start());
		}
		while (kills < faults.length && done > (faults[kills] ?? 0) && busy.size > 0) {
			kills++;
			const child = [...busy][Math.floor(random() * busy.size)];
			child?.kill('SIGKILL');
			if (child !== undefined) busy.delete(child);
		}
	};
	for (let i = 0; i < WORKERS; i++) start();
	while (running.size > 0) await Promise.race([...running].map((child) => once(child, 'exit')));
	await restarted;
	expect(failures).toEqual([]);
	return { kills, restarts, repeated };
}

// Mulberry32.
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}
