import { type ClientRequest, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import { findPolicyProblem } from './check-policy.ts';
import { isTokenCookie, type TargetRequest, toClient, toTarget } from './headers.ts';
import { injectScript } from './inject-script.ts';
import { decodeBody, readStart } from './page-body.ts';

/** What happens in a proxy, for a terminal. */
export interface ProxyEvents {
	/** A page that is served unchanged and not recorded, for example because its Content-Security-Policy forbids the recorder. */
	readonly blocked?: (path: string, reason: string) => void;
	/** The development server does not answer. */
	readonly unreachable?: (reason: string) => void;
}

/** Where a proxy sends requests. */
export interface ProxyOptions {
	/** The development server. */
	readonly target: URL;
	/** What admits clients to this server. The development server does not get it. */
	readonly token: string;
	readonly events?: ProxyEvents | undefined;
	/** The longest page that the recorder is put into, in bytes. Default: 32 MB. */
	readonly maxPageBytes?: number;
}

/** Passes requests on to a development server. */
export interface PageProxy {
	readonly request: (request: IncomingMessage, response: ServerResponse) => void;
	readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
	close(): void;
}

const MAX_PAGE_BYTES: number = 32 * 1024 * 1024;
/** Bytes of an upgraded connection that wait for the answer of the development server. */
const MAX_EARLY_BYTES: number = 64 * 1024;

/** Creates a proxy for a development server that puts the recorder into its pages. */
export function createProxy(options: ProxyOptions): PageProxy {
	const { target, token, events = {} } = options;
	const open = new Set<Duplex | ClientRequest>();
	return {
		request: (request, response) => {
			const outgoing = forward(target, request.method, toTarget(request, target, token));
			outgoing.on('error', (error) => {
				events.unreachable?.(error.message);
				if (response.headersSent) response.destroy();
				else {
					response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
					response.end(`${target.origin} does not answer: ${error.message}\n`);
				}
			});
			outgoing.on('response', (incoming) => {
				void answer(options, request, incoming, response).catch(() => response.destroy());
			});
			response.on('close', () => outgoing.destroy());
			request.pipe(outgoing);
		},
		upgrade: (request, socket, head) => {
			const { path, headers } = toTarget(request, target, token);
			const wanted = { ...headers, connection: 'Upgrade', upgrade: request.headers.upgrade };
			const outgoing = forward(target, request.method, { path, headers: wanted });
			const fail = (): void => {
				outgoing.destroy();
				socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n', () => socket.destroy());
			};
			for (const stream of [socket, outgoing]) keep(open, stream);
			const early = readEarly(socket, head);
			// A client that leaves must not leave a connection to the development server behind.
			const leave = (): void => void outgoing.destroy();
			socket.on('end', leave).on('close', leave);
			outgoing.on('error', fail);
			outgoing.on('response', fail);
			outgoing.on('upgrade', (incoming, upstream, upstreamHead) => {
				socket.off('end', leave);
				keep(open, upstream);
				socket.write(`HTTP/1.1 101 Switching Protocols\r\n${formatHeaders(incoming)}\r\n`);
				socket.write(upstreamHead);
				upstream.write(early());
				join(socket, upstream);
				join(upstream, socket);
			});
			outgoing.end();
		},
		close: () => {
			for (const stream of open) stream.destroy();
		},
	};
}

function join(from: Duplex, to: Duplex): void {
	from.on('error', () => to.destroy());
	from.on('close', () => to.destroy());
	from.pipe(to);
}

function forward(target: URL, method: string | undefined, { path, headers }: TargetRequest): ClientRequest {
	const isSecure = target.protocol === 'https:';
	return (isSecure ? requestHttps : requestHttp)({
		host: target.hostname.replace(/^\[(.*)\]$/, '$1'),
		port: target.port || (isSecure ? 443 : 80),
		method,
		path,
		headers,
		// Development servers on this machine have self-signed certificates.
		rejectUnauthorized: !isLoopback(target.hostname),
	});
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}

function keep(open: Set<Duplex | ClientRequest>, stream: Duplex | ClientRequest): void {
	open.add(stream);
	stream.on('close', () => open.delete(stream));
}

// Reads while the answer is awaited: nobody notices the end of a connection that is not read. The result stops that.
function readEarly(socket: Duplex, head: Buffer): () => Buffer {
	const pieces = [head];
	let size = head.length;
	const take = (piece: Buffer): void => {
		pieces.push(piece);
		size += piece.length;
		if (size > MAX_EARLY_BYTES) socket.destroy();
	};
	socket.on('data', take);
	return () => {
		socket.off('data', take);
		socket.pause();
		return Buffer.concat(pieces);
	};
}

function formatHeaders({ rawHeaders }: IncomingMessage): string {
	let text = '';
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
		if (name.toLowerCase() !== 'set-cookie' || !isTokenCookie(value)) text += `${name}: ${value}\r\n`;
	}
	return text;
}

async function answer(
	{ target, events, maxPageBytes = MAX_PAGE_BYTES }: ProxyOptions,
	request: IncomingMessage,
	incoming: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const headers = toClient(incoming.headers, target);
	const status = incoming.statusCode ?? 502;
	const pass = (start: Buffer): void => {
		response.writeHead(status, headers);
		if (start.length > 0) response.write(start);
		pipeline(incoming, response, () => {});
	};
	const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '') && request.method === 'GET';
	if (!isPage) {
		pass(Buffer.alloc(0));
		return;
	}
	const { bytes, isWhole } = await readStart(incoming, maxPageBytes);
	const { 'content-encoding': encoding = 'identity', 'content-security-policy': policies = [] } = headers;
	const html = isWhole ? await decodeBody(bytes, encoding, maxPageBytes) : null;
	const problem =
		html === null
			? 'it is too large, or its encoding is not supported'
			: findPolicyProblem([policies].flat().map(String), html);
	if (problem !== null) events?.blocked?.(request.url ?? '/', problem);
	if (!isWhole) {
		pass(bytes);
		return;
	}
	const body = html === null || problem !== null ? bytes : Buffer.from(injectScript(html));
	if (body !== bytes) {
		delete headers['content-encoding'];
		// The body changes, so a browser must not reuse its copy of the original.
		delete headers.etag;
	}
	response.writeHead(status, { ...headers, 'content-length': body.length });
	response.end(body);
}
