// A page without storage: what the server has acknowledged is nowhere else.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '@handreel/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Hub } from '../../src/server/hub.ts';
import { TakeStore } from '../../src/store/take-store.ts';
import { expectTake } from '../support/expect-take.ts';
import { makeTake, takeId } from '../support/made-take.ts';
import { MemoryStorage } from '../support/memory-storage.ts';
import { useScratch } from '../support/scratch.ts';
import { WiredTake } from '../support/wire.ts';

const scratch = useScratch();
const id = takeId(1);
// More than a chunk of 64 kB, so that chunks end within records.
const { bytes } = makeTake(200);
const start = (folder: string): Hub => new Hub(new TakeStore({ folder }));

describe('a take without storage', () => {
	it.each([1, 2, 3, 4, 5, 6])(
		'is saved whole if the server is killed in a backlog after %i messages',
		async (count) => {
			const folder = scratch();
			const page = new WiredTake(id);
			page.take.write(bytes.subarray(0, 250_000));
			page.connect(start(folder));
			for (let i = 0; i < count; i++) await page.deliver(1);
			// Killed: nothing is closed, and the connection is gone.
			page.connect(start(folder));
			await page.settle();
			page.take.write(bytes.subarray(250_000));
			const saved = page.take.finish();
			await page.settle();
			expect(await saved).toMatchObject({ frames: 200 });
			expect(page.problems).toEqual([]);
			expectTake(join(folder, 'take-001.reel'), bytes);
		},
	);

	it('is saved if its journal ends with a torn record', async () => {
		const folder = scratch();
		const page = new WiredTake(id);
		page.connect(start(folder));
		page.take.write(bytes.subarray(0, 100_001));
		const saved = page.take.finish();
		await page.settle();
		expect((await saved)?.frames).toBeGreaterThan(50);
	});
});

describe('finish', () => {
	it('rejects if the take was given up before', async () => {
		const page = new WiredTake(id);
		page.connect(start(scratch()));
		page.take.write(new Uint8Array(1000).fill(7));
		await page.settle();
		expect(page.isDone).toBe(true);
		await expect(page.take.finish()).rejects.toThrow();
		await expect(page.take.finish()).rejects.toThrow();
	});

	it('rejects if what was acknowledged is gone, because somebody emptied the folder', async () => {
		const page = new WiredTake(id);
		page.connect(start(scratch()));
		page.take.write(bytes.subarray(0, 150_000));
		await page.settle();
		page.connect(start(scratch()));
		await page.settle();
		await expect(page.take.finish()).rejects.toThrow('not in the storage');
	});

	it('settles as often as it is called, and if the take is discarded meanwhile', async () => {
		const folder = scratch();
		const page = new WiredTake(id);
		page.connect(start(folder));
		page.take.write(bytes);
		await page.settle();
		const both = [page.take.finish(), page.take.finish()];
		const gone = page.take.discard();
		await page.settle();
		expect(await Promise.all([...both, gone])).toEqual([null, null, undefined]);
		expect(await page.take.finish()).toBeNull();
		expect(readdirSync(folder)).toEqual(['.handreel-takes.jsonl']);
	});

	it('rejects if the client is closed before or after it', async () => {
		const page = new WiredTake(id);
		const early = page.take.finish();
		page.take.giveUp('the client was closed');
		await expect(early).rejects.toThrow('closed');
		await expect(page.take.finish()).rejects.toThrow('closed');
	});

	it('resolves with the answer that came before it', async () => {
		const folder = scratch();
		const page = new WiredTake(id);
		page.connect(start(folder));
		page.take.write(bytes);
		await page.settle();
		const other = new WiredTake(id);
		other.take.write(bytes);
		other.connect(start(folder));
		const saved = other.take.finish();
		await other.settle();
		page.connect(start(folder));
		await page.settle();
		expect(page.isDone).toBe(true);
		expect(await page.take.finish()).toMatchObject({ file: (await saved)?.file });
	});
});

describe('a page with storage', () => {
	// The last chunk ends within a record.
	it.each([0, 5000, 250_000])('that was closed is continued by the next, which has %i bytes', async (length) => {
		const folder = scratch();
		const hub = start(folder);
		const page = new WiredTake(id);
		page.connect(hub);
		page.take.write(bytes.subarray(0, 100_001));
		await page.settle();
		page.disconnect();
		const storage = new MemoryStorage();
		await storage.put({ take: id, length, isComplete: false }, 0, bytes.slice(0, length));
		const next = new WiredTake(id, storage, length);
		next.take.complete();
		next.connect(hub);
		const saved = next.take.finish();
		await next.settle();
		expect((await saved)?.file).toBe('take-001.reel');
		expectTake(join(folder, 'take-001.reel'), bytes.subarray(0, Math.max(length, 100_001)));
		expect(storage.rows.size).toBe(0);
	});

	it('that is closed after a take leaves what the take cannot store to the next, which reports it', async () => {
		const issue = {
			code: 'values-lost',
			severity: 'warning',
			message: '7 buttons of the left hand are not recorded',
			path: 'hands.left',
			byteOffset: null,
			time: 0.5,
		} as const;
		const storage = new MemoryStorage();
		const page = new WiredTake(id, storage);
		page.take.write(bytes);
		void page.take.finish([issue]);
		await expect.poll(() => storage.rows.get(id)?.isComplete).toBe(true);
		const reported: (readonly Issue[])[] = [];
		const hub = new Hub(new TakeStore({ folder: scratch() }), {
			events: { saved: (_, issues) => reported.push(issues) },
		});
		const next = new WiredTake(id, storage, bytes.length);
		next.take.complete(storage.rows.get(id)?.issues);
		next.connect(hub);
		await next.settle();
		await next.take.finish();
		expect(reported).toEqual([[issue]]);
	});

	it('that is closed before the server knows of a discard leaves the discard to the next', async () => {
		const folder = scratch();
		const hub = start(folder);
		const storage = new MemoryStorage();
		const page = new WiredTake(id, storage);
		page.connect(hub);
		page.take.write(bytes);
		void page.take.finish();
		await page.settle();
		expect(readdirSync(folder)).toContain('take-001.reel');
		page.disconnect();
		void page.take.discard();
		await storage.read(id, 0);
		expect(await storage.read(id, 0)).toBeNull();
		expect(storage.rows.get(id)).toEqual({ take: id, length: 0, isComplete: true, isDiscarded: true });
		const next = new WiredTake(id, storage);
		const gone = next.take.discard();
		next.connect(start(folder));
		await next.settle();
		await gone;
		expect([readdirSync(folder), storage.rows.size]).toEqual([['.handreel-takes.jsonl'], 0]);
	});

	it('discards a take while its bytes are read from storage', async () => {
		const folder = scratch();
		const storage = new MemoryStorage();
		await storage.put({ take: id, length: bytes.length, isComplete: true }, 0, bytes);
		const page = new WiredTake(id, storage, bytes.length);
		page.take.complete();
		page.connect(start(folder));
		await page.deliver(2);
		const gone = page.take.discard();
		await page.settle();
		await gone;
		expect(page.problems).toEqual([]);
		expect(readdirSync(folder)).toEqual(['.handreel-takes.jsonl']);
	});

	it('finishes when the connection is replaced while bytes are read', async () => {
		const folder = scratch();
		const storage = new MemoryStorage();
		await storage.put({ take: id, length: bytes.length, isComplete: true }, 0, bytes);
		const page = new WiredTake(id, storage, bytes.length);
		const saved = page.take.finish();
		for (let i = 0; i < 3; i++) {
			page.connect(start(folder));
			await page.deliver(2);
		}
		page.connect(start(folder));
		await page.settle();
		expect(await saved).toMatchObject({ frames: 200 });
	});
});

it('a discard that is refused, or that nobody awaits, is not an unhandled rejection', async () => {
	const unhandled: unknown[] = [];
	const note = (reason: unknown): void => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	onTestFinished(() => void process.off('unhandledRejection', note));
	for (const call of ['discard', 'finish'] as const) {
		const page = new WiredTake(id);
		void page.take[call]();
		page.take.giveUp('the client was closed');
	}
	await new Promise(setImmediate);
	expect(unhandled).toEqual([]);
});

it('bytes that are refused after a discard do not stop it', async () => {
	const page = new WiredTake(id);
	page.connect(start(scratch()));
	page.take.write(new Uint8Array(1000).fill(7));
	await page.deliver(2);
	const gone = page.take.discard();
	await page.settle();
	await gone;
	expect(page.received.some((message) => message.type === 'refused')).toBe(true);
});
