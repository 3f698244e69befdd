import {
	CAPTURE_PATH,
	type CaptureAction,
	type CaptureState,
	PROTOCOL_VERSION,
	type ServerMessage,
} from '../protocol/messages.ts';
import { createId } from './create-id.ts';
import { describeDevice } from './describe-device.ts';
import { type Link, type LinkTarget, MAX_DELAY_MS, MIN_DELAY_MS, type OpenLink } from './link.ts';
import { type CaptureTake, OutgoingTake, type TakeOwner } from './outgoing-take.ts';
import { openPostLink } from './post-link.ts';
import { openSocketLink } from './socket-link.ts';
import { TakeStorage } from './take-storage.ts';

/** Options of {@link connectCapture}. */
export interface CaptureClientOptions {
	/** The address of the server. Default: the origin of the page. */
	readonly url?: string | URL | undefined;
	/** The token of a server that needs it. Default: none; our own page has a cookie. */
	readonly token?: string | undefined;
	/** The name of the device. Default: the name that the browser reports. */
	readonly device?: string | undefined;
	/** `'auto'` (default) tries a WebSocket, then POST requests. */
	readonly transport?: 'auto' | 'socket' | 'post' | undefined;
	/** Called when the status changes. */
	readonly onChange?: ((status: CaptureClientStatus) => void) | undefined;
	/** Called when the terminal asks for something. */
	readonly onAction?: ((action: CaptureAction, name: string | undefined) => void) | undefined;
}

/** The state of a connection. */
export interface CaptureClientStatus {
	readonly isConnected: boolean;
	readonly transport: 'socket' | 'post' | null;
	/** Prompts and countdown of the server; empty and `null` before the first connection. */
	readonly prompts: readonly string[];
	readonly countdown: number | null;
	/** Takes that the server has not saved yet. */
	readonly openTakes: number;
	/** Why nothing is sent, or `null`. */
	readonly problem: string | null;
}

/** Sends takes to a capture server, and continues after interruptions. */
export interface CaptureClient {
	readonly status: CaptureClientStatus;
	/** Starts a take: the journal for a `Recorder` or `recordSession`. */
	openTake(): CaptureTake;
	/** Reports to the server what the person in the headset is doing. */
	setState(state: CaptureState): void;
	/**
	 * Closes the connection. Takes that are not saved stay in the storage of the page, and are sent by the next client; their
	 * `finish` rejects.
	 */
	close(): void;
}

/**
 * Connects to a capture server. Resolves at once, whether or not the server can be reached. Takes that an earlier page left
 * in the storage of this origin are sent, too.
 *
 * @example
 * const client = await connectCapture({ url: 'http://localhost:4160' });
 * const take = client.openTake();
 * const recording = recordSession(session, space, { journal: take, journalInterval: 0.03 });
 * // … at the end
 * recording.stop();
 * const saved = await take.finish(recording.issues);
 */
export async function connectCapture(options: CaptureClientOptions = {}): Promise<CaptureClient> {
	// Without storage, for example in a private window, takes are safe only on the server.
	const storage = await TakeStorage.open().catch(() => null);
	const client = new ConnectedClient(options, storage);
	await client.adoptTakes();
	client.connect();
	return client;
}

const CLOSED = 'the client was closed; the take stays in the storage of the page, if there is any';

class ConnectedClient implements CaptureClient, TakeOwner {
	readonly #options: CaptureClientOptions;
	readonly #target: LinkTarget;
	readonly #storage: TakeStorage | null;
	readonly #takes = new Map<string, OutgoingTake>();
	readonly #releases = new Map<string, () => void>();
	#link: Link | null = null;
	#isWelcome = false;
	#isClosed = false;
	#delay = MIN_DELAY_MS;
	#timer: ReturnType<typeof setTimeout> | null = null;
	#state: CaptureState = 'idle';
	#status: CaptureClientStatus = {
		isConnected: false,
		transport: null,
		prompts: [],
		countdown: null,
		openTakes: 0,
		problem: null,
	};

	constructor(options: CaptureClientOptions, storage: TakeStorage | null) {
		this.#options = options;
		this.#storage = storage;
		const base = new URL(CAPTURE_PATH, options.url ?? location.origin);
		this.#target = { base, token: options.token ?? null };
		globalThis.addEventListener?.('online', this.#hurry);
	}

	get status(): CaptureClientStatus {
		return this.#status;
	}

	openTake(): CaptureTake {
		if (this.#isClosed) throw new TypeError('openTake: the client is closed');
		const id = createId();
		void holdLock(id).then((release) => release !== null && this.#releases.set(id, release));
		return this.#add(new OutgoingTake(id, this.#storage, this));
	}

	setState(state: CaptureState): void {
		if (state === this.#state) return;
		this.#state = state;
		if (this.#isWelcome) this.#link?.send({ type: 'state', state });
	}

	close(): void {
		this.#isClosed = true;
		if (this.#timer !== null) clearTimeout(this.#timer);
		globalThis.removeEventListener?.('online', this.#hurry);
		for (const take of this.#takes.values()) take.giveUp(CLOSED);
		this.#link?.close();
		this.#storage?.close();
		for (const release of this.#releases.values()) release();
	}

	/** Takes over the takes of pages that were closed. Another page that is open holds the locks of its takes. */
	async adoptTakes(): Promise<void> {
		const stored = (await this.#storage?.list().catch(() => null)) ?? [];
		for (const { take: id, length, issues, isDiscarded = false } of stored) {
			const release = await holdLock(id);
			if (release === null) continue;
			this.#releases.set(id, release);
			const take = this.#add(new OutgoingTake(id, this.#storage, this, length));
			if (isDiscarded) void take.discard();
			else take.complete(issues);
		}
	}

	connect(): void {
		void this.#connect().catch((error: unknown) => {
			if (this.#isClosed) return;
			this.#change({ isConnected: false, problem: `the computer cannot be reached: ${error}` });
			this.#connectLater();
			this.#delay = Math.min(MAX_DELAY_MS, 2 * this.#delay);
		});
	}

	wake(): void {
		const link = this.#link;
		if (link === null || !this.#isWelcome) return;
		for (const take of this.#takes.values()) void take.pump(link);
	}

	report(problem: string | null): void {
		if (problem !== this.#status.problem) this.#change({ problem });
	}

	done({ id }: OutgoingTake): void {
		this.#takes.delete(id);
		this.#releases.get(id)?.();
		this.#releases.delete(id);
		this.#change({ openTakes: this.#takes.size });
	}

	revive(take: OutgoingTake): void {
		if (this.#isClosed) {
			take.giveUp(CLOSED);
			return;
		}
		if (!this.#takes.has(take.id)) this.#add(take);
	}

	readonly #hurry = (): void => {
		if (this.#timer === null) return;
		clearTimeout(this.#timer);
		this.#timer = null;
		this.#delay = MIN_DELAY_MS;
		this.connect();
	};

	async #connect(): Promise<void> {
		const { transport = 'auto', device = describeDevice() } = this.#options;
		const ways: readonly OpenLink[] = {
			auto: [openSocketLink, openPostLink],
			socket: [openSocketLink],
			post: [openPostLink],
		}[transport];
		const link = await this.#openLink(ways);
		if (this.#isClosed) {
			link.close();
			return;
		}
		this.#link = link;
		link.send({ type: 'hello', version: PROTOCOL_VERSION, role: 'headset', device });
	}

	async #openLink(ways: readonly OpenLink[]): Promise<Link> {
		let reason: unknown;
		for (const open of ways) {
			try {
				return await open(this.#target, {
					onMessage: (message) => this.#receive(message),
					onReady: () => this.wake(),
					onLost: (why) => this.#lose(why),
				});
			} catch (error) {
				reason = error;
			}
		}
		throw reason;
	}

	#lose(reason: string): void {
		this.#link = null;
		this.#isWelcome = false;
		for (const take of this.#takes.values()) take.lose();
		if (this.#isClosed) return;
		this.#change({ isConnected: false, transport: null, problem: reason });
		this.#connectLater();
	}

	#connectLater(): void {
		this.#timer = setTimeout(() => {
			this.#timer = null;
			this.connect();
		}, this.#delay);
	}

	#receive(message: ServerMessage): void {
		const link = this.#link;
		if (link === null) return;
		if (message.type === 'welcome') this.#start(link, message);
		else if (message.type === 'action') this.#options.onAction?.(message.action, message.name);
		else if ('take' in message && message.take !== undefined) this.#takes.get(message.take)?.receive(message, link);
		else if (message.type === 'refused' && message.code === 'unknown-client') {
			// The server was restarted, or has forgotten a page that slept.
			link.close();
			this.#lose('the server does not know this page any more');
		} else if (message.type === 'refused') this.report(message.message);
	}

	#start(link: Link, { prompts, countdown }: Extract<ServerMessage, { type: 'welcome' }>): void {
		this.#isWelcome = true;
		this.#delay = MIN_DELAY_MS;
		this.#change({ isConnected: true, transport: link.transport, prompts, countdown, problem: null });
		if (this.#state !== 'idle') link.send({ type: 'state', state: this.#state });
		for (const take of this.#takes.values()) take.open(link);
	}

	#add(take: OutgoingTake): OutgoingTake {
		this.#takes.set(take.id, take);
		this.#change({ openTakes: this.#takes.size });
		if (this.#link !== null && this.#isWelcome) take.open(this.#link);
		return take;
	}

	#change(change: Partial<CaptureClientStatus>): void {
		this.#status = { ...this.#status, ...change };
		this.#options.onChange?.(this.#status);
	}
}

// Holds the lock of a take as long as the page is open. Returns the function that releases it; `null` if another page has it.
function holdLock(id: string): Promise<(() => void) | null> {
	const { locks } = navigator;
	if (locks === undefined) return Promise.resolve(() => {});
	return new Promise((resolve) => {
		const asked = locks.request(`handreel take ${id}`, { ifAvailable: true }, (lock) => {
			if (lock === null) {
				resolve(null);
				return undefined;
			}
			return new Promise<void>((release) => resolve(release));
		});
		// Pages without an origin have no locks, and no storage that they could share.
		asked.catch(() => resolve(() => {}));
	});
}
