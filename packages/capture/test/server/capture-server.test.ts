import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JournalReader } from '@handreel/core/record';
import { afterEach, describe, expect, it } from 'vitest';
import { CHUNK_HEADER_BYTES } from '../../src/protocol/chunk.ts';
import { type CaptureServer, type CaptureServerOptions, startCaptureServer } from '../../src/server/capture-server.ts';
import { expectTake } from '../support/expect-take.ts';
import { makeTake, recordEnd, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';
import { makeChunk, TestClient } from '../support/socket-headset.ts';

const scratch = useScratch();
const servers: CaptureServer[] = [];
afterEach(async () => {
	for (const server of servers.splice(0)) await server.close();
});

async function start(options: Partial<CaptureServerOptions> = {}) {
	const folder = options.folder ?? scratch();
	const problems: string[] = [];
	const server = await startCaptureServer({
		folder,
		assets: folder,
		...options,
		events: { problem: (code) => problems.push(code) },
	});
	servers.push(server);
	const http = `http://localhost:${server.port}/__handreel/`;
	return { server, folder, problems, http, url: `${http.replace('http', 'ws')}socket` };
}

const listFiles = (folder: string): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

describe('a headset', () => {
	it('sends a take that is saved', async () => {
		const { server, folder, url } = await start({ prompts: ['reach', 'grab'], countdown: 5 });
		const headset = await TestClient.connect(url);
		headset.send({ type: 'hello', version: 1, role: 'headset', device: 'Quest 3' });
		expect(await headset.next('welcome')).toEqual({
			type: 'welcome',
			version: 1,
			prompts: ['reach', 'grab'],
			countdown: 5,
		});
		const { bytes } = makeTake(180);
		headset.send({ type: 'open', take: takeId(1) });
		expect(await headset.next('ack')).toEqual({ type: 'ack', take: takeId(1), length: 0 });
		await headset.sendTake(takeId(1), bytes);
		expect(server.listHeadsets()).toMatchObject([
			{
				device: 'Quest 3',
				state: 'idle',
				take: { name: 'take-001', frames: 180, tracked: ['left hand', 'right hand'] },
			},
		]);
		headset.send({ type: 'finish', take: takeId(1), length: bytes.length });
		expect(await headset.next('saved')).toMatchObject({ file: 'take-001.reel', frames: 180 });
		expectTake(join(folder, 'take-001.reel'), bytes);
		// The answer may have been lost: the take is not saved again.
		headset.send({ type: 'open', take: takeId(1) });
		expect(await headset.next('saved')).toMatchObject({ file: 'take-001.reel' });
		headset.send({ type: 'finish', take: takeId(1), length: bytes.length });
		expect(await headset.next('saved')).toMatchObject({ file: 'take-001.reel' });
		expect(listFiles(folder)).toEqual(['take-001.reel']);
	});

	it('continues after an interruption, with bytes that the server has already', async () => {
		const { folder, url } = await start();
		const { bytes } = makeTake(90);
		const first = await TestClient.greet(url);
		first.send({ type: 'open', take: takeId(1) });
		await first.sendTake(takeId(1), bytes.subarray(0, 60_000));
		first.socket.terminate();
		const second = await TestClient.greet(url);
		second.sendChunk(takeId(1), 60_000, bytes.subarray(60_000, 61_000));
		expect(await second.next('refused')).toMatchObject({ code: 'unknown-take', take: takeId(1) });
		second.send({ type: 'open', take: takeId(1) });
		// Only whole records are acknowledged: a later run would cut the rest.
		const length = recordEnd(bytes.subarray(0, 60_000));
		expect(await second.next('ack')).toMatchObject({ length });
		second.sendChunk(takeId(1), 90_000, bytes.subarray(90_000, 91_000));
		expect(await second.next('refused')).toMatchObject({ code: 'gap', length });
		second.send({ type: 'finish', take: takeId(1), length: bytes.length });
		expect(await second.next('refused')).toMatchObject({ code: 'gap', length });
		await second.sendTake(takeId(1), bytes, 30_000);
		second.send({ type: 'finish', take: takeId(1), length: bytes.length });
		await second.next('saved');
		expectTake(join(folder, 'take-001.reel'), bytes);
	});

	it('keeps its takes apart from those of another headset', async () => {
		const { folder, url } = await start();
		const headsets = await Promise.all([1, 2, 3].map((n) => TestClient.greet(url, 'headset', `Device ${n}`)));
		const takes = headsets.map((_, n) => makeTake(120, n * 100).bytes);
		await Promise.all(
			headsets.map(async (headset, n) => {
				headset.send({ type: 'open', take: takeId(n) });
				await headset.sendTake(takeId(n), takes[n]!, 0, 3001);
				headset.send({ type: 'finish', take: takeId(n), length: takes[n]!.length });
				const { file } = await headset.next('saved');
				expectTake(join(folder, file), takes[n]!);
			}),
		);
		expect(listFiles(folder)).toEqual(['take-001.reel', 'take-002.reel', 'take-003.reel']);
	});

	it('cannot write to a take that it has not opened', async () => {
		const { url } = await start();
		const [one, other] = await Promise.all([TestClient.greet(url), TestClient.greet(url)]);
		one.send({ type: 'open', take: takeId(1) });
		await one.next('ack');
		other.sendChunk(takeId(1), 0, makeTake(1).bytes);
		expect(await other.next('refused')).toMatchObject({ code: 'unknown-take' });
	});

	it('receives what the terminal asks', async () => {
		const { server, url } = await start();
		const headset = await TestClient.greet(url);
		server.act('marker', 'now');
		expect(await headset.next('action')).toEqual({ type: 'action', action: 'marker', name: 'now' });
	});

	it('may use POST requests with the same answers', async () => {
		const { folder, http } = await start();
		const post = async (body: string | Uint8Array): Promise<unknown[]> => {
			const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
			const response = await fetch(`${http}messages`, {
				method: 'POST',
				body: body as BodyInit,
				headers: { 'content-type': type, 'x-handreel-client': takeId(9) },
			});
			return ((await response.json()) as { messages: unknown[] }).messages;
		};
		const { bytes } = makeTake(30);
		expect(await post(JSON.stringify({ type: 'hello', version: 1, role: 'headset', device: 'Vision' }))).toMatchObject([
			{ type: 'welcome' },
		]);
		expect(await post(JSON.stringify({ type: 'open', take: takeId(1) }))).toMatchObject([{ type: 'ack', length: 0 }]);
		for (let at = 0; at < bytes.length; at += 20_000)
			expect(await post(makeChunk(takeId(1), at, bytes.subarray(at, at + 20_000)))).toMatchObject([
				{ type: 'ack', length: recordEnd(bytes.subarray(0, at + 20_000)) },
			]);
		expect(await post(JSON.stringify({ type: 'finish', take: takeId(1), length: bytes.length }))).toMatchObject([
			{ type: 'saved', file: 'take-001.reel' },
		]);
		expectTake(join(folder, 'take-001.reel'), bytes);
	});
});

describe('a viewer', () => {
	it('gets the frames of a take, from the moment it joins', async () => {
		const { url, server } = await start();
		const { bytes } = makeTake(100);
		const headset = await TestClient.greet(url);
		headset.send({ type: 'open', take: takeId(1) });
		await headset.sendTake(takeId(1), bytes.subarray(0, 40_000));
		const viewer = await TestClient.greet(url, 'viewer');
		await headset.sendTake(takeId(1), bytes, 40_000);
		headset.send({ type: 'finish', take: takeId(1), length: bytes.length });
		await viewer.next('saved');
		const times: number[] = [];
		const reader = new JournalReader({ frame: ({ time }) => times.push(time) });
		for (const chunk of viewer.chunks) reader.read(chunk.subarray(CHUNK_HEADER_BYTES));
		expect(times.length).toBeGreaterThan(70);
		expect(times.at(-1)).toBeCloseTo(99 / 90);
		expect(server.viewers).toEqual({ count: 1, skipped: 0 });
	});

	it('loads the journal so far, what is new of it, and the file when the take has ended', async () => {
		const { url, http, folder } = await start();
		const { bytes } = makeTake(100);
		const load = (query = '', id = takeId(1)) => fetch(`${http}takes/${id}${query}`);
		expect((await load()).status).toBe(404);
		const headset = await TestClient.greet(url);
		headset.send({ type: 'open', take: takeId(1) });
		await headset.sendTake(takeId(1), bytes.subarray(0, 40_000));
		const first = await load();
		expect([first.headers.get('x-handreel-take'), first.headers.get('x-handreel-file')]).toEqual([
			'recording',
			'take-001.hrj',
		]);
		const start1 = Buffer.from(await first.arrayBuffer());
		// Whole records only.
		expect(start1.length).toBeGreaterThan(38_000);
		expect(start1.equals(bytes.subarray(0, start1.length))).toBe(true);
		expect((await (await load(`?from=${start1.length}`)).arrayBuffer()).byteLength).toBe(0);
		await headset.sendTake(takeId(1), bytes, 40_000);
		const rest = Buffer.from(await (await load(`?from=${start1.length}`)).arrayBuffer());
		expect(Buffer.concat([start1, rest]).equals(bytes)).toBe(true);
		for (const query of ['?from=-1', '?from=x', '?from=1.5']) expect((await load(query)).status, query).toBe(400);
		for (const id of ['x', '..%2f..%2fpackage.json', `${takeId(1)}/x`])
			expect((await load('', id)).status, id).toBe(404);
		expect((await fetch(`${http}takes/${takeId(1)}`, { method: 'DELETE' })).status).toBe(405);
		headset.send({ type: 'finish', take: takeId(1), length: bytes.length });
		await headset.next('saved');
		const saved = await load(`?from=${bytes.length}`);
		expect([saved.headers.get('x-handreel-take'), saved.headers.get('x-handreel-file')]).toEqual([
			'saved',
			'take-001.reel',
		]);
		expect(Buffer.from(await saved.arrayBuffer()).equals(readFileSync(join(folder, 'take-001.reel')))).toBe(true);
	});

	it('knows the headsets, and the takes that are discarded', async () => {
		const { url } = await start();
		const viewer = await TestClient.greet(url, 'viewer');
		expect(await viewer.next('headsets')).toMatchObject({ headsets: [] });
		const headset = await TestClient.greet(url, 'headset', 'Quest 3');
		expect(await viewer.next('headsets')).toMatchObject({ headsets: [{ device: 'Quest 3', state: 'idle' }] });
		headset.send({ type: 'state', state: 'recording' });
		expect(await viewer.next('headsets')).toMatchObject({ headsets: [{ device: 'Quest 3', state: 'recording' }] });
		headset.send({ type: 'open', take: takeId(1) });
		await headset.sendTake(takeId(1), makeTake(10).bytes);
		expect(await viewer.next('take')).toEqual({
			type: 'take',
			take: takeId(1),
			name: 'take-001',
			device: 'Quest 3',
		});
		headset.send({ type: 'discard', take: takeId(1) });
		expect(await viewer.next('discarded')).toMatchObject({ take: takeId(1) });
		await headset.close();
		expect(await viewer.next('headsets')).toMatchObject({ headsets: [] });
	});

	it('cannot send takes', async () => {
		const { url } = await start();
		const viewer = await TestClient.greet(url, 'viewer');
		viewer.send({ type: 'open', take: takeId(1) });
		expect(await viewer.next('refused')).toMatchObject({ code: 'bad-message' });
		viewer.sendChunk(takeId(1), 0, new Uint8Array(10));
		expect(await viewer.next('refused')).toMatchObject({ code: 'bad-message' });
	});
});

describe('strangers', () => {
	it.each([
		['a foreign Origin', { headers: { origin: 'https://evil.example' } }, '403'],
		['a foreign Host', { headers: { host: 'evil.example' } }, '421'],
	])('with %s are refused', async (_, options, status) => {
		const { url, http } = await start();
		await expect(TestClient.connect(url, options)).rejects.toThrow(status);
		const { request } = await import('node:http');
		const code = await new Promise((resolve) => {
			request(`${http}messages`, { method: 'POST', headers: options.headers }, (response) =>
				resolve(response.statusCode),
			).end();
		});
		expect(String(code)).toBe(status);
	});

	it('of an allowed origin are admitted', async () => {
		const { url, http } = await start({ origins: ['http://localhost:5173'] });
		await TestClient.connect(url, { headers: { origin: 'http://localhost:5173' } });
		const response = await fetch(`${http}messages`, {
			method: 'OPTIONS',
			headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
		});
		expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
	});
});

describe('bad messages', () => {
	it.each([
		['no JSON', '{'],
		['no object', 'null'],
		['an unknown type', '{"type":"shutdown"}'],
		['an id that is a path', '{"type":"open","take":"../../etc/passwd"}'],
		['a length that is not a number', `{"type":"finish","take":"${takeId(1)}","length":"1"}`],
	])('are refused: %s', async (_, text) => {
		const { url } = await start();
		const headset = await TestClient.greet(url);
		headset.socket.send(text);
		expect(await headset.next('refused')).toMatchObject({ code: 'bad-message' });
	});

	it('are refused: another version, frames before hello, chunks that are too short or have a wrong offset', async () => {
		const { url } = await start();
		const headset = await TestClient.connect(url);
		headset.send({ type: 'open', take: takeId(1) });
		expect(await headset.next('refused')).toMatchObject({ code: 'unknown-client' });
		headset.send({ type: 'hello', version: 99, role: 'headset', device: 'x' });
		expect(await headset.next('refused')).toMatchObject({ code: 'version' });
		headset.send({ type: 'hello', version: 1, role: 'headset', device: 'x' });
		headset.send({ type: 'open', take: takeId(1) });
		await headset.next('ack');
		headset.socket.send(new Uint8Array(10));
		expect(await headset.next('refused')).toMatchObject({ code: 'bad-message' });
		headset.sendChunk(takeId(1), Number.NaN, new Uint8Array(10));
		expect(await headset.next('refused')).toMatchObject({ code: 'bad-message' });
		headset.sendChunk(takeId(1), 0, new Uint8Array(100));
		expect(await headset.next('refused')).toMatchObject({ code: 'damaged', length: 0 });
	});

	it('that are too large end the connection, and nothing of the take is lost', async () => {
		const { url, http, folder } = await start();
		const { bytes } = makeTake(50);
		const headset = await TestClient.greet(url);
		headset.send({ type: 'open', take: takeId(1) });
		await headset.sendTake(takeId(1), bytes.subarray(0, 20_000));
		headset.socket.send(new Uint8Array(300_000));
		await expect(headset.next('ack')).rejects.toThrow('closed');
		const response = await fetch(`${http}messages`, {
			method: 'POST',
			body: new Uint8Array(300_000),
			headers: { 'x-handreel-client': takeId(9) },
		});
		expect(response.status).toBe(413);
		const again = await TestClient.greet(url);
		again.send({ type: 'open', take: takeId(1) });
		expect(await again.next('ack')).toMatchObject({ length: recordEnd(bytes.subarray(0, 20_000)) });
		await again.sendTake(takeId(1), bytes, 20_000);
		again.send({ type: 'finish', take: takeId(1), length: bytes.length });
		await again.next('saved');
		expectTake(join(folder, 'take-001.reel'), bytes);
	});

	it('cannot open takes without end', async () => {
		const { url } = await start();
		const headset = await TestClient.greet(url);
		for (let n = 0; n < 17; n++) headset.send({ type: 'open', take: takeId(n) });
		expect(await headset.next('refused')).toMatchObject({ code: 'too-many', take: takeId(16) });
	});
});
