import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { findPolicyProblem } from './check-policy.ts';
import { injectScript } from './inject-script.ts';

/** What happens in a proxy, for a terminal. */
export interface ProxyEvents {
	/** A page whose Content-Security-Policy forbids the recorder. It is served unchanged, and not recorded. */
	readonly blocked?: (path: string, reason: string) => void;
	/** The development server does not answer. */
	readonly unreachable?: (reason: string) => void;
}

/** Passes requests on to a development server. */
export interface PageProxy {
	readonly request: (request: IncomingMessage, response: ServerResponse) => void;
	readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
	close(): void;
}

/** Headers that belong to a connection and not to a message. */
const CONNECTION_HEADERS: readonly string[] = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer'];
/** The longest page that the recorder is put into. */
const MAX_PAGE_BYTES: number = 32 * 1024 * 1024;

/** Creates a proxy for a development server that puts the recorder into its pages. */
export function createProxy(target: URL, { blocked, unreachable }: ProxyEvents = {}): PageProxy {
	const open = new Set<Duplex>();
	const send = target.protocol === 'https:' ? requestHttps : requestHttp;
	const forward = (request: IncomingMessage, headers: IncomingMessage['headers']) =>
		send({
			host: target.hostname.replace(/^\[(.*)\]$/, '$1'),
			port: target.port || (target.protocol === 'https:' ? 443 : 80),
			method: request.method,
			path: request.url,
			headers: { ...headers, host: target.host },
			// Development servers on this machine have certificates of their own.
			...(target.protocol === 'https:' ? { rejectUnauthorized: !isLoopback(target.hostname) } : {}),
		});
	return {
		request: (request, response) => {
			const headers = toTarget(request, target);
			const outgoing = forward(request, headers);
			outgoing.on('error', (error) => {
				unreachable?.(error.message);
				if (response.headersSent) response.destroy();
				else {
					response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
					response.end(`${target.origin} does not answer: ${error.message}\n`);
				}
			});
			outgoing.on('response', (incoming) => {
				void answer(request, incoming, response, target, blocked).catch(() => response.destroy());
			});
			response.on('close', () => outgoing.destroy());
			request.pipe(outgoing);
		},
		upgrade: (request, socket, head) => {
			const outgoing = forward(request, {
				...toTarget(request, target),
				connection: 'Upgrade',
				upgrade: request.headers.upgrade,
			});
			const fail = (): void => void socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
			outgoing.on('error', fail);
			outgoing.on('response', fail);
			outgoing.on('upgrade', (incoming, upstream, upstreamHead) => {
				const lines = incoming.rawHeaders.reduce(
					(text, part, i) => (i % 2 === 0 ? `${text}${part}: ` : `${text}${part}\r\n`),
					'',
				);
				socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
				if (upstreamHead.length > 0) socket.write(upstreamHead);
				if (head.length > 0) upstream.write(head);
				for (const [from, to] of [
					[socket, upstream],
					[upstream, socket],
				] as const) {
					open.add(from);
					from.on('error', () => to.destroy());
					from.on('close', () => {
						open.delete(from);
						to.destroy();
					});
					from.pipe(to);
				}
			});
			outgoing.end();
		},
		close: () => {
			for (const socket of open) socket.destroy();
		},
	};
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}

// The page is same-origin with the development server as far as that server can tell.
function toTarget({ headers }: IncomingMessage, target: URL): IncomingMessage['headers'] {
	const result = { ...headers };
	for (const name of CONNECTION_HEADERS) delete result[name];
	// The origin of a foreign page stays, so that the server can refuse it.
	if (result.origin?.endsWith(`//${headers.host}`)) result.origin = target.origin;
	if (result.referer !== undefined) result.referer = target.href;
	if (result['accept-encoding'] !== undefined) result['accept-encoding'] = 'gzip, br';
	result['x-forwarded-host'] = headers.host;
	if (result.cookie !== undefined) {
		const others = result.cookie.split(';').filter((text) => !text.trim().startsWith('handreel-capture='));
		if (others.length > 0) result.cookie = others.join(';');
		else delete result.cookie;
	}
	return result;
}

async function answer(
	request: IncomingMessage,
	incoming: IncomingMessage,
	response: ServerResponse,
	target: URL,
	blocked: ProxyEvents['blocked'],
): Promise<void> {
	const headers = { ...incoming.headers };
	for (const name of CONNECTION_HEADERS) delete headers[name];
	if (headers.location !== undefined) headers.location = headers.location.replace(target.origin, '') || '/';
	const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '') && request.method === 'GET';
	if (!isPage) {
		response.writeHead(incoming.statusCode ?? 502, headers);
		incoming.pipe(response);
		return;
	}
	const bytes = await readAll(incoming);
	const html = decode(bytes, headers['content-encoding']);
	const policies = [headers['content-security-policy'] ?? []].flat().map(String);
	const problem = html === null ? 'its encoding is not supported' : findPolicyProblem(policies, html);
	if (problem !== null) blocked?.(request.url ?? '/', problem);
	delete headers['content-length'];
	delete headers['transfer-encoding'];
	if (html !== null) delete headers['content-encoding'];
	// The body changes, so a browser must not reuse its copy of the original.
	delete headers.etag;
	const body = html === null ? bytes : Buffer.from(problem === null ? injectScript(html) : html);
	response.writeHead(incoming.statusCode ?? 502, { ...headers, 'content-length': body.length });
	response.end(body);
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of incoming as AsyncIterable<Buffer>) {
		size += piece.length;
		if (size > MAX_PAGE_BYTES) throw new RangeError('the page is too large');
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}

function decode(bytes: Buffer, encoding = 'identity'): string | null {
	const limit = { maxOutputLength: MAX_PAGE_BYTES };
	if (encoding === 'identity') return bytes.toString();
	if (encoding === 'gzip') return gunzipSync(bytes, limit).toString();
	if (encoding === 'br') return brotliDecompressSync(bytes, limit).toString();
	if (encoding === 'deflate') return inflateSync(bytes, limit).toString();
	return null;
}
