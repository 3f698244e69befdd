import { once } from 'node:events';
import { WebSocket } from 'ws';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '../../src/protocol/chunk.ts';
import type { ClientMessage, ServerMessage } from '../../src/protocol/messages.ts';
import { recordEnd } from './made-take.ts';

/** Makes a binary message. */
export function makeChunk(take: string, offset: number, bytes: Uint8Array): Uint8Array {
	const message = new Uint8Array(CHUNK_HEADER_BYTES + bytes.length);
	writeChunkHeader(message, take, offset);
	message.set(bytes, CHUNK_HEADER_BYTES);
	return message;
}

/** A client of a capture server that does what a test asks. */
export class TestClient {
	readonly socket: WebSocket;
	readonly messages: ServerMessage[] = [];
	readonly chunks: Uint8Array[] = [];
	#wake: () => void = () => {};

	private constructor(socket: WebSocket) {
		this.socket = socket;
		socket.on('error', () => {});
		socket.on('message', (data: Buffer, isBinary) => {
			if (isBinary) this.chunks.push(new Uint8Array(data));
			else this.messages.push(JSON.parse(data.toString()));
			this.#wake();
		});
		socket.on('close', () => this.#wake());
	}

	/** Connects. Rejects with the status that the server answers. */
	static async connect(url: string, options: WebSocket.ClientOptions = {}): Promise<TestClient> {
		const client = new TestClient(new WebSocket(url, { perMessageDeflate: false, ...options }));
		const { socket } = client;
		await new Promise<void>((resolve, reject) => {
			socket.once('open', resolve);
			socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(String(statusCode))));
			socket.once('error', reject);
		});
		return client;
	}

	/** Connects and sends `hello`. */
	static async greet(
		url: string,
		role: 'headset' | 'viewer' = 'headset',
		device = 'Test',
		options: WebSocket.ClientOptions = {},
	): Promise<TestClient> {
		const client = await TestClient.connect(url, options);
		client.send({ type: 'hello', version: 1, role, device });
		await client.next('welcome');
		return client;
	}

	send(message: ClientMessage): void {
		this.socket.send(JSON.stringify(message));
	}

	sendChunk(take: string, offset: number, bytes: Uint8Array): void {
		this.socket.send(makeChunk(take, offset, bytes));
	}

	/** Takes the next message of a type, dropping others. */
	async next<T extends ServerMessage['type']>(type: T): Promise<Extract<ServerMessage, { type: T }>> {
		for (;;) {
			const message = this.messages.shift();
			if (message?.type === type) return message as Extract<ServerMessage, { type: T }>;
			if (message !== undefined) continue;
			if (this.socket.readyState === WebSocket.CLOSED) throw new Error(`the connection was closed before '${type}'`);
			await this.change();
		}
	}

	/** Waits until something happens. */
	change(): Promise<void> {
		return new Promise((resolve) => {
			this.#wake = resolve;
		});
	}

	/** Sends a take, or its start, and waits until the server has acknowledged its whole records. */
	async sendTake(take: string, bytes: Uint8Array, from = 0, size = 10_000): Promise<void> {
		for (let at = from; at < bytes.length; at += size) this.sendChunk(take, at, bytes.subarray(at, at + size));
		for (const end = recordEnd(bytes); (await this.next('ack')).length < end; );
	}

	async close(): Promise<void> {
		if (this.socket.readyState === WebSocket.CLOSED) return;
		const closed = once(this.socket, 'close');
		this.socket.close();
		await closed;
	}
}
