import type { ServerMessage } from '../protocol/messages.ts';
import type { Client } from './client.ts';
import type { Hub } from './hub.ts';

/** Milliseconds without a request after which a client is gone. */
const IDLE_MS = 30_000;
/** The most clients. */
const MAX_CLIENTS = 32;
/** The most messages that wait for a client; older messages are dropped. */
const MAX_WAITING = 256;

interface PostClient {
	readonly client: Client;
	readonly waiting: ServerMessage[];
	timer: NodeJS.Timeout;
}

/** Clients that send requests because they cannot use a WebSocket. Answers wait until the next request. */
export class PostClients {
	readonly #hub: Hub;
	readonly #clients = new Map<string, PostClient>();

	constructor(hub: Hub) {
		this.#hub = hub;
	}

	/** Handles the body of a request and returns the messages for the client; `null` if there are too many clients. */
	async handle(id: string, body: Uint8Array, isText: boolean): Promise<readonly ServerMessage[] | null> {
		const entry = this.#find(id);
		if (entry === null) return null;
		if (isText) await this.#hub.receive(entry.client, Buffer.from(body).toString());
		else this.#hub.receiveBytes(entry.client, body);
		return entry.waiting.splice(0);
	}

	/** Forgets all clients. */
	close(): void {
		for (const id of [...this.#clients.keys()]) this.#remove(id);
	}

	#find(id: string): PostClient | null {
		const known = this.#clients.get(id);
		if (known !== undefined) {
			known.timer.refresh();
			return known;
		}
		if (this.#clients.size >= MAX_CLIENTS) return null;
		const waiting: ServerMessage[] = [];
		const client = this.#hub.connect({
			send: (message) => {
				waiting.push(message);
				if (waiting.length > MAX_WAITING) waiting.shift();
			},
			sendBytes: () => false,
			close: () => this.#remove(id),
		});
		const entry = { client, waiting, timer: setTimeout(() => this.#remove(id), IDLE_MS).unref() };
		this.#clients.set(id, entry);
		return entry;
	}

	#remove(id: string): void {
		const entry = this.#clients.get(id);
		if (entry === undefined) return;
		clearTimeout(entry.timer);
		this.#clients.delete(id);
		this.#hub.disconnect(entry.client);
	}
}
