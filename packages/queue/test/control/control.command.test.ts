import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	addBatch,
	type BatchPlan,
	drainQueue,
	type Engine,
	openEngine,
	parseAddress,
	retryBatches,
	runWorker,
	STATE_FOLDER,
	StatusReader,
	type WorkEvent,
	type WorkOptions,
} from '@handreel/queue';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUEUE_SERVERS, type QueueServer } from '../../../../scripts/queue-servers.ts';
import { bundleWorker } from '../support/bundle-worker.ts';
import { createSizeRunner, readSizes } from '../support/size-runner.ts';

describe.each(QUEUE_SERVERS)('a queue on $name', ({ create }) => {
	let server: QueueServer;
	let engine: Engine;
	let root: string;
	const events: WorkEvent[] = [];
	const idle: WorkOptions = {
		get root() {
			return root;
		},
		version: '1.0.0',
		concurrency: 2,
		leaseSeconds: 5,
		untilDone: true,
		signal: new AbortController().signal,
		onEvent: (event) => events.push(event),
		onError: () => {},
	};
	const plan = (names: readonly string[], more: Partial<BatchPlan> = {}): BatchPlan => {
		for (const [i, name] of names.entries()) writeFileSync(join(root, name), 'x'.repeat(i));
		const files = names.map((name, i) => ({ path: name, name, hash: String(i) }));
		return { version: '1.0.0', command: 'size .', settings: {}, files, filesPerJob: 3, ...more };
	};
	const list = (count: number): string[] => Array.from({ length: count }, (_, i) => `file-${i}`);

	beforeAll(async () => {
		server = await create();
	});
	afterAll(() => server.remove());
	beforeEach(async () => {
		root = mkdtempSync(join(tmpdir(), 'handreel-queue-'));
		engine = await openEngine(parseAddress(server.address), 'handreel', () => {});
		events.length = 0;
	});
	afterEach(async () => {
		await drainQueue(engine, root, true);
		await engine.close();
		rmSync(root, { recursive: true, force: true });
	});

	it('processes all files, in jobs, and combines the results in order', async () => {
		const added = await addBatch(engine, root, plan(list(10)));
		expect(added).toMatchObject({ jobs: 4, files: 10, isKnown: false });
		expect(await addBatch(engine, root, plan(list(10)))).toEqual({ ...added, isKnown: true });
		await runWorker(engine, createSizeRunner(root), idle);
		expect(readSizes(root)).toEqual(list(10).map((path, size) => ({ path, size })));
		expect(events.filter(({ kind }) => kind === 'done')).toHaveLength(4);
		expect(events.at(-1)).toEqual({
			kind: 'finished',
			command: 'size .',
			result: { files: 10, failed: 0, lost: [] },
		});
		expect(existsSync(join(root, STATE_FOLDER))).toBe(false);
		const status = await new StatusReader(engine).read(Date.now());
		expect(status).toMatchObject({ jobs: { waiting: 0, active: 0, done: 5, failed: 0 }, secondsLeft: 0, failures: [] });
		expect(status.batches).toEqual([
			{ command: 'size .', version: '1.0.0', isFinished: true, files: 10, done: 10, failed: 0, lost: [] },
		]);
	});

	it('processes finished work again when it is added again', async () => {
		for (const _ of [1, 2]) {
			expect(await addBatch(engine, root, plan(list(4)))).toMatchObject({ isKnown: false });
			await runWorker(engine, createSizeRunner(root), idle);
			expect(readSizes(root)).toHaveLength(4);
			rmSync(join(root, 'sizes.txt'));
		}
	});

	it('keeps the results of jobs when the server loses everything', async () => {
		await addBatch(engine, root, plan(list(9)));
		const stop = new AbortController();
		const onEvent = ({ kind }: WorkEvent): void => {
			if (kind === 'done') stop.abort();
		};
		await runWorker(engine, createSizeRunner(root), { ...idle, concurrency: 1, signal: stop.signal, onEvent });
		// Not `drainQueue`, which also removes the results.
		await engine.queue.obliterate({ force: true });
		expect(await addBatch(engine, root, plan(list(9)))).toMatchObject({ isKnown: false });
		const runner = createSizeRunner(root);
		let files = 0;
		const run: typeof runner.run = (settings, some) => {
			files += some.length;
			return runner.run(settings, some);
		};
		await runWorker(engine, { ...runner, run }, idle);
		expect(readSizes(root)).toHaveLength(9);
		expect(files).toBeLessThan(9);
	});

	it('removes the state of a finished batch whose worker was lost', async () => {
		const { id } = await addBatch(engine, root, plan(list(3)));
		const manifest = join(root, STATE_FOLDER, id, 'batch.json');
		const text = readFileSync(manifest, 'utf8');
		await runWorker(engine, createSizeRunner(root), idle);
		expect(existsSync(manifest)).toBe(false);
		mkdirSync(join(root, STATE_FOLDER, id), { recursive: true });
		writeFileSync(manifest, text);
		await runWorker(engine, createSizeRunner(root), idle);
		expect(existsSync(join(root, STATE_FOLDER))).toBe(false);
	});

	// Windows has no signals.
	it.runIf(process.platform !== 'win32')(
		'sets a file aside that ends its workers, names it, and tries again on request',
		async () => {
			await addBatch(engine, root, plan(['a', 'poison', 'b', 'c', 'd']));
			const script = await bundleWorker(root);
			const work = async (): Promise<NodeJS.Signals | null> => {
				const child = spawn(process.execPath, [script, root, '1.0.0'], {
					stdio: ['ignore', 'ignore', 'inherit'],
					env: { ...process.env, HANDREEL_QUEUE: server.address },
				});
				const [, signal] = await once(child, 'exit');
				return signal;
			};
			const signals = [await work(), await work(), await work(), await work()];
			expect(signals).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', null]);
			const reason = 'set aside: this file has ended its worker several times';
			const expected = [
				{ path: 'a', size: 0 },
				{ path: 'poison', reason },
				{ path: 'b', size: 2 },
				{ path: 'c', size: 3 },
				{ path: 'd', size: 4 },
			];
			expect(readSizes(root)).toEqual(expected);
			const { batches } = await new StatusReader(engine).read(Date.now());
			expect(batches).toMatchObject([{ isFinished: true, files: 5, done: 5, failed: 1, lost: ['poison'] }]);
			// A later version of the file, or of the machine, may be harmless.
			expect(await retryBatches(engine, root, '1.0.0')).toEqual({ jobs: 1, files: 3 });
			const runner = createSizeRunner(root);
			const run: typeof runner.run = async (_, files) =>
				files.map(({ path }) => ({ line: JSON.stringify({ path, size: 7 }), isFailed: false }));
			await runWorker(engine, { ...runner, run }, idle);
			expect(readSizes(root).slice(0, 4)).toEqual([
				...['a', 'poison', 'b'].map((path) => ({ path, size: 7 })),
				{ path: 'c', size: 3 },
			]);
			expect(existsSync(join(root, STATE_FOLDER))).toBe(false);
		},
	);

	it('refuses workers and work of another version', async () => {
		await addBatch(engine, root, plan(list(2)));
		const other = { ...idle, version: '2.0.0' };
		await expect(runWorker(engine, createSizeRunner(root), other)).rejects.toThrow(
			/holds work of handreel 1\.0\.0, and this is handreel 2\.0\.0/,
		);
		await expect(addBatch(engine, root, plan(list(2), { version: '2.0.0' }))).rejects.toThrow(/handreel 1\.0\.0/);
		await runWorker(engine, createSizeRunner(root), idle);
		expect(readSizes(root)).toHaveLength(2);
	});

	it('stops a worker that came before work of another version, and leaves the work to others', async () => {
		const early = runWorker(engine, createSizeRunner(root), { ...idle, version: '2.0.0', untilDone: false });
		const refused = expect(early).rejects.toThrow(/handreel 1\.0\.0/);
		await addBatch(engine, root, plan(list(2)));
		await refused;
		await runWorker(engine, createSizeRunner(root), idle);
		expect(readSizes(root)).toHaveLength(2);
	});

	it('stops a worker in another folder, and leaves the work to others', async () => {
		await addBatch(engine, root, plan(list(5)));
		await expect(runWorker(engine, createSizeRunner(root), { ...idle, root: tmpdir() })).rejects.toThrow(
			/not the folder in which the work was added/,
		);
		await runWorker(engine, createSizeRunner(root), idle);
		expect(readSizes(root)).toHaveLength(5);
	});

	it('names the files of a job that fails, and the reason', async () => {
		await addBatch(engine, root, plan(list(5)));
		const runner = createSizeRunner(root);
		const run: typeof runner.run = (settings, files) =>
			files.some(({ path }) => path === 'file-4')
				? Promise.reject(new engine.bullmq.UnrecoverableError('no space left on the disk'))
				: runner.run(settings, files);
		await runWorker(engine, { ...runner, run }, idle);
		const { failures, batches } = await new StatusReader(engine).read(Date.now());
		expect(failures).toMatchObject([{ message: 'no space left on the disk', files: ['file-3', 'file-4'] }]);
		expect(batches).toMatchObject([{ isFinished: true, files: 5, failed: 2, lost: ['file-3', 'file-4'] }]);
		expect(readSizes(root)).toHaveLength(5);
		expect(await retryBatches(engine, root, '1.0.0')).toEqual({ jobs: 1, files: 2 });
		await runWorker(engine, runner, idle);
		expect(readSizes(root)).toEqual(list(5).map((path, size) => ({ path, size })));
	});

	it('removes all work, and refuses that while workers are busy', async () => {
		await addBatch(engine, root, plan(list(5)));
		expect(await drainQueue(engine, root, false)).toBe(2);
		expect(existsSync(join(root, STATE_FOLDER))).toBe(false);
		expect((await new StatusReader(engine).read(Date.now())).jobs).toEqual({
			waiting: 0,
			active: 0,
			done: 0,
			failed: 0,
		});
		await addBatch(engine, root, plan(list(5)));
		const runner = createSizeRunner(root);
		const run: typeof runner.run = async (settings, files) => {
			await expect(drainQueue(engine, root, false)).rejects.toThrow(/workers are processing [12] jobs/);
			return runner.run(settings, files);
		};
		await runWorker(engine, { ...runner, run }, idle);
		expect(readSizes(root)).toHaveLength(5);
	});

	it('connects again when the server was away', async () => {
		const more = plan(list(30), { filesPerJob: 1 });
		await addBatch(engine, root, more);
		const runner = createSizeRunner(root);
		let restarted: Promise<void> | null = null;
		const run: typeof runner.run = (settings, files) => {
			restarted ??= server.stop().then(() => server.start());
			return runner.run(settings, files);
		};
		await runWorker(engine, { ...runner, run }, { ...idle, leaseSeconds: 1 });
		await restarted;
		expect(readSizes(root)).toEqual(list(30).map((path, size) => ({ path, size })));
	});

	it('explains why it cannot connect, without the password', async () => {
		const { port, protocol } = new URL(server.address);
		const wrong = `${protocol}//tester:hunter2@127.0.0.1:${port}/recordings`;
		const error = await openEngine(parseAddress(wrong), 'handreel', () => {}).catch(String);
		expect(error).toMatch(
			/cannot connect to (redis|postgres):\/\/127\.0\.0\.1:\d+\/recordings: .*(WRONGPASS|password)/,
		);
		expect(error).not.toContain('hunter2');
		const closed = `${protocol}//tester:hunter2@127.0.0.1:1`;
		await expect(openEngine(parseAddress(closed), 'handreel', () => {})).rejects.toThrow(/ECONNREFUSED/);
	});
});
