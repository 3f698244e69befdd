// A folder from a stranger: its names and links must not lead out of it.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startCaptureServer } from '../../src/server/capture-server.ts';
import { TakeStore } from '../../src/store/take-store.ts';
import { makeTake, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';
import { TestClient } from '../support/socket-headset.ts';

const scratch = useScratch();
const LEDGER = '.handreel-takes.jsonl';
const CANARY = 'canary';
let outside = '';
let folder = '';
let canary = '';

beforeEach(() => {
	outside = scratch();
	folder = join(outside, 'takes');
	mkdirSync(folder);
	canary = join(outside, 'canary-001.reel');
	writeFileSync(canary, CANARY);
});

const line = (file: unknown): string =>
	`${JSON.stringify({ take: takeId(1), file, frames: 1, duration: 1, size: 6 })}\n`;
const expectCanary = (): void => expect(readFileSync(canary, 'utf8')).toBe(CANARY);

async function connect(): Promise<{ headset: TestClient; load: () => Promise<Response> }> {
	const server = await startCaptureServer({ folder, assets: folder });
	onTestFinished(() => server.close());
	const http = `http://localhost:${server.port}/__handreel/`;
	return {
		headset: await TestClient.greet(`${http.replace('http', 'ws')}socket`),
		load: () => fetch(`${http}takes/${takeId(1)}`),
	};
}

describe('a list of takes', () => {
	it.each([
		'../canary-001.reel',
		'/etc/hostname',
		'x/../../canary-001.reel',
		'..\\canary-001.reel',
		'.bashrc',
		'notes.txt',
		'take-001.reel.part',
		'take-001.exe',
		`take-001.${takeId(1)}.hrj`,
		'take\u001b[2J-001.reel',
		['take-001.reel'],
		{ toString: 1 },
		7,
	])('cannot name %j', async (file) => {
		writeFileSync(join(folder, LEDGER), line(file));
		writeFileSync(join(folder, 'notes.txt'), CANARY);
		const { headset, load } = await connect();
		expect((await load()).status).toBe(404);
		headset.send({ type: 'discard', take: takeId(1) });
		await headset.next('discarded');
		expectCanary();
		expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
	});

	it('cannot have a line that is longer than those of the store', () => {
		const deep = `,"x":${'['.repeat(1e4)}${']'.repeat(1e4)}}\n`;
		writeFileSync(join(folder, LEDGER), `${line('take-001.reel').trim().slice(0, -1)}${deep}${'\n'.repeat(1e6)}`);
		expect(new TakeStore({ folder }).findSaved(takeId(1))).toBeUndefined();
		writeFileSync(join(folder, LEDGER), `\n\n${line('take-001.reel').trim()}`);
		expect(new TakeStore({ folder }).findSaved(takeId(1))).toMatchObject({ file: 'take-001.reel' });
	});

	it('names a file that is a link: it is neither sent nor followed when it is discarded', async () => {
		writeFileSync(join(folder, LEDGER), line('take-001.reel'));
		symlinkSync(canary, join(folder, 'take-001.reel'));
		const { headset, load } = await connect();
		expect((await load()).status).toBe(404);
		headset.send({ type: 'discard', take: takeId(1) });
		await headset.next('discarded');
		expectCanary();
	});

	it('that is a link is refused', () => {
		symlinkSync(canary, join(folder, LEDGER));
		expect(() => new TakeStore({ folder })).toThrow('is not a regular file');
		expectCanary();
	});

	it('does not delete the journal of a take whose file is not there', () => {
		writeFileSync(join(folder, LEDGER), line('take-001.reel'));
		writeFileSync(join(folder, `take-001.${takeId(1)}.hrj`), makeTake(5).bytes);
		const store = new TakeStore({ folder });
		expect(store.listUnfinished()).toHaveLength(1);
		expect(store.findSaved(takeId(1))).toBeUndefined();
		expect(store.openTake(takeId(1)).status.frames).toBe(5);
	});

	it('keeps its numbers, so that a new take never has the name of an old one', async () => {
		writeFileSync(join(folder, LEDGER), line('take-007.reel'));
		expect(new TakeStore({ folder }).openTake(takeId(2)).name).toBe('take-008');
	});
});

describe('a link', () => {
	it('with the name of a journal is not continued', () => {
		symlinkSync(canary, join(folder, `take-001.${takeId(1)}.hrj`));
		const store = new TakeStore({ folder });
		expect(store.listUnfinished()).toEqual([]);
		expect(store.openTake(takeId(1)).name).toBe('take-002');
		expectCanary();
	});

	it.each([false, true])('with the name of a part is not written through (and of the take: %s)', async (both) => {
		writeFileSync(join(folder, `take-001.${takeId(1)}.hrj`), makeTake(5).bytes);
		for (const name of ['take-001.reel.part', `take-001.reel.${takeId(1)}.part`])
			symlinkSync(canary, join(folder, name));
		if (both) symlinkSync(canary, join(folder, 'take-001.reel'));
		const store = new TakeStore({ folder });
		const saved = await store.save(store.openTake(takeId(1)));
		expect(saved?.file).toBe(both ? 'take-002.reel' : 'take-001.reel');
		expectCanary();
	});

	it('with the name of a damaged copy is not written through', () => {
		const path = join(folder, `take-001.${takeId(1)}.hrj`);
		writeFileSync(path, Buffer.concat([makeTake(5).bytes, Buffer.alloc(300_000)]));
		symlinkSync(canary, path.replace('.hrj', '.damaged.hrj'));
		new TakeStore({ folder }).openTake(takeId(1));
		expectCanary();
		expect(readdirSync(folder)).toContain(`take-001.${takeId(1)}.damaged-2.hrj`);
	});
});

it('names of journals with control characters are not listed', () => {
	writeFileSync(join(folder, `take\u001b[2J-001.${takeId(1)}.hrj`), '');
	expect(new TakeStore({ folder }).listUnfinished()).toEqual([]);
});
