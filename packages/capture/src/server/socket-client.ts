import type { RawData, WebSocket } from 'ws';
import type { Hub } from './hub.ts';
import { RateLimit } from './rate-limit.ts';

/** Bytes per second that a client may send on average, and at once. */
export const CLIENT_RATE: Readonly<{ bytesPerSecond: number; burst: number }> = {
	bytesPerSecond: 32 * 1024 * 1024,
	burst: 32 * 1024 * 1024,
};
/** What a message costs besides its bytes, so that many small messages are limited, too. */
export const MESSAGE_COST = 512;
/** Bytes that may wait for a viewer. A viewer with more misses records. */
const MAX_WAITING_BYTES: number = 1024 * 1024;
/** Milliseconds between signs of life. A client that misses two is gone. */
const HEARTBEAT_MS = 5000;

/** Connects a WebSocket to a hub. */
export function attachSocket(socket: WebSocket, hub: Hub): void {
	const client = hub.connect({
		send: (message) => socket.send(JSON.stringify(message)),
		sendBytes: (bytes) => {
			if (socket.bufferedAmount > MAX_WAITING_BYTES) return false;
			socket.send(bytes);
			return true;
		},
		close: () => socket.close(1001, 'the server stops'),
	});
	const limit = new RateLimit(CLIENT_RATE.bytesPerSecond, CLIENT_RATE.burst, performance.now());
	let missed = 0;
	const heartbeat = setInterval(() => {
		if (missed++ >= 2) socket.terminate();
		else socket.ping();
	}, HEARTBEAT_MS).unref();
	socket.on('pong', () => {
		missed = 0;
	});
	socket.on('message', (data, isBinary) => {
		missed = 0;
		const bytes = toBytes(data);
		const wait = limit.take(bytes.length + MESSAGE_COST, performance.now());
		if (wait > 0) {
			socket.pause();
			setTimeout(() => socket.resume(), wait);
		}
		if (isBinary) void hub.receiveBytes(client, bytes);
		else void hub.receive(client, Buffer.from(bytes).toString());
	});
	socket.on('close', () => {
		clearInterval(heartbeat);
		hub.disconnect(client);
	});
	// The close event follows.
	socket.on('error', () => {});
}

function toBytes(data: RawData): Uint8Array {
	if (Array.isArray(data)) return Buffer.concat(data);
	return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
