import { existsSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createFolder } from '@handreel/node/internal';
import { WebSocketServer } from 'ws';
import { CAPTURE_PATH, type CaptureAction, MAX_MESSAGE_BYTES } from '../protocol/messages.ts';
import { createProxy, type PageProxy, type ProxyEvents } from '../proxy/proxy.ts';
import { lockFolder } from '../store/lock-folder.ts';
import type { TakeStatus } from '../store/take-status.ts';
import { TakeStore, type TakeStoreOptions, type UnfinishedTake } from '../store/take-store.ts';
import { Access } from './access.ts';
import { CodeGate } from './code-gate.ts';
import { Connections } from './connections.ts';
import { Hub, type HubOptions } from './hub.ts';
import { PostClients } from './post-clients.ts';
import { Router, type ServeStudio } from './router.ts';
import { attachSocket } from './socket-client.ts';

/** Options of {@link startCaptureServer}. */
export interface CaptureServerOptions extends TakeStoreOptions, HubOptions {
	/** Default: 0, a free port. */
	readonly port?: number | undefined;
	/** The address to listen on. Default `'127.0.0.1'`: this machine only. */
	readonly address?: string | undefined;
	/** Host names and addresses that clients use. Default `localhost` and `127.0.0.1`. */
	readonly hosts?: readonly string[] | undefined;
	/** A certificate with its key, as PEM. With it the server speaks HTTPS, and clients need the token or the code. */
	readonly certificate?: { readonly key: string; readonly cert: string } | undefined;
	/** Other origins whose pages may send takes, such as `http://localhost:5173`. */
	readonly origins?: readonly string[] | undefined;
	/**
	 * Called when ten wrong codes have come, from all clients together. Then all codes are refused until {@link CaptureServer.renewCode}
	 * is called; the token still admits.
	 */
	readonly onCodesLocked?: (() => void) | undefined;
	/** A development server whose pages are served with the recorder in them. */
	readonly proxy?: URL | undefined;
	readonly proxyEvents?: ProxyEvents | undefined;
	/** The folder with the built page. Default: that of this package. */
	readonly assets?: string | undefined;
	/**
	 * Answers requests for files of the studio, which shows takes while they are recorded. `path` is that of the file, such
	 * as `/index.html`; the page is at `/__handreel/studio/`. Default: there is no studio.
	 */
	readonly studio?: ServeStudio | undefined;
}

/** A headset that is connected. */
export interface ConnectedHeadset {
	readonly device: string;
	readonly state: string;
	/** The take that it records, if any. */
	readonly take: (TakeStatus & { readonly name: string }) | null;
}

/** A running capture server. */
export interface CaptureServer {
	readonly port: number;
	/** Admits a client: the parameter `token`, or the header `Authorization: Bearer`. */
	readonly token: string;
	/** The six digits that a person types. They change only by {@link renewCode}. */
	readonly code: string;
	/** Makes a new code, and accepts codes again after ten wrong ones. */
	renewCode(): string;
	/** The connected headsets. */
	listHeadsets(): ConnectedHeadset[];
	/** The number of viewers, and how many messages slow viewers missed. */
	readonly viewers: { readonly count: number; readonly skipped: number };
	/** Takes of earlier runs that no headset has finished. */
	listUnfinished(): UnfinishedTake[];
	/** Asks the headsets to start, to stop or to add a marker. */
	act(action: CaptureAction, name?: string): void;
	/** Stops the server. Journals of takes in progress stay on disk, and the next run continues them. */
	close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Milliseconds that a connection may take until its first request is complete, at least. */
const FIRST_REQUEST_MS = 10_000;

/**
 * Starts a server that stores what headsets record. Rejects with the system's error if the port is in use or the folder
 * cannot be written, and with `Error` if another server captures to the same folder.
 *
 * @example
 * const server = await startCaptureServer({ folder: 'takes', port: 4160 });
 * // open http://localhost:4160 on the headset
 */
export function startCaptureServer(options: CaptureServerOptions): Promise<CaptureServer> {
	return startServer(options);
}

/** What tests replace. */
export interface ServerParts {
	readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** {@link startCaptureServer} with replaced parts. */
export async function startServer(options: CaptureServerOptions, parts: ServerParts = {}): Promise<CaptureServer> {
	createFolder(options.folder);
	const unlock = lockFolder(options.folder);
	try {
		const server = await startLocked(options, parts);
		return {
			...server,
			// Getters, which a copy would call.
			get code() {
				return server.code;
			},
			get viewers() {
				return server.viewers;
			},
			close: () => server.close().finally(unlock),
		};
	} catch (error) {
		unlock();
		throw error;
	}
}

async function startLocked(options: CaptureServerOptions, parts: ServerParts): Promise<CaptureServer> {
	const { port = 0, address = LOOPBACK, hosts = ['localhost', LOOPBACK], certificate, origins = [] } = options;
	const isGuarded = certificate !== undefined;
	const store = new TakeStore(options);
	const hub = new Hub(store, options);
	const access = new Access({ hosts, isGuarded, origins });
	const codes = new CodeGate({ onLocked: () => options.onCodesLocked?.(), wait: parts.wait ?? wait });
	const posts = new PostClients(hub);
	const protocol = isGuarded ? 'https' : 'http';
	const proxy =
		options.proxy === undefined
			? null
			: createProxy({ target: options.proxy, token: access.token, events: options.proxyEvents });
	const assets = options.assets ?? findAssets();
	const router = new Router({
		access,
		codes,
		posts,
		assets,
		protocol,
		proxy: proxy?.request ?? null,
		store,
		studio: options.studio ?? null,
	});
	const listener = (request: IncomingMessage, response: Parameters<Router['handle']>[1]): void => {
		if (access.isOurHost(request) && access.hasToken(request)) connections.admit(request.socket);
		router.handle(request, response).catch(() => response.destroy());
	};
	const limits = { headersTimeout: FIRST_REQUEST_MS, connectionsCheckingInterval: FIRST_REQUEST_MS / 2 };
	const server = certificate
		? createHttpsServer({ ...certificate, ...limits, handshakeTimeout: FIRST_REQUEST_MS }, listener)
		: createHttpServer(limits, listener);
	const connections = new Connections();
	server.on('connection', (socket: Socket) => connections.add(socket));
	const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
	server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		socket.on('error', () => socket.destroy());
		const status = checkUpgrade(request, access, protocol);
		if (status === null) connections.admit(request.socket);
		if (status !== null) refuseUpgrade(socket, status);
		else if ((request.url ?? '').split('?', 1)[0] === `${CAPTURE_PATH}socket`)
			sockets.handleUpgrade(request, socket, head, (webSocket) => attachSocket(webSocket, hub));
		else upgradeProxy(proxy, request, socket, head);
	});
	await listen(server, port, address);
	return {
		port: portOf(server),
		token: access.token,
		get code() {
			return codes.code;
		},
		renewCode: () => codes.renew(),
		listHeadsets: () => listHeadsets(hub, store),
		get viewers() {
			const viewers = hub.clients.filter(({ role }) => role === 'viewer');
			return { count: viewers.length, skipped: viewers.reduce((sum, { skipped }) => sum + skipped, 0) };
		},
		listUnfinished: () => store.listUnfinished(),
		act: (action, name) => hub.act(action, name),
		close: async () => {
			for (const socket of sockets.clients) socket.terminate();
			posts.close();
			proxy?.close();
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
			await store.close();
		},
	};
}

function upgradeProxy(proxy: PageProxy | null, request: IncomingMessage, socket: Duplex, head: Buffer): void {
	if (proxy === null) refuseUpgrade(socket, '404 Not Found');
	else proxy.upgrade(request, socket, head);
}

// Without waiting for the client to close its side.
function refuseUpgrade(socket: Duplex, status: string): void {
	socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}

function checkUpgrade(request: IncomingMessage, access: Access, protocol: 'http' | 'https'): string | null {
	if (!access.isOurHost(request)) return '421 Misdirected Request';
	if (!access.isOurOrigin(request, protocol)) return '403 Forbidden';
	return access.hasToken(request) ? null : '401 Unauthorized';
}

function listHeadsets(hub: Hub, store: TakeStore): ConnectedHeadset[] {
	return hub.clients
		.filter(({ role }) => role === 'headset')
		.map(({ device, state, takes }) => {
			const open = [...takes].flatMap((id) => store.find(id) ?? []);
			const take = open.find(({ status }) => status.isRecording) ?? open.at(-1);
			return { device, state, take: take === undefined ? null : { ...take.status, name: take.name } };
		});
}

function listen(server: Server, port: number, address: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, address, () => resolve());
	});
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

// Next to the built module, or in `dist` when the sources run.
function findAssets(): string {
	const near = fileURLToPath(new URL('.', import.meta.url));
	return existsSync(join(near, 'page.js')) ? near : fileURLToPath(new URL('../../dist/', import.meta.url));
}
