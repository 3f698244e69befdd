import { type Issue, isRecordingError } from '@handreel/core';
import { CHUNK_HEADER_BYTES, readChunk, writeChunkHeader } from '../protocol/chunk.ts';
import {
	type CaptureAction,
	type ClientMessage,
	PROTOCOL_VERSION,
	parseClientMessage,
	type RefusalCode,
	type SavedTake,
	type ServerMessage,
} from '../protocol/messages.ts';
import { MAX_TAKE_BYTES, type TakeFile } from '../store/take-file.ts';
import type { TakeStatus } from '../store/take-status.ts';
import type { TakeStore } from '../store/take-store.ts';
import { Client, type Outlet } from './client.ts';

/** A take that a headset sends. */
export interface OpenTake {
	readonly id: string;
	/** The name of the take, without an extension. */
	readonly name: string;
	/** The journal on disk. */
	readonly path: string;
	/** Bytes of the journal. */
	readonly length: number;
	readonly status: TakeStatus;
}

/** What happens on a server, for a terminal or a log. */
export interface CaptureEvents {
	readonly connect?: (device: string) => void;
	readonly disconnect?: (device: string) => void;
	readonly open?: (take: OpenTake, isResumed: boolean) => void;
	readonly saved?: (saved: SavedTake, issues: readonly Issue[]) => void;
	readonly discarded?: (take: string) => void;
	/** A headset was refused, for example because the disk is full. */
	readonly problem?: (code: RefusalCode, message: string) => void;
}

/** Options of a {@link Hub}. */
export interface HubOptions {
	/** Prompts for the person in the headset, in order. Default: none. */
	readonly prompts?: readonly string[];
	/** Seconds before a take starts. Default 3. */
	readonly countdown?: number;
	readonly events?: CaptureEvents;
}

/** The default of `countdown`. */
export const COUNTDOWN_DEFAULT = 3;
/** The most takes that are open at a time. */
const MAX_OPEN_TAKES = 16;
/** The start of every journal: viewers that join later get it before their first record. */
const JOURNAL_HEADER_BYTES = 16;

/** Connects headsets, viewers and the store of takes. It knows nothing of sockets. */
export class Hub {
	readonly #store: TakeStore;
	readonly #prompts: readonly string[];
	readonly #countdown: number;
	readonly #events: CaptureEvents;
	readonly #clients = new Set<Client>();

	constructor(store: TakeStore, { prompts = [], countdown = COUNTDOWN_DEFAULT, events = {} }: HubOptions = {}) {
		this.#store = store;
		this.#prompts = prompts;
		this.#countdown = countdown;
		this.#events = events;
	}

	/** The clients that have said hello. */
	get clients(): readonly Client[] {
		return [...this.#clients].filter(({ role }) => role !== null);
	}

	connect(outlet: Outlet): Client {
		const client = new Client(outlet);
		this.#clients.add(client);
		return client;
	}

	disconnect(client: Client): void {
		if (!this.#clients.delete(client) || client.role !== 'headset') return;
		this.#events.disconnect?.(client.device);
		this.#showHeadsets();
	}

	/** Asks the headsets to do something; `name` is that of a marker. */
	act(action: CaptureAction, name?: string): void {
		for (const { role, outlet } of this.#clients)
			if (role === 'headset') outlet.send({ type: 'action', action, ...(name === undefined ? {} : { name }) });
	}

	/** Handles a text message. */
	async receive(client: Client, text: string): Promise<void> {
		const message = parseClientMessage(text);
		if (message === null) {
			this.#refuse(client, 'bad-message', 'this is not a message of the protocol');
			return;
		}
		if (message.type === 'hello') this.#greet(client, message);
		else if (client.role !== 'headset') {
			if (message.type !== 'poll') this.#refuse(client, 'bad-message', `${message.type} needs a hello as a headset`);
		} else if (message.type === 'open') this.#open(client, message.take);
		else if (message.type === 'finish') await this.#finish(client, message.take, message.length);
		else if (message.type === 'discard') this.#discard(client, message.take);
		else if (message.type === 'state') {
			client.state = message.state;
			this.#showHeadsets();
		}
	}

	/** Handles a binary message. */
	receiveBytes(client: Client, message: Uint8Array): void {
		const chunk = readChunk(message);
		if (chunk === null || client.role !== 'headset') {
			this.#refuse(client, 'bad-message', 'this is not a chunk of a journal');
			return;
		}
		const { take: id, offset, bytes } = chunk;
		const take = client.takes.has(id) ? this.#store.find(id) : undefined;
		if (take === undefined) {
			this.#refuse(client, 'unknown-take', 'open the take first', id);
			return;
		}
		if (offset > take.length) {
			this.#refuse(client, 'gap', `bytes [${take.length}, ${offset}) are missing`, id, take.length);
			return;
		}
		if (offset + bytes.length > MAX_TAKE_BYTES) {
			this.#refuse(client, 'too-large', `a take has at most ${MAX_TAKE_BYTES} bytes`, id, take.length);
			return;
		}
		// What was sent again after a lost acknowledgment is not appended again.
		const fresh = bytes.subarray(Math.min(bytes.length, take.length - offset));
		if (fresh.length > 0 && !this.#append(client, take, fresh)) return;
		client.outlet.send({ type: 'ack', take: id, length: take.length });
	}

	#greet(client: Client, { version, role, device }: Extract<ClientMessage, { type: 'hello' }>): void {
		if (version !== PROTOCOL_VERSION) {
			this.#refuse(client, 'version', `protocol version ${version} is not supported; reload the page`);
			return;
		}
		const isNew = client.role === null;
		client.role = role;
		client.device = device;
		client.outlet.send({
			type: 'welcome',
			version: PROTOCOL_VERSION,
			prompts: this.#prompts,
			countdown: this.#countdown,
		});
		if (role === 'headset' && isNew) this.#events.connect?.(device);
		this.#showHeadsets();
	}

	// Tells viewers which headsets are connected.
	#showHeadsets(): void {
		const headsets = this.clients.flatMap(({ role, device, state }) => (role === 'headset' ? [{ device, state }] : []));
		this.#tellViewers({ type: 'headsets', headsets });
	}

	#tellViewers(message: ServerMessage): void {
		for (const { role, outlet } of this.#clients) if (role === 'viewer') outlet.send(message);
	}

	#open(client: Client, id: string): void {
		const saved = this.#store.findSaved(id);
		if (saved !== undefined) {
			client.outlet.send({ type: 'saved', ...saved });
			return;
		}
		const known = this.#store.find(id);
		if (known === undefined && [...this.#store.open].length >= MAX_OPEN_TAKES) {
			this.#refuse(client, 'too-many', `${MAX_OPEN_TAKES} takes are open; finish them first`, id);
			return;
		}
		let take: TakeFile;
		try {
			take = known ?? this.#store.openTake(id);
		} catch (error) {
			this.#refuseDisk(client, error, id, 0);
			return;
		}
		client.takes.add(id);
		client.outlet.send({ type: 'ack', take: id, length: take.length });
		this.#events.open?.(take, take.length > 0);
	}

	#append(client: Client, take: TakeFile, bytes: Uint8Array): boolean {
		const start = take.recordEnd;
		try {
			const records = take.append(bytes);
			if (records.length > 0) this.#broadcast(client, take, start, records);
			return true;
		} catch (error) {
			if (!isRecordingError(error)) this.#refuseDisk(client, error, take.id, take.length);
			else this.#refuse(client, 'damaged', error.message, take.id, take.length);
			return false;
		}
	}

	async #finish(client: Client, id: string, length: number): Promise<void> {
		const saved = this.#store.findSaved(id);
		if (saved !== undefined) {
			client.outlet.send({ type: 'saved', ...saved });
			return;
		}
		const take = client.takes.has(id) ? this.#store.find(id) : undefined;
		if (take === undefined) {
			this.#refuse(client, 'unknown-take', 'open the take first', id);
			return;
		}
		if (length !== take.length) {
			this.#refuse(client, 'gap', `the take has ${take.length} of ${length} bytes`, id, take.length);
			return;
		}
		await this.#save(client, take);
	}

	async #save(client: Client, take: TakeFile): Promise<void> {
		let issues: readonly Issue[] = [];
		try {
			const saved = await this.#store.save(take, (list) => {
				issues = list;
			});
			this.#forget(take.id);
			client.outlet.send(saved === null ? { type: 'discarded', take: take.id } : { type: 'saved', ...saved });
			if (saved === null) this.#events.discarded?.(take.id);
			else this.#events.saved?.(saved, issues);
			this.#tellViewers(saved === null ? { type: 'discarded', take: take.id } : { type: 'saved', ...saved });
		} catch (error) {
			this.#refuseDisk(client, error, take.id, take.length);
		}
	}

	#discard(client: Client, id: string): void {
		try {
			this.#store.discard(id);
			this.#forget(id);
			client.outlet.send({ type: 'discarded', take: id });
			this.#events.discarded?.(id);
			this.#tellViewers({ type: 'discarded', take: id });
		} catch (error) {
			this.#refuseDisk(client, error, id, 0);
		}
	}

	#forget(id: string): void {
		for (const { takes, followed, started } of this.#clients)
			for (const set of [takes, followed, started]) set.delete(id);
	}

	// A viewer that is slow misses records. It never holds up the take, and nothing is kept for it.
	#broadcast({ device }: Client, take: TakeFile, start: number, records: Uint8Array): void {
		const viewers = [...this.#clients].filter(({ role }) => role === 'viewer');
		if (viewers.length === 0) return;
		const message = new Uint8Array(CHUNK_HEADER_BYTES + records.length);
		writeChunkHeader(message, take.id, start);
		message.set(records, CHUNK_HEADER_BYTES);
		for (const viewer of viewers) {
			const { outlet, followed, started } = viewer;
			if (!followed.has(take.id)) outlet.send({ type: 'take', take: take.id, name: take.name, device });
			followed.add(take.id);
			const hasStart = started.has(take.id) || start === 0 || outlet.sendBytes(createStart(take));
			if (hasStart && outlet.sendBytes(message)) started.add(take.id);
			else viewer.skipped++;
		}
	}

	#refuseDisk(client: Client, error: unknown, take: string, length: number): void {
		const { code, message } = error as NodeJS.ErrnoException;
		const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
		if (isFull) this.#refuse(client, 'disk-full', 'no space left on the disk of the computer', take, length);
		else this.#refuse(client, 'disk-error', `the take could not be written: ${message}`, take, length);
	}

	#refuse(client: Client, code: RefusalCode, message: string, take?: string, length?: number): void {
		client.outlet.send({
			type: 'refused',
			code,
			message,
			...(take === undefined ? {} : { take }),
			...(length === undefined ? {} : { length }),
		});
		// A headset that continues a take gets these, too.
		if (code !== 'gap' && code !== 'unknown-take') this.#events.problem?.(code, message);
	}
}

function createStart(take: TakeFile): Uint8Array {
	const message = new Uint8Array(CHUNK_HEADER_BYTES + JOURNAL_HEADER_BYTES);
	writeChunkHeader(message, take.id, 0);
	message.set(take.readStart(JOURNAL_HEADER_BYTES), CHUNK_HEADER_BYTES);
	return message;
}
