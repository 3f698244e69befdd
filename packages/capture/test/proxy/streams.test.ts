// Connections that break, and pages that are too large or damaged.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createProxy, type ProxyOptions } from '../../src/proxy/proxy.ts';

const html = { 'content-type': 'text/html' };

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return (server.address() as AddressInfo).port;
}

/** Starts a proxy for a server. Returns the ports of both. */
async function start(
	listener: RequestListener,
	options: Partial<ProxyOptions> = {},
	upgrade?: (socket: Duplex) => void,
) {
	const target = createServer(listener);
	if (upgrade !== undefined) target.on('upgrade', (_, socket) => upgrade(socket));
	const url = new URL(`http://127.0.0.1:${await listen(target)}`);
	const proxy = createProxy({ target: url, token: 'secret', ...options });
	onTestFinished(() => proxy.close());
	const server = createServer(proxy.request);
	server.on('upgrade', (request, socket: Duplex, head) => {
		socket.on('error', () => {});
		proxy.upgrade(request, socket, head);
	});
	return { proxy, port: await listen(server) };
}

const UPGRADE = 'GET /hot HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

async function open(port: number): Promise<Socket> {
	const socket = connect(port, '127.0.0.1');
	socket.on('error', () => {});
	await once(socket, 'connect');
	socket.write(UPGRADE);
	return socket;
}

/** Notes upgraded connections, and resolves when as many have come and when they are closed. */
function collect(count: number): { add: (socket: Duplex) => void; opened: Promise<void>; closed: Promise<void> } {
	let add = (_: Duplex): void => {};
	let close = (): void => {};
	let [waiting, left] = [count, count];
	const closed = new Promise<void>((resolve) => {
		close = () => void (--left === 0 && resolve());
	});
	const opened = new Promise<void>((resolve) => {
		add = (socket) => {
			socket.on('error', () => {});
			socket.on('end', () => socket.end()).on('close', close);
			socket.resume();
			if (--waiting === 0) resolve();
		};
	});
	return { add: (socket) => add(socket), opened, closed };
}

it.each(['destroy', 'end'] as const)(
	'100 clients that leave before the answer to an upgrade (%s) leave nothing behind',
	async (leave) => {
		const { add, opened, closed } = collect(100);
		const { port } = await start(() => {}, {}, add);
		const clients = await Promise.all(Array.from({ length: 100 }, () => open(port)));
		await opened;
		for (const client of clients) client[leave]();
		await closed;
		for (const client of clients) client.destroy();
	},
);

it('a server that refuses an upgrade, and a proxy that is closed, leave nothing behind', async () => {
	const refused = await start((_, response) => {
		response.writeHead(400);
		response.write('never ends');
	});
	const client = await open(refused.port);
	const [answer] = (await once(client, 'data')) as [Buffer];
	expect(answer.toString()).toContain('502 Bad Gateway');
	await once(client, 'close');
	const { add, opened, closed } = collect(10);
	const { proxy, port } = await start(() => {}, {}, add);
	const clients = await Promise.all(Array.from({ length: 10 }, () => open(port)));
	const gone = Promise.all(clients.map((socket) => once(socket.resume(), 'close')));
	await opened;
	proxy.close();
	await Promise.all([closed, gone]);
});

it('bytes that a client sends before the answer reach the server', async () => {
	let socket: Duplex | null = null;
	const { port } = await start(
		() => {},
		{},
		(upgraded) => {
			socket = upgraded;
		},
	);
	const client = await open(port);
	client.write('early');
	while (socket === null) await new Promise(setImmediate);
	const upgraded: Duplex = socket;
	upgraded.write(
		'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSet-Cookie: handreel-capture=x\r\nSet-Cookie: a=1\r\n\r\n',
	);
	const [answer] = (await once(client, 'data')) as [Buffer];
	expect(answer.toString()).toContain('Set-Cookie: a=1');
	expect(answer.toString()).not.toContain('handreel-capture');
	let text = '';
	for await (const data of upgraded as AsyncIterable<Buffer>) {
		text += data.toString();
		if (text.endsWith('early')) break;
	}
	client.destroy();
});

it('a page that is too large, or that cannot be decoded, is passed unchanged and whole', async () => {
	const blocked: string[] = [];
	const large = Buffer.from(`<head>${randomBytes(100_000).toString('hex')}`);
	const bodies: Readonly<Record<string, readonly [Buffer, string]>> = {
		'/large': [large, 'identity'],
		'/bomb': [gzipSync(Buffer.alloc(1e6)), 'gzip'],
		'/damaged': [Buffer.from('no gzip'), 'gzip'],
		'/other': [Buffer.from('<head>'), 'constructor'],
	};
	const listener: RequestListener = ({ url = '' }, response) => {
		const [body, encoding] = bodies[url]!;
		response.writeHead(200, { ...html, 'content-encoding': encoding, etag: '"x"' });
		response.end(body);
	};
	const { port } = await start(listener, { maxPageBytes: 50_000, events: { blocked: (path) => blocked.push(path) } });
	for (const [path, [body]] of Object.entries(bodies)) {
		const client = connect(port, '127.0.0.1');
		client.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
		const pieces: Buffer[] = [];
		for await (const piece of client as AsyncIterable<Buffer>) pieces.push(piece);
		const answer = Buffer.concat(pieces);
		expect(answer.subarray(answer.indexOf('\r\n\r\n') + 4).equals(body), path).toBe(true);
		expect(answer.toString('latin1').split('\r\n\r\n')[0]).toMatch(/etag: "x"/i);
	}
	expect(blocked).toEqual(Object.keys(bodies));
});

it.each([{ 'content-type': 'text/plain' }, html])(
	'an answer that breaks off breaks off for the client, too (%o)',
	async (type) => {
		const { port } = await start((_, response) => {
			response.writeHead(200, { ...type, 'content-length': 100 });
			response.write('start', () => response.destroy());
		});
		await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow();
	},
);
