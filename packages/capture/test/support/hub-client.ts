import { DISK, type Disk } from '@handreel/node/internal';
import type { ClientMessage, ServerMessage } from '../../src/protocol/messages.ts';
import type { Client } from '../../src/server/client.ts';
import type { Hub } from '../../src/server/hub.ts';
import { makeChunk } from './socket-headset.ts';

/** A headset that is connected to a hub without a network. */
export class HubClient {
	readonly messages: ServerMessage[] = [];
	readonly client: Client;
	readonly #hub: Hub;

	constructor(hub: Hub, role: 'headset' | 'viewer' = 'headset') {
		this.#hub = hub;
		this.client = hub.connect({
			send: (message) => this.messages.push(message),
			sendBytes: () => true,
			close: () => {},
		});
		void this.send({ type: 'hello', version: 1, role, device: 'Test' });
	}

	/** Sends a message. Resolves when it is answered. */
	send(message: ClientMessage): Promise<void> {
		return this.#hub.receive(this.client, JSON.stringify(message));
	}

	sendChunk(take: string, offset: number, bytes: Uint8Array): Promise<void> {
		return this.#hub.receiveBytes(this.client, makeChunk(take, offset, bytes));
	}

	/** The types of all messages about a take since the last call, with codes of refusals. */
	listAnswers(): string[] {
		return this.messages
			.splice(0)
			.flatMap((message) => (message.type === 'refused' ? message.code : 'take' in message ? message.type : []));
	}
}

/** Functions of a disk that do something else first, for example throw. */
export type DiskHook = (name: keyof Disk, args: readonly unknown[]) => void;

/** A disk that calls a function before each operation. Callbacks get what it throws. */
export function createDisk(hook: DiskHook): Disk {
	return new Proxy({} as Disk, {
		get: (_, name: keyof Disk) => {
			const real = DISK[name] as (...args: unknown[]) => unknown;
			return (...args: unknown[]) => {
				if (name !== 'fsync') {
					hook(name, args);
					return real(...args);
				}
				const done = args.at(-1) as (error: unknown) => void;
				try {
					hook(name, args);
				} catch (error) {
					setImmediate(done, error);
					return undefined;
				}
				return real(...args);
			};
		},
	});
}
