import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_SERVERS, type QueueServer } from '../../../../scripts/queue-servers.ts';
import { createScratch, isPosix, type Outcome, recorded } from '../support/run-handreel.ts';

const scratch = createScratch({
	'recordings/a.bin': 'mrtk-2.8.3-n020',
	'recordings/b/c.bin': 'mrtk-2.8.3-camera-only',
	'recordings/empty.bin': 'mrtk-2.8.3-0bytes',
	'single.bin': 'mrtk-2.8.3-n020',
});
afterAll(() => scratch.remove());
writeFileSync(scratch.path('recordings', 'text.bin'), 'this is not a recording');
if (isPosix) {
	cpSync(recorded('mrtk-2.8.3-n020'), scratch.path('recordings', "-it's\n\u001b[31m“odd”.bin"));
	cpSync(recorded('mrtk-2.8.3-n020'), scratch.path('recordings', 'locked.bin'));
	chmodSync(scratch.path('recordings', 'locked.bin'), 0);
	symlinkSync('loop.bin', scratch.path('recordings', 'loop.bin'));
}

/** The result of one machine. */
const FRAMED = ['index', 'recordings', '--frames', '--frame-rate', '30', '--out'];
const alone = { problems: '', figures: '' };
beforeAll(() => {
	alone.problems = scratch.run('check', 'recordings', '--json').stdout;
	alone.figures = scratch.run('measure', 'single.bin', '--json').stdout;
	scratch.run('convert', 'recordings', 'alone/tables', '--to', 'csv', '--frame-rate', '10');
	scratch.run('optimize', 'recordings', 'alone/small', '--mm', '2', '--to', 'reel');
	expect(scratch.run('index', 'recordings', '--out', 'alone/catalog').status).toBe(0);
	expect(scratch.run(...FRAMED, 'alone/framed').status).toBe(0);
});

describe.each(QUEUE_SERVERS)('handreel queue on $name', ({ name, create }) => {
	let server: QueueServer;
	const outputs: string[] = [];
	const queue = (...args: string[]): Outcome => {
		const env = { ...process.env, HANDREEL_QUEUE: server.address };
		const outcome = scratch.runWith({ env }, 'queue', ...args);
		outputs.push(outcome.stdout, outcome.stderr);
		return outcome;
	};
	const file = (path: string): string => readFileSync(scratch.path(name, path), 'utf8');

	beforeAll(async () => {
		server = await create();
		mkdirSync(scratch.path(name));
	});
	afterAll(() => server.remove());

	it('writes the same bytes as one machine', () => {
		expect(
			queue('add', 'check', 'recordings', '--report', `${name}/problems.json`, '--files-per-job', '2').status,
		).toBe(0);
		expect(queue('add', 'measure', 'single.bin', '--report', `${name}/figures.json`).stdout).toBe(
			'added 1 file in 1 job\n',
		);
		expect(queue('add', 'convert', 'recordings', `${name}/tables`, '--to', 'csv', '--frame-rate', '10').status).toBe(0);
		expect(queue('add', 'optimize', 'recordings', `${name}/small`, '--mm', '2', '--to', 'reel').status).toBe(0);
		expect(queue('add', 'index', 'recordings', '--out', `${name}/catalog`, '--files-per-job', '3').status).toBe(0);
		expect(queue('add', ...FRAMED, `${name}/framed`, '--files-per-job', '2').status).toBe(0);
		expect(queue('status').stdout).toMatch(/^check recordings {2}0 of \d files, 0\.0%$/m);
		const { status, stdout, stderr } = queue('work', '--until-done');
		expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.not.stringContaining('handreel:') });
		expect(stdout).toMatch(/^finished: check recordings {2}\d files/m);
		expect(file('problems.json')).toBe(alone.problems);
		expect(file('figures.json')).toBe(alone.figures);
		for (const folder of ['tables', 'small']) {
			const names = readdirSync(scratch.path('alone', folder), { recursive: true, encoding: 'utf8' }).sort();
			expect(readdirSync(scratch.path(name, folder), { recursive: true, encoding: 'utf8' }).sort()).toEqual(names);
			expect(names.length).toBeGreaterThan(1);
			for (const path of names.filter((path) => /\.(csv|reel)$/.test(path))) {
				expect(
					readFileSync(scratch.path(name, folder, path)).equals(readFileSync(scratch.path('alone', folder, path))),
				).toBe(true);
			}
		}
		const frames = readdirSync(scratch.path('alone', 'framed', 'frames'));
		expect(frames).toHaveLength(1);
		for (const folder of ['catalog', 'framed']) {
			const more = folder === 'framed' ? frames.map((frame) => `frames/${frame}`) : [];
			for (const table of ['catalog.parquet', 'events.parquet', 'manifest.json', ...more]) {
				const made = readFileSync(scratch.path(name, folder, table));
				expect(made.equals(readFileSync(scratch.path('alone', folder, table))), `${folder} ${table}`).toBe(true);
			}
		}
		expect(existsSync(scratch.path('.handreel-queue'))).toBe(false);
		const after = queue('status', '--watch', '--json');
		expect(after.status).toBe(1);
		expect(JSON.parse(after.stdout)).toMatchObject({ secondsLeft: 0, jobs: { waiting: 0, active: 0, failed: 0 } });
		expect(queue('drain').status).toBe(0);
	});

	it('names files that change after they were added, takes lists of files, and works in silence', () => {
		mkdirSync(scratch.path('changing'), { recursive: true });
		for (const name of ['a', 'b']) cpSync(recorded('mrtk-2.8.3-n020'), scratch.path('changing', `${name}.bin`));
		expect(queue('add', 'check', 'changing', '--report', `${name}/changing.json`).status).toBe(0);
		cpSync(recorded('mrtk-2.8.3-n100'), scratch.path('changing', 'b.bin'));
		writeFileSync(scratch.path('list.txt'), 'single.bin\nrecordings/a.bin\n');
		expect(queue('add', 'repair', '--files-from', 'list.txt', `${name}/repaired`).stdout).toBe(
			'added 2 files in 1 job\n',
		);
		expect(queue('work', '--until-done', '--quiet')).toMatchObject({ status: 0, stdout: '', stderr: '' });
		const [a, b] = JSON.parse(file('changing.json'));
		expect(new Set(a.issues.map(({ code }: { code: string }) => code))).toEqual(new Set(['tail-lost']));
		expect(b.error).toMatchObject({ code: 'file-changed' });
		expect(queue('status').stdout).toMatch(/^check changing {2}2 files, finished, 1 failed$/m);
		expect(readdirSync(scratch.path(name, 'repaired')).sort()).toEqual(['a.bin', 'single.bin']);
	});

	it('never prints the password', () => {
		const address = server.address.replace(encodeURIComponent(server.password), 'hunter2');
		// The reason comes from the server, and all commands print it in one place. So each command tries one of the servers.
		const at = QUEUE_SERVERS.findIndex((other) => other.name === name);
		const commands = ['status', 'work', 'retry', 'drain'].filter((_, i) => i % QUEUE_SERVERS.length === at);
		for (const command of commands) {
			const outcome = scratch.runWith({ env: { ...process.env, HANDREEL_QUEUE: address } }, 'queue', command);
			expect(outcome).toMatchObject({ status: 1, stdout: '' });
			expect(outcome.stderr).toMatch(/^handreel: cannot connect to (redis|postgres):\/\/127\.0\.0\.1:\d+\/\w+: .*\n$/);
			outputs.push(outcome.stderr);
		}
		expect(outputs.join('')).not.toContain('hunter2');
		expect(outputs.join('')).not.toContain(server.password);
		expect(outputs.join('')).not.toContain(encodeURIComponent(server.password));
	});
});

describe('handreel queue without a server', () => {
	const run = (address: string | undefined): Outcome =>
		scratch.runWith({ env: { ...process.env, HANDREEL_QUEUE: address } }, 'queue', 'status');

	it('asks for the address', () => {
		const { status, stderr } = run(undefined);
		expect(status).toBe(2);
		expect(stderr).toMatch(/^handreel: set the environment variable HANDREEL_QUEUE to the address of a server: /);
	});

	it('does not repeat an address that it does not understand', () => {
		const { status, stderr } = run('mysql://user:hunter2@host/db');
		expect(status).toBe(2);
		expect(stderr).not.toMatch(/hunter2|user@/);
	});

	it('refuses what would overwrite files, or has no place for results', () => {
		writeFileSync(scratch.path('old.json'), '');
		// Nobody listens there: work is refused before the command connects.
		const env = { ...process.env, HANDREEL_QUEUE: 'redis://user:hunter2@127.0.0.1:1' };
		const add = (...args: string[]): Outcome => scratch.runWith({ env }, 'queue', 'add', ...args);
		for (const [args, message] of [
			[['check', 'recordings'], 'missing --report'],
			[['check', 'recordings', '--report', 'old.json'], 'already exists; use --force'],
			[['check', '-', '--report', 'x.json'], 'a queue cannot hold standard input'],
			[['check', 'recordings', '--json'], "unknown option '--json'"],
			[['repair', 'recordings', 'recordings', '--force'], 'a queue cannot overwrite its inputs'],
			[['repair', 'single.bin', '-'], 'a queue cannot write to standard output'],
			[['trim', 'recordings', 'x'], "unknown command 'trim'"],
		] as const) {
			const { status, stderr } = add(...args);
			expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
			expect(stderr).toMatch(/\nRun 'handreel help queue add( \w+)?' for usage\.\n$/);
			expect(stderr).not.toContain('hunter2');
		}
		expect(add('repair', 'single.bin', 'recordings/a.bin')).toMatchObject({
			status: 1,
			stderr: expect.stringContaining('already exists'),
		});
		expect(add('index', 'missing')).toMatchObject({
			status: 1,
			stderr: 'handreel: missing: no such file or folder\n',
		});
	});

	describe.runIf(isPosix)('with pipes', () => {
		const env = { ...process.env, HANDREEL_QUEUE: 'redis://127.0.0.1:1' };
		const add = (...args: string[]): Outcome => scratch.runWith({ env, timeout: 20_000 }, 'queue', 'add', ...args);
		beforeAll(() => {
			mkdirSync(scratch.path('linked'));
			scratch.shell('mkfifo pipe.bin; ln -s ../pipe.bin linked/link.bin');
		});

		it.each([
			['repair', 'pipe.bin', 'repaired/'],
			['repair', 'linked', 'repaired/'],
			['check', 'pipe.bin', '--report', 'x.json'],
		])('refuses them before it reads them: %s %s', (...args) => {
			const { status, stderr } = add(...args);
			expect({ status, stderr }).toEqual({
				status: 2,
				stderr: expect.stringContaining('.bin: a queue cannot hold pipes and devices; use a file'),
			});
		});

		it('does not wait for their writers when it hashes a folder', () => {
			// Nobody listens there, so the command fails after hashing.
			expect(add('index', 'linked').status).toBe(1);
		});
	});

	it('reports that nobody listens', () => {
		for (const protocol of ['redis', 'postgres']) {
			const { status, stderr } = run(`${protocol}://user:hunter2@127.0.0.1:1`);
			expect(status).toBe(1);
			expect(stderr).toMatch(
				/^handreel: cannot connect to \w+:\/\/127\.0\.0\.1:1: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
			);
		}
	});
});
