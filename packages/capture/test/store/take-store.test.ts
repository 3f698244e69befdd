import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecordingError } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { TakeStore } from '../../src/store/take-store.ts';
import { expectTake } from '../support/expect-take.ts';
import { makeTake, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';

const scratch = useScratch();
const listFiles = (folder: string): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

describe('a take', () => {
	it('becomes a reel with every frame, from pieces of any size', async () => {
		const folder = scratch();
		const store = new TakeStore({ folder, name: 'grab' });
		const { bytes } = makeTake(200, 3, { 50: 'reach', 120: 'grab' });
		const take = store.openTake(takeId(1));
		for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 4093)
			take.append(bytes.subarray(at, at + size));
		expect(take.length).toBe(bytes.length);
		expect(take.status).toMatchObject({ frames: 200, markers: ['reach', 'grab'], dropped: 0, isRecording: false });
		expect(take.status.frameRate).toBeCloseTo(90);
		expect(listFiles(folder)).toEqual([`grab-001.${takeId(1)}.hrj`]);
		const saved = await store.save(take);
		expect(saved).toMatchObject({ file: 'grab-001.reel', frames: 200 });
		expect(listFiles(folder)).toEqual(['grab-001.reel']);
		const recording = decodeReel(readFileSync(join(folder, 'grab-001.reel')));
		expectTake(join(folder, 'grab-001.reel'), bytes);
		expect(recording.info.device).toBe('Device 3');
	});

	it('has the next number, also after a restart', async () => {
		const folder = scratch();
		writeFileSync(join(folder, 'take-007.reel'), '');
		writeFileSync(join(folder, 'other-900.reel'), '');
		const store = new TakeStore({ folder });
		expect(store.openTake(takeId(1)).name).toBe('take-008');
		expect(store.openTake(takeId(2)).name).toBe('take-009');
		store.close();
		expect(new TakeStore({ folder }).openTake(takeId(3)).name).toBe('take-010');
	});

	it('without a frame leaves no file', async () => {
		const folder = scratch();
		const store = new TakeStore({ folder });
		const take = store.openTake(takeId(1));
		take.append(makeTake(0).bytes);
		expect(await store.save(take)).toBeNull();
		expect(listFiles(folder)).toEqual([]);
	});

	it('is deleted when it is discarded, before and after it was saved', async () => {
		const folder = scratch();
		const store = new TakeStore({ folder });
		store.openTake(takeId(1)).append(makeTake(3).bytes);
		await store.discard(takeId(1));
		const take = store.openTake(takeId(2));
		take.append(makeTake(3).bytes);
		await store.save(take);
		await store.discard(takeId(2));
		await store.discard(takeId(3));
		expect(listFiles(folder)).toEqual([]);
		const next = new TakeStore({ folder });
		expect(next.findSaved(takeId(2))).toBeUndefined();
		expect([1, 2, 3].map((n) => next.isDiscarded(takeId(n)))).toEqual([true, true, false]);
	});

	it('is written in other formats', async () => {
		const folder = scratch();
		const store = new TakeStore({ folder, format: 'csv' });
		const take = store.openTake(takeId(1));
		take.append(makeTake(5).bytes);
		expect(await store.save(take)).toMatchObject({ file: 'take-001.csv' });
	});
});

describe('damage', () => {
	it('is refused, and what came before it stays', () => {
		const folder = scratch();
		const store = new TakeStore({ folder });
		const { bytes } = makeTake(20);
		const take = store.openTake(takeId(1));
		take.append(bytes.subarray(0, 5000));
		const damaged = bytes.slice(5000, 9000);
		damaged[2000]! ^= 1;
		expect(() => take.append(damaged)).toThrow(/wrong checksum/);
		expect(take.length).toBeGreaterThan(4000);
		expect(readFileSync(take.path).equals(bytes.subarray(0, take.length))).toBe(true);
		take.append(bytes.subarray(take.length));
		expect(take.status.frames).toBe(20);
	});

	it('by something that is not a journal is refused at once', () => {
		const take = new TakeStore({ folder: scratch() }).openTake(takeId(1));
		try {
			take.append(new Uint8Array(64).fill(7));
			expect.unreachable();
		} catch (error) {
			expect(isRecordingError(error, 'not-a-journal')).toBe(true);
		}
		expect(take.length).toBe(0);
	});

	it('by a record that claims to be huge does not fill memory', () => {
		const take = new TakeStore({ folder: scratch() }).openTake(takeId(1));
		const { bytes } = makeTake(1);
		const start = bytes.slice(0, 16 + 24);
		new DataView(start.buffer).setUint32(16 + 8, 0xffff_fff0, true);
		take.append(start);
		expect(() => {
			for (let i = 0; i < 100; i++) take.append(new Uint8Array(64 * 1024));
		}).toThrow(/too large/);
		expect(take.length).toBe(16);
	});
});

describe('a run that was killed', () => {
	it('is continued where its file ends', async () => {
		const folder = scratch();
		const { bytes } = makeTake(100);
		const first = new TakeStore({ folder });
		first.openTake(takeId(1)).append(bytes.subarray(0, 70_001));
		const second = new TakeStore({ folder });
		expect(second.listUnfinished()).toMatchObject([{ take: takeId(1), file: `take-001.${takeId(1)}.hrj` }]);
		const take = second.openTake(takeId(1));
		expect(second.listUnfinished()).toEqual([]);
		expect(take.length).toBeLessThanOrEqual(70_001);
		take.append(bytes.subarray(take.length));
		await second.save(take);
		expectTake(join(folder, 'take-001.reel'), bytes);
	});

	it('is continued after a torn write, and a copy is kept if more than that is damaged', () => {
		const folder = scratch();
		const { bytes } = makeTake(600);
		const first = new TakeStore({ folder });
		const { path } = first.openTake(takeId(1));
		first.close();
		appendFileSync(path, bytes.subarray(0, 50_000));
		appendFileSync(path, Buffer.alloc(300_000));
		const take = new TakeStore({ folder }).openTake(takeId(1));
		expect(take.length).toBeGreaterThan(45_000);
		expect(take.length).toBeLessThanOrEqual(50_000);
		expect(existsSync(path.replace('.hrj', '.damaged.hrj'))).toBe(true);
		take.append(bytes.subarray(take.length));
		expect(take.status.frames).toBe(600);
	});

	it('does not save a take twice', async () => {
		const folder = scratch();
		const { bytes } = makeTake(10);
		const first = new TakeStore({ folder });
		const take = first.openTake(takeId(1));
		take.append(bytes);
		const saved = await first.save(take);
		// Killed between the file and its note, and before the journal was deleted.
		writeFileSync(join(folder, `take-001.${takeId(1)}.hrj`), bytes);
		expect(new TakeStore({ folder }).findSaved(takeId(1))).toEqual(saved);
		writeFileSync(join(folder, '.handreel-takes.jsonl'), '{"take":');
		writeFileSync(join(folder, `take-001.${takeId(1)}.hrj`), bytes);
		const third = new TakeStore({ folder });
		expect(await third.save(third.openTake(takeId(1)))).toEqual(saved);
		expect(listFiles(folder)).toEqual(['take-001.reel']);
		expect(new TakeStore({ folder }).findSaved(takeId(1))).toEqual(saved);
	});
});

it('refuses names that are not file names', () => {
	for (const name of ['', '../x', 'a/b', '.hidden', 'a\n'])
		expect(() => new TakeStore({ folder: scratch(), name })).toThrow(TypeError);
});
