// Strangers and forgotten pages must not lock others out.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCaptureServer } from '../../src/server/capture-server.ts';
import { createCertificate } from '../../src/server/certificate.ts';
import { Connections } from '../../src/server/connections.ts';
import { Hub } from '../../src/server/hub.ts';
import { PostClients } from '../../src/server/post-clients.ts';
import { TakeStore } from '../../src/store/take-store.ts';
import { HubClient } from '../support/hub-client.ts';
import { makeTake, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';
import { TestClient } from '../support/socket-headset.ts';

const scratch = useScratch();

describe('200 silent connections', () => {
	it.each([false, true])('lock nobody out and cut nobody off (HTTPS: %s)', async (isSecure) => {
		const folder = scratch();
		const certificate = isSecure ? { certificate: await createCertificate(['localhost'], scratch()) } : {};
		const server = await startCaptureServer({ folder, assets: folder, ...certificate });
		onTestFinished(() => server.close());
		const url = `${isSecure ? 'wss' : 'ws'}://localhost:${server.port}/__handreel/socket?token=${server.token}`;
		const options = { rejectUnauthorized: false };
		const before = await TestClient.greet(url, 'headset', 'before', options);
		const silent: Socket[] = [];
		for (let i = 0; i < 200; i++) {
			const socket = connect(server.port, '127.0.0.1');
			socket.on('error', () => {});
			silent.push(socket);
			await once(socket, 'connect');
		}
		const after = await TestClient.greet(url, 'headset', 'after', options);
		for (const [n, headset] of [before, after].entries()) {
			headset.send({ type: 'open', take: takeId(n) });
			await headset.sendTake(takeId(n), makeTake(5).bytes);
		}
		expect(server.listHeadsets().map(({ device }) => device)).toEqual(['before', 'after']);
		for (const socket of silent) socket.destroy();
	});
});

describe('connections', () => {
	let ports = 0;
	const add = (connections: Connections, remoteAddress: string): Socket => {
		const socket = new Socket();
		Object.defineProperties(socket, { remoteAddress: { value: remoteAddress }, remotePort: { value: ++ports } });
		connections.add(socket);
		return socket;
	};

	it('of one address in the network take their own places only', () => {
		const connections = new Connections();
		const headset = add(connections, '192.168.1.20');
		const flood = Array.from({ length: 1000 }, () => add(connections, '192.168.1.66'));
		expect(headset.destroyed).toBe(false);
		expect(flood.filter(({ destroyed }) => !destroyed)).toHaveLength(32);
		expect(flood.at(-1)?.destroyed).toBe(false);
	});

	it('that were admitted stay, and others are refused when they are all', () => {
		const connections = new Connections();
		const flood = Array.from({ length: 128 }, (_, i) => add(connections, `192.168.1.${i}`));
		for (const socket of flood.slice(1)) connections.admit(socket);
		const one = add(connections, '192.168.2.1');
		expect([flood[0]!.destroyed, one.destroyed]).toEqual([true, false]);
		connections.admit(one);
		expect(add(connections, '192.168.2.2').destroyed).toBe(true);
		expect(flood.slice(1).some(({ destroyed }) => destroyed)).toBe(false);
	});
});

describe('abandoned takes', () => {
	it('make room for others, and can be continued', async () => {
		const folder = scratch();
		const hub = new Hub(new TakeStore({ folder }));
		const { bytes } = makeTake(5);
		for (let n = 0; n < 100; n++) {
			const headset = new HubClient(hub);
			await headset.send({ type: 'open', take: takeId(n) });
			if (n < 3) await headset.sendChunk(takeId(n), 0, bytes.subarray(0, 4000));
			expect(headset.listAnswers()[0], String(n)).toBe('ack');
			hub.disconnect(headset.client);
		}
		// Empty journals of takes that made room are gone.
		expect(readdirSync(folder)).toHaveLength(64 + 3);
		const again = new HubClient(hub);
		await again.send({ type: 'open', take: takeId(1) });
		await again.sendChunk(takeId(1), 0, bytes);
		expect(again.messages.at(-1)).toMatchObject({ type: 'ack', length: bytes.length });
	});

	it('of a client that opens many are the first to make room while clients are connected', async () => {
		const hub = new Hub(new TakeStore({ folder: scratch() }));
		const many = Array.from({ length: 4 }, () => new HubClient(hub));
		for (const [i, headset] of many.entries())
			for (let n = 0; n < 17; n++) await headset.send({ type: 'open', take: takeId(100 * i + n) });
		expect(many.map((headset) => headset.listAnswers().at(-1))).toEqual(Array(4).fill('too-many'));
		const other = new HubClient(hub);
		await other.send({ type: 'open', take: takeId(999) });
		expect(other.listAnswers()).toEqual(['ack']);
		await many[0]!.sendChunk(takeId(0), 0, makeTake(1).bytes);
		expect(many[0]!.listAnswers()).toEqual(['unknown-take']);
	});
});

it('a POST client that made room for others is asked to say hello again', async () => {
	const posts = new PostClients(new Hub(new TakeStore({ folder: scratch() })));
	const post = (id: string, message: object): Promise<readonly object[]> =>
		posts.handle(id, Buffer.from(JSON.stringify(message)), true);
	const hello = { type: 'hello', version: 1, role: 'headset', device: 'Test' };
	for (let n = 0; n < 33; n++) expect(await post(takeId(n), hello)).toMatchObject([{ type: 'welcome' }]);
	expect(await post(takeId(1), { type: 'poll' })).toEqual([]);
	expect(await post(takeId(0), { type: 'poll' })).toMatchObject([{ type: 'refused', code: 'unknown-client' }]);
	expect(await post(takeId(0), hello)).toMatchObject([{ type: 'welcome' }]);
	posts.close();
});
