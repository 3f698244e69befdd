import { CLIENT_HEADER, type ClientMessage, type ServerMessage } from '../protocol/messages.ts';
import { createId } from './create-id.ts';
import type { Link, LinkEvents, LinkTarget } from './link.ts';

/** Milliseconds between requests while there is nothing to send. */
const POLL_MS = 500;
const TIMEOUT_MS = 10_000;

/** Sends messages as requests, one after the other, for browsers that refuse WebSockets behind a self-signed certificate. */
export async function openPostLink({ base, token }: LinkTarget, events: LinkEvents): Promise<Link> {
	const url = new URL('messages', base);
	const headers = { [CLIENT_HEADER]: createId(), ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
	const waiting: ClientMessage[] = [];
	let isOpen = true;
	let isBusy = false;
	let timer: ReturnType<typeof setTimeout> | null = null;

	const post = async (body: string | Uint8Array<ArrayBuffer>): Promise<void> => {
		const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
		const response = await fetch(url, {
			method: 'POST',
			headers: { ...headers, 'content-type': type },
			body,
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		if (!response.ok) throw new Error(`the server answers ${response.status}`);
		const { messages } = (await response.json()) as { messages: readonly ServerMessage[] };
		for (const message of messages) if (isOpen) events.onMessage(message);
	};
	const run = async (body: string | Uint8Array<ArrayBuffer>): Promise<void> => {
		if (timer !== null) clearTimeout(timer);
		isBusy = true;
		try {
			await post(body);
		} catch (error) {
			if (isOpen) events.onLost(error instanceof Error ? error.message : String(error));
			isOpen = false;
			return;
		} finally {
			isBusy = false;
		}
		next();
	};
	const next = (): void => {
		if (!isOpen || isBusy) return;
		const message = waiting.shift();
		if (message !== undefined) {
			void run(JSON.stringify(message));
			return;
		}
		events.onReady();
		if (isBusy) return;
		timer = setTimeout(() => void run(JSON.stringify({ type: 'poll' })), POLL_MS);
	};
	// Shows whether the server can be reached.
	await post(JSON.stringify({ type: 'poll' }));
	next();
	return {
		transport: 'post',
		get isReady() {
			return isOpen && !isBusy && waiting.length === 0;
		},
		send: (message) => {
			waiting.push(message);
			next();
		},
		// A copy, because the request reads it later.
		sendBytes: (message) => void run(message.slice()),
		close: () => {
			isOpen = false;
			if (timer !== null) clearTimeout(timer);
		},
	};
}
