// Every call of the disk fails once while a take is recorded, saved or discarded, or the server ends there.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '@handreel/node/internal';
import { describe, expect, it } from 'vitest';
import { Hub } from '../../src/server/hub.ts';
import { TakeStore } from '../../src/store/take-store.ts';
import { expectTake } from '../support/expect-take.ts';
import { createDisk, HubClient } from '../support/hub-client.ts';
import { makeTake, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';

const scratch = useScratch();
const LEDGER = '.handreel-takes.jsonl';
const id = takeId(1);
const { bytes } = makeTake(12);
const PIECE = 5000;

/** What a headset was told. */
interface Heard {
	readonly acknowledged: number;
	readonly types: readonly string[];
}

/** A disk whose call number `at` fails, and with `isKilled` all calls after it. */
function createFailing(at: number, isKilled: boolean): { disk: Disk; calls: string[] } {
	const calls: string[] = [];
	const disk = createDisk((name) => {
		calls.push(name);
		const isPast = isKilled && name !== 'closeSync' && calls.length - 1 > at;
		if (calls.length - 1 === at || isPast) throw Object.assign(new Error(`EIO: ${name} (injected)`), { code: 'EIO' });
	});
	return { disk, calls };
}

/** Sends a take, or what of it the server does not have. */
async function sendTake(headset: HubClient, from = 0): Promise<void> {
	for (let at = from; at < bytes.length; at += PIECE) await headset.sendChunk(id, at, bytes.subarray(at, at + PIECE));
	await headset.send({ type: 'finish', take: id, length: bytes.length });
}

/** Runs a server on a disk, which may fail before there is a server. */
async function run(
	folder: string,
	disk: Disk | undefined,
	work: (headset: HubClient) => Promise<void>,
): Promise<Heard> {
	let store: TakeStore;
	try {
		store = new TakeStore({ folder }, disk);
	} catch {
		return { acknowledged: 0, types: [] };
	}
	const headset = new HubClient(new Hub(store));
	await work(headset);
	await store.close();
	const lengths = headset.messages.map((message) => (message.type === 'ack' ? message.length : 0));
	return { acknowledged: Math.max(0, ...lengths), types: headset.messages.map(({ type }) => type) };
}

const record = async (headset: HubClient): Promise<void> => {
	await headset.send({ type: 'open', take: id });
	await sendTake(headset);
};
const discard = (headset: HubClient): Promise<void> => headset.send({ type: 'discard', take: id });

/** Tries each call of the work in turn. Returns the names of the calls that failed. */
async function failEach(
	isKilled: boolean,
	prepare: (folder: string) => Promise<void>,
	work: (headset: HubClient) => Promise<void>,
	check: (folder: string, heard: Heard, call: string) => Promise<void>,
): Promise<Set<string>> {
	const failed = new Set<string>();
	for (let at = 0; ; at++) {
		const folder = scratch();
		await prepare(folder);
		const { disk, calls } = createFailing(at, isKilled);
		const heard = await run(folder, disk, work);
		const call = calls[at];
		if (call === undefined) return failed;
		failed.add(call);
		await check(folder, heard, `${at}: ${call}`);
		rmSync(folder, { recursive: true });
	}
}

describe.each([
	['fails', false],
	['ends the server', true],
] as const)('a call of the disk that %s', (_, isKilled) => {
	it('loses nothing that was acknowledged: the take is complete in the end, once', async () => {
		const failed = await failEach(
			isKilled,
			async () => {},
			record,
			async (folder, { acknowledged, types }, call) => {
				await run(folder, undefined, async (headset) => {
					await headset.send({ type: 'open', take: id });
					const answer = headset.messages.at(-1)!;
					if (types.includes('saved')) expect(answer, call).toMatchObject({ type: 'saved' });
					if (answer.type === 'ack') {
						expect(answer.length, call).toBeGreaterThanOrEqual(acknowledged);
						await sendTake(headset, answer.length);
					}
					expect(headset.messages.at(-1), call).toMatchObject({ type: 'saved', take: id, frames: 12 });
				});
				const files = readdirSync(folder).filter((file) => file !== LEDGER);
				expect({ call, files }).toEqual({ call, files: [expect.stringMatching(/^take-00[12]\.reel$/)] });
				expectTake(join(folder, files[0]!), bytes);
			},
		);
		for (const name of ['openSync', 'writeSync', 'fsync', 'fsyncSync', 'renameSync', 'unlinkSync', 'readSync'])
			expect(failed).toContain(name);
	});

	it.each([
		['recorded', async (headset: HubClient) => headset.sendChunk(id, 0, bytes.subarray(0, PIECE))],
		['saved', sendTake],
	] as const)('leaves nothing of a discarded take that was %s', async (__, send) => {
		const prepare = async (folder: string): Promise<void> => {
			await run(folder, undefined, async (headset) => {
				await headset.send({ type: 'open', take: id });
				await send(headset);
			});
		};
		const failed = await failEach(isKilled, prepare, discard, async (folder, { types }, call) => {
			const list = (): string[] => readdirSync(folder).filter((file) => file !== LEDGER);
			if (types.includes('discarded')) expect({ call, files: list() }).toEqual({ call, files: [] });
			await run(folder, undefined, async (headset) => {
				await discard(headset);
				expect(headset.listAnswers(), call).toEqual(['discarded']);
			});
			expect({ call, files: list() }).toEqual({ call, files: [] });
		});
		expect(failed).toContain('unlinkSync');
	});
});
