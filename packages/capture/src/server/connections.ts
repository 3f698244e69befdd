import type { Socket } from 'node:net';

/** The most connections at a time, and those of one address in the network. */
export const MAX_CONNECTIONS = 128;
const MAX_PER_PEER = 32;

interface Connection {
	readonly socket: Socket;
	readonly peer: string;
	/** Whether a request of the connection was admitted. */
	isAdmitted: boolean;
}

/**
 * The connections of a server. Strangers must not lock others out: where there is no room, the oldest connection that has
 * not shown that it may use the server makes room, at first one of the same address.
 */
export class Connections {
	/** By address and port, oldest first. The sockets below and above TLS have the same. */
	readonly #open = new Map<string, Connection>();

	/** Adds a connection that was made. It, or an older one, is closed if there is no room. */
	add(socket: Socket): void {
		const peer = socket.remoteAddress ?? '';
		const isFull = !isLoopback(peer) && this.#count(peer) >= MAX_PER_PEER;
		if (isFull || this.#open.size >= MAX_CONNECTIONS) {
			const victim = this.#findStranger(peer) ?? (isFull ? null : this.#findStranger(null));
			if (victim === null) {
				socket.destroy();
				return;
			}
			this.#open.delete(victim[0]);
			victim[1].socket.destroy();
		}
		const key = keyOf(socket);
		const connection = { socket, peer, isAdmitted: false };
		this.#open.set(key, connection);
		socket.once('close', () => {
			if (this.#open.get(key) === connection) this.#open.delete(key);
		});
	}

	/** Notes that a request of the connection was admitted. */
	admit(socket: Socket): void {
		const connection = this.#open.get(keyOf(socket));
		if (connection !== undefined) connection.isAdmitted = true;
	}

	#count(peer: string): number {
		let count = 0;
		for (const connection of this.#open.values()) if (connection.peer === peer) count++;
		return count;
	}

	#findStranger(peer: string | null): [string, Connection] | null {
		for (const entry of this.#open) if (!entry[1].isAdmitted && (peer === null || entry[1].peer === peer)) return entry;
		return null;
	}
}

// Headsets on a cable and the programs of this machine share an address.
function isLoopback(address: string): boolean {
	return /^(::ffff:)?127\./.test(address) || address === '::1';
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
	return `${remoteAddress} ${remotePort}`;
}
