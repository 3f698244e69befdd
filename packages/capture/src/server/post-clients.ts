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

	/**
	 * Handles the body of a request and returns the messages for the client. Where there is no room for another client, one
	 * that has not said hello is forgotten, or the one that was silent for the longest time. It is asked to say hello again.
	 */
	async handle(id: string, body: Uint8Array, isText: boolean): Promise<readonly ServerMessage[]> {
		const entry = this.#find(id);
		if (isText) await this.#hub.receive(entry.client, Buffer.from(body).toString());
		else await this.#hub.receiveBytes(entry.client, body);
		return entry.waiting.splice(0);
	}

	/** Forgets all clients. */
	close(): void {
		for (const id of [...this.#clients.keys()]) this.#remove(id);
	}

	#find(id: string): PostClient {
		const known = this.#clients.get(id);
		if (known !== undefined) {
			known.timer.refresh();
			// The last in the map was heard last.
			this.#clients.delete(id);
			this.#clients.set(id, known);
			return known;
		}
		if (this.#clients.size >= MAX_CLIENTS) {
			const ids = [...this.#clients.keys()];
			this.#remove(ids.find((key) => this.#clients.get(key)?.client.role === null) ?? ids[0]!);
		}
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
