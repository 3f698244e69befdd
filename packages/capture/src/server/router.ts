import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CAPTURE_PATH, CLIENT_HEADER, isTakeId, TAKE_FILE_HEADER, TAKE_STATE_HEADER } from '../protocol/messages.ts';
import type { TakeStore } from '../store/take-store.ts';
import type { Access } from './access.ts';
import type { CodeAnswer, CodeGate } from './code-gate.ts';
import { CAPTURE_PAGE, createCodePage } from './pages.ts';
import type { PostClients } from './post-clients.ts';
import { RateLimit } from './rate-limit.ts';
import { answer, readBody, redirect, refuse } from './respond.ts';
import { sendTake } from './send-take.ts';
import { CLIENT_RATE, MESSAGE_COST } from './socket-client.ts';

/** Files of the page by name, with their types. */
const ASSETS: Readonly<Record<string, string>> = {
	'page.js': 'text/javascript; charset=utf-8',
	'record.js': 'text/javascript; charset=utf-8',
	'page.css': 'text/css; charset=utf-8',
};
/** The path of the studio on a capture server. */
export const STUDIO_PATH: string = `${CAPTURE_PATH}studio/`;
const TAKES_PATH = `${CAPTURE_PATH}takes/`;
/** What the page shows to a person whose code was not accepted. */
const CODE_PROBLEMS: Readonly<Record<Exclude<CodeAnswer, 'right'>, string>> = {
	wrong: 'This code is wrong.',
	busy: 'Others are entering codes. Try again in a moment, or scan the QR code.',
	locked: 'There were too many wrong codes. Make a new code in the terminal, or scan the QR code.',
};

/** What a router needs. */
export interface RouterOptions {
	readonly access: Access;
	readonly codes: CodeGate;
	readonly posts: PostClients;
	/** The folder of the built page. */
	readonly assets: string;
	readonly protocol: 'http' | 'https';
	/** Answers requests for everything but our own addresses. Default: the capture page at `/`. */
	readonly proxy: ((request: IncomingMessage, response: ServerResponse) => void) | null;
	readonly store: TakeStore;
	/** Answers requests for the studio. */
	readonly studio: ServeStudio | null;
}

/** Answers a request for a file of the studio. `path` is that of the file, such as `/index.html`. */
export type ServeStudio = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** Answers the requests of a capture server. */
export class Router {
	readonly #options: RouterOptions;
	readonly #limit = new RateLimit(CLIENT_RATE.bytesPerSecond, CLIENT_RATE.burst, performance.now());

	constructor(options: RouterOptions) {
		this.#options = options;
	}

	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { access, protocol, proxy, store, studio } = this.#options;
		const path = (request.url ?? '/').split('?', 1)[0]!;
		const isOurs = path.startsWith(CAPTURE_PATH);
		const isStudio = path.startsWith(STUDIO_PATH);
		if (!access.isOurHost(request)) return refuse(response, 421);
		if (isOurs && !access.isOurOrigin(request, protocol)) return refuse(response, 403);
		if (isOurs && this.#answerOpen(request, response, path)) return;
		if (path === `${CAPTURE_PATH}pair`) return this.#pair(request, response);
		if (!access.hasToken(request)) {
			if (request.method !== 'GET' || (isOurs && path !== STUDIO_PATH)) return refuse(response, 401);
			return answer(response, HTML, createCodePage(null, isStudio ? STUDIO_PATH : '/'));
		}
		if (path === `${CAPTURE_PATH}messages`) return this.#takeMessage(request, response);
		if (`${path}/` === STUDIO_PATH) return redirect(response, STUDIO_PATH);
		if (isStudio && studio !== null) return studio(request, response, path.slice(STUDIO_PATH.length - 1));
		if (path.startsWith(TAKES_PATH)) return sendTake(request, response, store, path.slice(TAKES_PATH.length));
		const isPage = path === CAPTURE_PATH || (path === '/' && proxy === null);
		if (isPage) return answer(response, HTML, CAPTURE_PAGE);
		if (isOurs || proxy === null) return refuse(response, 404);
		proxy(request, response);
	}

	// Scripts and styles contain no secrets, and pages of allowed origins load the recorder.
	#answerOpen(request: IncomingMessage, response: ServerResponse, path: string): boolean {
		const name = path.slice(CAPTURE_PATH.length);
		const origin = this.#options.access.allowedOrigin(request);
		if (origin !== null) {
			response.setHeader('Access-Control-Allow-Origin', origin);
			response.setHeader('Access-Control-Expose-Headers', `${TAKE_STATE_HEADER}, ${TAKE_FILE_HEADER}`);
			response.setHeader('Vary', 'Origin');
		}
		if (origin !== null && request.method === 'OPTIONS') {
			response.writeHead(204, {
				'Access-Control-Allow-Methods': 'POST',
				'Access-Control-Allow-Headers': `authorization, content-type, ${CLIENT_HEADER}`,
			});
			response.end();
			return true;
		}
		if (!Object.hasOwn(ASSETS, name)) return false;
		if (request.method !== 'GET') refuse(response, 405);
		else
			answer(response, ASSETS[name]!, readFileSync(join(this.#options.assets, name)), {
				'Cross-Origin-Resource-Policy': 'cross-origin',
			});
		return true;
	}

	// The QR code has the token; a person types the code.
	async #pair(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { access, codes } = this.#options;
		if (request.method === 'GET') {
			if (access.hasToken(request)) return redirect(response, '/', { 'Set-Cookie': access.cookie });
			return answer(response, HTML, createCodePage(null, '/'));
		}
		if (request.method !== 'POST') return refuse(response, 405);
		const body = await readBody(request);
		const fields = new URLSearchParams(Buffer.from(body ?? []).toString());
		const next = fields.get('next') === STUDIO_PATH ? STUDIO_PATH : '/';
		const result = await codes.check(fields.get('code') ?? '');
		if (result === 'right') return redirect(response, next, { 'Set-Cookie': access.cookie });
		answer(response, HTML, createCodePage(CODE_PROBLEMS[result], next));
	}

	async #takeMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (request.method !== 'POST') return refuse(response, 405);
		const id = request.headers[CLIENT_HEADER];
		if (!isTakeId(id)) return refuse(response, 400, `The header ${CLIENT_HEADER} must have 32 hexadecimal digits`);
		const body = await readBody(request);
		if (body === null) return refuse(response, 413);
		const delay = this.#limit.take(body.length + MESSAGE_COST, performance.now());
		if (delay > 0) await wait(delay);
		const isText = (request.headers['content-type'] ?? '').startsWith('application/json');
		const messages = await this.#options.posts.handle(id, body, isText);
		answer(response, 'application/json', JSON.stringify({ messages }));
	}
}

const HTML = 'text/html; charset=utf-8';
