import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFrameSample, getKeyValue } from '@handreel/core';
import { Recorder, recoverJournal } from '@handreel/core/record';
import { openJournal } from '@handreel/node';
import { afterAll, describe, expect, it } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'handreel-node-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Milliseconds after the first frame at which the processes are killed. */
const KILLS = [240, 510, 730, 990, 1170, 1480, 1760, 2050];

/** Records in a child process, kills it, and returns the number of frames it had reported. */
async function recordUntilKilled(path: string, afterMs: number): Promise<number> {
	const child = fork(fileURLToPath(new URL('support/recording-child.mjs', import.meta.url)), [path], { execArgv: [] });
	let reported = 0;
	child.on('message', (count) => {
		reported = Number(count) + 1;
	});
	const exit = once(child, 'exit');
	await Promise.race([once(child, 'message'), exit]);
	await wait(afterMs);
	child.kill('SIGKILL');
	const [, signal] = await exit;
	expect(signal).toBe('SIGKILL');
	return reported;
}

describe('a process that is killed while recording', () => {
	it('loses at most the last second', async () => {
		const paths = KILLS.map((_, i) => join(scratch, `killed-${i}.hrj`));
		const counts = await Promise.all(KILLS.map((afterMs, i) => recordUntilKilled(paths[i]!, afterMs)));
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

	it('flushes in the background while the program waits', async () => {
		const path = join(scratch, 'background.hrj');
		const journal = openJournal(pathToFileURL(path), { syncInterval: 0.001 });
		for (let i = 0; i < 20; i++) {
			journal.write(new Uint8Array([i]));
			await wait(2);
		}
		journal.close();
		expect([...readFileSync(path)]).toEqual(Array.from({ length: 20 }, (_, i) => i));
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
