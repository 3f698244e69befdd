// Capturing: how long a frame takes from a headset to a viewer, how many frames a server stores, and what they weigh on the
// wire. Headset and viewer are sockets of this process, so the browser is not part of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CaptureServer, startCaptureServer } from '@handreel/capture';
import { createFrameSample, type FrameSample, JOINT_COUNT } from '@handreel/core';
import { JournalReader, Recorder } from '@handreel/core/record';
import { WebSocket } from 'ws';
import { type Benchmark, type Effort, median } from './harness.ts';

const RATE = 90;
const CHUNK_HEADER = 24;
const TAKE = '0'.repeat(32);
const SECONDS: Readonly<Record<Effort, number>> = { full: 5, quick: 1 };

/** Everything about capturing. */
export function listCaptureBenchmarks(): Benchmark[] {
	return [
		{ ...plain('milliseconds / frame from headset to viewer, median', 'lower', 100), run: measureLatency },
		{ ...plain('stored frames / second of a capture server', 'higher', 900), run: measureThroughput },
		{ ...plain('bytes on the wire / second of capture at 90 Hz', 'lower', null), run: measureBytes },
	];
}

function plain(name: string, better: Benchmark['better'], target: number | null): Omit<Benchmark, 'run'> {
	return { name, target, better, isLarge: false };
}

interface Connection {
	readonly socket: WebSocket;
	/** Waits for a message of a type. */
	readonly next: (type: string) => Promise<Record<string, unknown>>;
}

async function connect(
	port: number,
	role: string,
	onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<Connection> {
	const socket = new WebSocket(`ws://localhost:${port}/__handreel/socket`, { perMessageDeflate: false });
	const waiting: Record<string, unknown>[] = [];
	let wake = (): void => {};
	socket.on('message', (data: Buffer, isBinary) => {
		if (isBinary) onBytes(data);
		else waiting.push(JSON.parse(data.toString()));
		wake();
	});
	await new Promise((resolve) => socket.once('open', resolve));
	socket.send(JSON.stringify({ type: 'hello', version: 1, role, device: 'bench' }));
	const next = async (type: string): Promise<Record<string, unknown>> => {
		for (;;) {
			const message = waiting.shift();
			if (message?.['type'] === type) return message;
			if (message === undefined)
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
		}
	};
	await next('welcome');
	return { socket, next };
}

async function withServer<T>(work: (server: CaptureServer) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-bench-'));
	const server = await startCaptureServer({ folder });
	try {
		return await work(server);
	} finally {
		await server.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

function measureLatency(effort: Effort): Promise<number> {
	return withServer(async ({ port }) => {
		const captured = new Map<number, number>();
		const delays: number[] = [];
		const reader = new JournalReader({
			frame: ({ time }) => delays.push(performance.now() - captured.get(time)!),
		});
		const viewer = await connect(port, 'viewer', (bytes) => reader.read(bytes.subarray(CHUNK_HEADER)));
		const headset = await connect(port, 'headset');
		headset.socket.send(JSON.stringify({ type: 'open', take: TAKE }));
		await headset.next('ack');
		const recorder = new Recorder({ maxDuration: 1, journal: createSender(headset.socket), journalInterval: 0.03 });
		const frame = createFrameSample();
		recorder.start();
		const start = performance.now();
		for (let i = 0; i < RATE * SECONDS[effort]; i++) {
			await wait(Math.max(0, start + (1000 * i) / RATE - performance.now()));
			captured.set(i / RATE, performance.now());
			recorder.capture(fill(frame, i / RATE));
		}
		recorder.stop();
		await wait(100);
		for (const { socket } of [viewer, headset]) socket.terminate();
		return median(delays);
	});
}

function measureThroughput(effort: Effort): Promise<number> {
	return withServer(async ({ port }) => {
		const frames = RATE * 20 * SECONDS[effort];
		const bytes = record(frames);
		const { socket, next } = await connect(port, 'headset');
		const send = createSender(socket);
		socket.send(JSON.stringify({ type: 'open', take: TAKE }));
		await next('ack');
		const start = performance.now();
		for (let at = 0; at < bytes.length; at += 65_536) send.write(bytes.subarray(at, at + 65_536));
		while (((await next('ack'))['length'] as number) < bytes.length);
		const seconds = (performance.now() - start) / 1000;
		socket.terminate();
		return frames / seconds;
	});
}

async function measureBytes(): Promise<number> {
	return record(RATE * 10).length / 10;
}

function createSender(socket: WebSocket): { write(bytes: Uint8Array): void } {
	let offset = 0;
	return {
		write: (bytes) => {
			const message = Buffer.alloc(CHUNK_HEADER + bytes.length);
			message.writeDoubleLE(offset, 16);
			message.set(bytes, CHUNK_HEADER);
			offset += bytes.length;
			socket.send(message);
		},
	};
}

function record(frames: number): Uint8Array {
	const parts: Uint8Array[] = [];
	const journal = { write: (bytes: Uint8Array) => void parts.push(bytes.slice()) };
	const recorder = new Recorder({ maxDuration: 1, journal, journalInterval: 0.03 });
	const frame = createFrameSample();
	recorder.start();
	for (let i = 0; i < frames; i++) recorder.capture(fill(frame, i / RATE));
	recorder.stop();
	return Buffer.concat(parts);
}

function fill(frame: FrameSample, time: number): FrameSample {
	frame.time = time;
	frame.headPresent = true;
	frame.head.set([Math.sin(time), 1.6, 0, 0, 0, 0, 1]);
	for (const hand of [frame.hands.left, frame.hands.right]) {
		hand.tracked = true;
		// WebXR has no joint `none`.
		hand.present.fill(1, 1);
		for (let joint = 1; joint < JOINT_COUNT; joint++)
			hand.joints.set([Math.cos(time + joint), 1, 0.4, 0, 0, 0, 1], joint * 7);
	}
	return frame;
}
