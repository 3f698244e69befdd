import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_MESSAGE_BYTES } from '../protocol/messages.ts';

const REASONS: Readonly<Record<number, string>> = {
	400: 'Bad request',
	401: 'The code or the token is missing',
	403: 'Pages of this origin are not allowed',
	404: 'Not found',
	405: 'Method not allowed',
	413: 'Too large',
	421: 'Wrong host name',
};

/** Headers of all answers that are not proxied and are not files of the studio. */
export const HEADERS: Readonly<Record<string, string>> = {
	'Content-Security-Policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	// Browsers send forms of pages with no-referrer from the origin null, which is refused.
	'Referrer-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/** Answers with a body. */
export function answer(
	response: ServerResponse,
	type: string,
	body: string | Uint8Array,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(200, { ...HEADERS, 'Content-Type': type, ...headers });
	response.end(body);
}

/** Answers with an error and a sentence about it. */
export function refuse(
	response: ServerResponse,
	status: number,
	message: string = REASONS[status] ?? String(status),
): void {
	response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
	response.end(`${message}\n`);
}

/** Sends the browser to another address of the server. */
export function redirect(response: ServerResponse, to: string, headers: Readonly<Record<string, string>> = {}): void {
	response.writeHead(303, { ...HEADERS, Location: to, ...headers });
	response.end();
}

/** Reads the body of a request; `null` if it is larger than a message may be. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of request as AsyncIterable<Buffer>) {
		size += piece.length;
		if (size > MAX_MESSAGE_BYTES) return null;
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}
