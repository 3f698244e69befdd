// What an answer of the server promises: acknowledged bytes are safe, discarded takes are gone.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Hub } from '../../src/server/hub.ts';
import { TakeStore } from '../../src/store/take-store.ts';
import { expectTake } from '../support/expect-take.ts';
import { createDisk, HubClient } from '../support/hub-client.ts';
import { makeTake, recordEnd, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';

const scratch = useScratch();
const id = takeId(1);
const { bytes } = makeTake(60);
const listFiles = (folder: string): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

describe('an acknowledgment', () => {
	it('is at most what the next run continues from, wherever a chunk ends', async () => {
		for (const end of [15, 16, 17, 5000, 20_000, 20_001, 33_333, bytes.length]) {
			const folder = scratch();
			const headset = new HubClient(new Hub(new TakeStore({ folder })));
			await headset.send({ type: 'open', take: id });
			await headset.sendChunk(id, 0, bytes.subarray(0, end));
			const ack = headset.messages.at(-1) as { type: string; length: number };
			expect([ack.type, ack.length]).toEqual(['ack', recordEnd(bytes.subarray(0, end))]);
			// Killed: nothing is closed.
			expect(new TakeStore({ folder }).openTake(id).durableEnd, String(end)).toBeGreaterThanOrEqual(ack.length);
		}
	});

	it('comes after the flush, and not if the flush fails; the take continues from what is safe', async () => {
		const folder = scratch();
		let failures = 0;
		let flushes = 0;
		const disk = createDisk((name) => {
			if (name === 'fsync' && ++flushes && failures-- > 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
		});
		const headset = new HubClient(new Hub(new TakeStore({ folder }, disk)));
		await headset.send({ type: 'open', take: id });
		await headset.sendChunk(id, 0, bytes.subarray(0, 20_000));
		expect([headset.listAnswers(), flushes]).toEqual([['ack', 'ack'], 1]);
		failures = 1;
		const safe = recordEnd(bytes.subarray(0, 20_000));
		await headset.sendChunk(id, 20_000, bytes.subarray(20_000, 40_000));
		expect(headset.messages).toMatchObject([
			{
				type: 'refused',
				code: 'disk-error',
				message: expect.stringContaining('the disk reports an error'),
				length: safe,
			},
		]);
		headset.messages.splice(0);
		await headset.send({ type: 'open', take: id });
		expect(headset.messages).toMatchObject([{ type: 'ack', length: safe }]);
		await headset.sendChunk(id, safe, bytes.subarray(safe));
		await headset.send({ type: 'finish', take: id, length: bytes.length });
		expectTake(join(folder, 'take-001.reel'), bytes);
	});

	it('of many chunks needs one flush for all that came meanwhile', async () => {
		let flushes = 0;
		const disk = createDisk((name) => void (name === 'fsync' && flushes++));
		const headset = new HubClient(new Hub(new TakeStore({ folder: scratch() }, disk)));
		await headset.send({ type: 'open', take: id });
		const sent: Promise<void>[] = [];
		for (let at = 0; at < bytes.length; at += 1000) sent.push(headset.sendChunk(id, at, bytes.subarray(at, at + 1000)));
		await Promise.all(sent);
		expect(headset.messages.at(-1)).toMatchObject({ type: 'ack', length: bytes.length });
		expect(flushes).toBeLessThanOrEqual(2);
	});
});

describe('a discarded take', () => {
	it('is gone if it is discarded while it is saved, and cannot come back', async () => {
		const folder = scratch();
		const hub = new Hub(new TakeStore({ folder }));
		const [headset, viewer] = [new HubClient(hub), new HubClient(hub, 'viewer')];
		await headset.send({ type: 'open', take: id });
		await headset.sendChunk(id, 0, bytes);
		headset.listAnswers();
		const finished = headset.send({ type: 'finish', take: id, length: bytes.length });
		const discarded = headset.send({ type: 'discard', take: id });
		await Promise.all([finished, discarded]);
		expect(headset.listAnswers()).toEqual(['discarded', 'discarded']);
		expect(viewer.listAnswers().filter((type) => type !== 'take')).toEqual(['discarded']);
		expect(listFiles(folder)).toEqual([]);
		await headset.send({ type: 'open', take: id });
		await headset.sendChunk(id, 0, bytes);
		expect(headset.listAnswers()).toEqual(['discarded', 'unknown-take']);
		// Also after a restart.
		const next = new HubClient(new Hub(new TakeStore({ folder })));
		await next.send({ type: 'open', take: id });
		expect(next.listAnswers()).toEqual(['discarded']);
		expect(listFiles(folder)).toEqual([]);
	});

	it('of an earlier run is gone without being opened, with its damaged copy', async () => {
		const folder = scratch();
		const first = new TakeStore({ folder });
		first.openTake(id).append(bytes);
		writeFileSync(join(folder, `take-001.${id}.damaged.hrj`), 'x');
		const headset = new HubClient(new Hub(new TakeStore({ folder })));
		await headset.send({ type: 'discard', take: id });
		expect(headset.listAnswers()).toEqual(['discarded']);
		expect(listFiles(folder)).toEqual([]);
	});
});

it('bytes after the end of a take are refused, and what was acknowledged is saved', async () => {
	const folder = scratch();
	const hub = new Hub(new TakeStore({ folder }));
	const [one, other] = [new HubClient(hub), new HubClient(hub)];
	const end = recordEnd(bytes.subarray(0, 30_000));
	for (const headset of [one, other]) await headset.send({ type: 'open', take: id });
	await one.sendChunk(id, 0, bytes.subarray(0, end));
	other.listAnswers();
	const finished = one.send({ type: 'finish', take: id, length: end });
	await other.sendChunk(id, end, bytes.subarray(end));
	expect(other.messages.splice(0)).toMatchObject([{ type: 'refused', code: 'ended', length: end }]);
	// What was sent again is not new.
	await other.sendChunk(id, 0, bytes.subarray(0, 1000));
	expect(other.listAnswers()).toEqual(['ack']);
	await finished;
	expectTake(join(folder, 'take-001.reel'), bytes.subarray(0, end));
});
