import { type Issue, isRecordingError } from '@handreel/core';
import { explainSystemError } from '@handreel/node/internal';
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
	readonly prompts?: readonly string[] | undefined;
	/** Seconds before a take starts. Default 3. */
	readonly countdown?: number | undefined;
	readonly events?: CaptureEvents | undefined;
}

/** The default of `countdown`. */
export const COUNTDOWN_DEFAULT = 3;
/** The most takes that are open at a time, and those of one client. */
const MAX_OPEN_TAKES = 64;
const MAX_CLIENT_TAKES = 16;
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
		for (const { role, outlet } of this.#clients) if (role === 'headset') outlet.send({ type: 'action', action, name });
	}

	/** Handles a text message. */
	async receive(client: Client, text: string): Promise<void> {
		const message = parseClientMessage(text);
		if (message === null) {
			this.#refuse(client, 'bad-message', 'this is not a message of the protocol');
			return;
		}
		if (message.type === 'hello') this.#greet(client, message);
		else if (client.role === null) this.#refuse(client, 'unknown-client', 'say hello first');
		else if (client.role !== 'headset') {
			if (message.type !== 'poll') this.#refuse(client, 'bad-message', `${message.type} needs a hello as a headset`);
		} else if (message.type === 'open') await this.#open(client, message.take);
		else if (message.type === 'finish') await this.#finish(client, message);
		else if (message.type === 'discard') await this.#discard(client, message.take);
		else if (message.type === 'state') {
			client.state = message.state;
			this.#showHeadsets();
		}
	}

	/** Handles a binary message. Resolves when it is answered. */
	async receiveBytes(client: Client, message: Uint8Array): Promise<void> {
		if (client.role === null) {
			this.#refuse(client, 'unknown-client', 'say hello first');
			return;
		}
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
			const { length } = take;
			// After the answers to what came before, and with what they acknowledge.
			await take.flush().catch(() => {});
			this.#refuse(client, 'gap', `bytes [${length}, ${offset}) are missing`, id, take.durableEnd);
			return;
		}
		if (offset + bytes.length > MAX_TAKE_BYTES) {
			this.#refuse(client, 'too-large', `a take has at most ${MAX_TAKE_BYTES} bytes`, id, take.durableEnd);
			return;
		}
		// What was sent again after a lost acknowledgment is not appended again.
		const fresh = bytes.subarray(Math.min(bytes.length, take.length - offset));
		if (fresh.length > 0 && this.#store.isSaving(id)) {
			this.#refuse(client, 'ended', `the take has ended with ${take.length} bytes`, id, take.durableEnd);
			return;
		}
		try {
			try {
				if (fresh.length > 0) this.#append(client, take, fresh);
			} finally {
				// Also what came before bytes that were refused.
				await take.flush();
			}
			// Meanwhile the take may have been discarded.
			if (client.takes.has(id)) client.outlet.send({ type: 'ack', take: id, length: take.durableEnd });
		} catch (error) {
			if (!isRecordingError(error)) this.#refuseDisk(client, error, id, take.durableEnd);
			else this.#refuse(client, 'damaged', error.message, id, take.durableEnd);
		}
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

	// Reports to viewers which headsets are connected.
	#showHeadsets(): void {
		const headsets = this.clients.flatMap(({ role, device, state }) => (role === 'headset' ? [{ device, state }] : []));
		this.#tellViewers({ type: 'headsets', headsets });
	}

	#tellViewers(message: ServerMessage): void {
		for (const { role, outlet } of this.#clients) if (role === 'viewer') outlet.send(message);
	}

	async #open(client: Client, id: string): Promise<void> {
		if (this.#store.isUnwanted(id)) {
			await this.#discard(client, id);
			return;
		}
		const saved = this.#store.findSaved(id);
		if (saved !== undefined) {
			client.outlet.send({ type: 'saved', ...saved });
			return;
		}
		try {
			if (this.#store.find(id) === undefined && !this.#makeRoom(client)) {
				this.#refuse(client, 'too-many', `${client.takes.size} takes are open; finish them first`, id);
				return;
			}
		} catch (error) {
			this.#refuseDisk(client, error, id, 0);
			return;
		}
		let take: TakeFile;
		try {
			take = this.#store.openTake(id);
		} catch (error) {
			this.#refuseDisk(client, error, id, 0);
			return;
		}
		client.takes.add(id);
		client.outlet.send({ type: 'ack', take: id, length: take.durableEnd });
		this.#events.open?.(take, take.length > 0);
	}

	// Takes that nobody sends any more make room, then those of the client that has the most. They can be opened again.
	#makeRoom(client: Client): boolean {
		if (client.takes.size >= MAX_CLIENT_TAKES) return false;
		const open = [...this.#store.open].filter(({ id }) => !this.#store.isSaving(id));
		if (open.length < MAX_OPEN_TAKES) return true;
		const clients = [...this.#clients];
		let victim = open.find(({ id }) => !clients.some(({ takes }) => takes.has(id)));
		if (victim === undefined) {
			const largest = clients.reduce((one, other) => (other.takes.size > one.takes.size ? other : one));
			if (largest.takes.size <= client.takes.size + 1) return false;
			victim = open.find(({ id }) => largest.takes.has(id));
		}
		if (victim === undefined) return false;
		for (const { takes } of clients) takes.delete(victim.id);
		this.#store.release(victim);
		return true;
	}

	#append(client: Client, take: TakeFile, bytes: Uint8Array): void {
		const start = take.recordEnd;
		const records = take.append(bytes);
		if (records.length > 0) this.#broadcast(client, take, start, records);
	}

	async #finish(
		client: Client,
		{ take: id, length, issues = [] }: Extract<ClientMessage, { type: 'finish' }>,
	): Promise<void> {
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
		// A page that was closed may have stored less than it has sent, and finishes with what was acknowledged.
		if (length < take.recordEnd || length > take.length) {
			this.#refuse(client, 'gap', `the take has ${take.length} of ${length} bytes`, id, take.durableEnd);
			return;
		}
		await this.#save(client, take, issues);
	}

	async #save(client: Client, take: TakeFile, lost: readonly Issue[]): Promise<void> {
		const { id } = take;
		// A second client that finishes the take gets the answer, and nobody hears of it twice.
		const isFirst = !this.#store.isSaving(id);
		let issues = lost;
		try {
			const saved = await this.#store.save(take, (list) => {
				issues = [...lost, ...list];
			});
			const message: ServerMessage = saved === null ? { type: 'discarded', take: id } : { type: 'saved', ...saved };
			client.outlet.send(message);
			if (isFirst && client.takes.has(id)) this.#announce(message, issues);
		} catch (error) {
			this.#refuseDisk(client, error, id, take.durableEnd);
		}
	}

	async #discard(client: Client, id: string): Promise<void> {
		const isFirst = !this.#store.isDiscarding(id) && !this.#store.isDiscarded(id);
		try {
			await this.#store.discard(id);
			client.outlet.send({ type: 'discarded', take: id });
			if (isFirst) this.#announce({ type: 'discarded', take: id });
		} catch (error) {
			this.#refuseDisk(client, error, id, 0);
		}
	}

	#announce(message: Extract<ServerMessage, { type: 'saved' | 'discarded' }>, issues: readonly Issue[] = []): void {
		this.#forget(message.take);
		if (message.type === 'saved') this.#events.saved?.(message, issues);
		else this.#events.discarded?.(message.take);
		this.#tellViewers(message);
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
		else {
			const reason = explainSystemError(error) ?? message;
			this.#refuse(client, 'disk-error', `the take could not be written: ${reason}`, take, length);
		}
	}

	#refuse(client: Client, code: RefusalCode, message: string, take?: string, length?: number): void {
		client.outlet.send({
			type: 'refused',
			code,
			message,
			take,
			length,
		});
		// A headset that continues a take gets these, too.
		if (code !== 'gap' && code !== 'unknown-take' && code !== 'unknown-client') this.#events.problem?.(code, message);
	}
}

function createStart(take: TakeFile): Uint8Array {
	const message = new Uint8Array(CHUNK_HEADER_BYTES + JOURNAL_HEADER_BYTES);
	writeChunkHeader(message, take.id, 0);
	message.set(take.readStart(JOURNAL_HEADER_BYTES), CHUNK_HEADER_BYTES);
	return message;
}
