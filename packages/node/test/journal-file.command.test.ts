import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fsync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFrameSample, getKeyValue } from '@handreel/core';
import { Recorder, recoverJournal } from '@handreel/core/record';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('node:fs', { spy: true });
// Files of a worker share modules: the package may be there already, without the spies.
vi.resetModules();
const { openJournal } = await import('@handreel/node');

const scratch = mkdtempSync(join(tmpdir(), 'handreel-node-'));
afterAll(() => {
	rmSync(scratch, { recursive: true, force: true });
	vi.resetModules();
});

/** Frames after which the processes are killed. */
const KILLS = [14, 31, 44, 59, 70, 89, 106, 123];

/** Records in a child process, kills it, and returns the number of frames it had reported. */
async function recordUntilKilled(path: string, frames: number): Promise<number> {
	const child = fork(fileURLToPath(new URL('support/recording-child.mjs', import.meta.url)), [path], { execArgv: [] });
	let reported = 0;
	child.on('message', (count) => {
		reported = Number(count) + 1;
		if (reported === frames) child.kill('SIGKILL');
	});
	const [, signal] = await once(child, 'exit');
	expect(signal).toBe('SIGKILL');
	return reported;
}

describe('a process that is killed while recording', () => {
	it('loses at most the last second', async () => {
		const paths = KILLS.map((_, i) => join(scratch, `killed-${i}.hrj`));
		const counts = await Promise.all(KILLS.map((frames, i) => recordUntilKilled(paths[i]!, frames)));
		counts.forEach((reported, i) => {
			const { recording, frameCount, gaps, isComplete } = recoverJournal(readFileSync(paths[i]!));
			expect(reported).toBeGreaterThan(0);
			expect((reported - frameCount) / 60, `${frameCount} of ${reported} frames`).toBeLessThanOrEqual(1);
			expect([gaps, isComplete]).toEqual([[], false]);
			const { x } = recording!.head!.position;
			const values = Array.from({ length: x.count }, (_, key) => getKeyValue(x, key));
			expect(values).toEqual([...values.keys()]);
			expect(recording!.hands!.left.joints.indexTip.rotation.w.count).toBe(frameCount);
		});
	});
});

describe('openJournal', () => {
	const record = (path: string, syncInterval: number): void => {
		const journal = openJournal(path, { syncInterval });
		const recorder = new Recorder({ journal, journalInterval: 0.1 });
		recorder.start();
		const frame = createFrameSample();
		frame.headPresent = true;
		for (let i = 0; i < 300; i++) {
			frame.time = i / 60;
			recorder.capture(frame);
		}
		recorder.stop();
		journal.close();
		journal.close();
		expect(() => journal.write(new Uint8Array(1))).toThrow(TypeError);
	};

	it.each([0, 0.001, 0.5, Number.POSITIVE_INFINITY])('writes everything, flushing every %d s', (syncInterval) => {
		const path = join(scratch, `whole-${syncInterval}.hrj`);
		record(path, syncInterval);
		expect(recoverJournal(readFileSync(path))).toMatchObject({ frameCount: 300, isComplete: true, issues: [] });
	});

	describe('while the program waits', () => {
		/** Ends the flushes that run, in order. */
		let flushes: ((error: Error | null) => void)[] = [];
		beforeEach(() => {
			flushes = [];
			vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
			vi.mocked(fsync).mockImplementation((_, done) => void flushes.push(done));
		});
		afterEach(() => {
			vi.mocked(fsync).mockReset();
			vi.useRealTimers();
		});
		const passInterval = (): void => void vi.advanceTimersByTime(60_000);

		it('flushes in the background', () => {
			const path = join(scratch, 'background.hrj');
			const journal = openJournal(pathToFileURL(path), { syncInterval: 60 });
			for (let i = 0; i < 3; i++) {
				journal.write(new Uint8Array([i]));
				journal.write(new Uint8Array([i]));
				expect(flushes).toHaveLength(0);
				passInterval();
				expect(flushes).toHaveLength(1);
				flushes.pop()!(null);
				// There is nothing more to flush.
				passInterval();
				expect(flushes).toHaveLength(0);
			}
			journal.close();
			expect([...readFileSync(path)]).toEqual([0, 0, 1, 1, 2, 2]);
		});

		it('flushes what was written during a flush when it has ended', () => {
			const journal = openJournal(join(scratch, 'during.hrj'), { syncInterval: 60 });
			journal.write(new Uint8Array(1));
			passInterval();
			journal.write(new Uint8Array(1));
			passInterval();
			expect(flushes).toHaveLength(1);
			flushes.pop()!(null);
			passInterval();
			expect(flushes).toHaveLength(1);
			// The last flush ends after the file was closed.
			journal.close();
			flushes.pop()!(null);
		});

		it('throws the error of a flush in the background at the next call', () => {
			const path = join(scratch, 'failed.hrj');
			const journal = openJournal(path, { syncInterval: 60 });
			const fail = (): void => {
				passInterval();
				flushes.pop()!(new Error('EIO: i/o error'));
			};
			journal.write(new Uint8Array([1]));
			fail();
			expect(() => journal.write(new Uint8Array([2]))).toThrow('EIO');
			journal.write(new Uint8Array([3]));
			fail();
			expect(() => journal.close()).toThrow('EIO');
			expect([...readFileSync(path)]).toEqual([1, 3]);
		});
	});

	it('does not overwrite a file', () => {
		const path = join(scratch, 'precious.hrj');
		writeFileSync(path, 'precious');
		expect(() => openJournal(path)).toThrow(/EEXIST/);
		expect(readFileSync(path, 'utf8')).toBe('precious');
	});

	it('rejects an invalid interval', () => {
		expect(() => openJournal(join(scratch, 'never.hrj'), { syncInterval: -1 })).toThrow(RangeError);
		expect(() => openJournal(join(scratch, 'no', 'folder.hrj'))).toThrow(/ENOENT/);
	});
});
