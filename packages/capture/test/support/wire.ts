import type { Link } from '../../src/client/link.ts';
import { type JournalStorage, OutgoingTake, type TakeOwner } from '../../src/client/outgoing-take.ts';
import type { ClientMessage, ServerMessage } from '../../src/protocol/messages.ts';
import type { Client } from '../../src/server/client.ts';
import type { Hub } from '../../src/server/hub.ts';

/**
 * A page with one take, connected to a hub by a wire that a test controls: messages wait until they are delivered, and are
 * lost with the connection.
 */
export class WiredTake implements TakeOwner {
	readonly take: OutgoingTake;
	/** Everything that the server has answered. */
	readonly received: ServerMessage[] = [];
	readonly problems: string[] = [];
	isDone = false;
	#link: Link | null = null;
	#hub: Hub | null = null;
	#client: Client | null = null;
	#waiting: (ClientMessage | Uint8Array)[] = [];

	constructor(id: string, storage: JournalStorage | null = null, length = 0) {
		this.take = new OutgoingTake(id, storage, this, length);
	}

	connect(hub: Hub): void {
		this.disconnect();
		this.#hub = hub;
		const client = hub.connect({
			send: (message) => {
				if (this.#client !== client || this.#link === null) return;
				this.received.push(message);
				if ('take' in message) this.take.receive(message, this.#link);
			},
			sendBytes: () => true,
			close: () => {},
		});
		this.#client = client;
		this.#link = {
			transport: 'socket',
			isReady: true,
			send: (message) => void this.#waiting.push(message),
			sendBytes: (message) => void this.#waiting.push(message.slice()),
			close: () => {},
		};
		this.#waiting.push({ type: 'hello', version: 1, role: 'headset', device: 'Test' });
		this.take.open(this.#link);
	}

	get isConnected(): boolean {
		return this.#client !== null;
	}

	/** Loses the connection, with all messages that wait. */
	disconnect(): void {
		if (this.#client !== null) this.#hub?.disconnect(this.#client);
		[this.#hub, this.#client, this.#link] = [null, null, null];
		this.#waiting = [];
		this.take.lose();
	}

	/** Delivers the first messages without waiting for answers. Returns what resolves when they are answered. */
	deliver(count: number): Promise<unknown> {
		const [hub, client] = [this.#hub, this.#client];
		if (hub === null || client === null) return Promise.resolve();
		return Promise.all(
			this.#waiting
				.splice(0, count)
				.map((message) =>
					message instanceof Uint8Array
						? hub.receiveBytes(client, message)
						: hub.receive(client, JSON.stringify(message)),
				),
		);
	}

	/** Delivers messages until nothing waits. */
	async settle(): Promise<void> {
		while (this.#waiting.length > 0) {
			await this.deliver(1);
			await Promise.resolve();
		}
	}

	wake(): void {
		if (this.#link !== null) void this.take.pump(this.#link);
	}

	report(problem: string | null): void {
		if (problem !== null) this.problems.push(problem);
	}

	done(): void {
		this.isDone = true;
	}

	revive(): void {
		if (!this.isDone) return;
		this.isDone = false;
		if (this.#link !== null) this.take.open(this.#link);
	}
}
