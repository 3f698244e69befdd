import type { FrameSample } from '@handreel/core';
import { JournalReader } from '@handreel/core/record';
import { readChunk } from '../protocol/chunk.ts';
import {
	CAPTURE_PATH,
	type HeadsetState,
	PROTOCOL_VERSION,
	type SavedTake,
	type ServerMessage,
	TAKE_FILE_HEADER,
	TAKE_STATE_HEADER,
} from '../protocol/messages.ts';
import { type Link, type LinkTarget, MAX_DELAY_MS, MIN_DELAY_MS } from './link.ts';
import { openSocketLink } from './socket-link.ts';

/** A take that is being recorded. */
export interface WatchedTake {
	readonly id: string;
	/** The name of its file, without an extension. */
	readonly name: string;
	/** The name of the headset. */
	readonly device: string;
}

/** Options of {@link watchCapture}. All functions are optional. */
export interface WatchCaptureOptions {
	/** The address of the server. Default: the origin of the page. */
	readonly url?: string | URL | undefined;
	/** The token of a server that needs it. Default: none; pages of the server have a cookie. */
	readonly token?: string | undefined;
	/** Called when the connection is made or lost. `problem` is `null` while there is a connection. */
	readonly onChange?: ((isConnected: boolean, problem: string | null) => void) | undefined;
	/** Called with all connected headsets after each change. */
	readonly onHeadsets?: ((headsets: readonly HeadsetState[]) => void) | undefined;
	/** Called when a take starts, and again after each reconnection. */
	readonly onTake?: ((take: WatchedTake) => void) | undefined;
	/** Called with each frame that arrives, in Unity's space. The frame is reused: copy what you keep. */
	readonly onFrame?: ((take: WatchedTake, frame: FrameSample) => void) | undefined;
	readonly onSaved?: ((saved: SavedTake) => void) | undefined;
	/** Called with the id of a take that was discarded. */
	readonly onDiscarded?: ((take: string) => void) | undefined;
}

/** The bytes of a take. */
export interface LoadedTake {
	/** `'recording'`: the journal so far. `'saved'`: the whole file. */
	readonly state: 'recording' | 'saved';
	/** The name of the file. */
	readonly file: string;
	readonly bytes: Blob;
}

/** Watches the takes of a capture server. */
export interface CaptureWatcher {
	readonly isConnected: boolean;
	/**
	 * Loads the whole records of a take's journal from a byte on; its whole file if the take was saved. Resolves with `null` if
	 * the server does not know the take, for example because it was discarded. Rejects if the server cannot be reached.
	 */
	loadTake(id: string, from?: number): Promise<LoadedTake | null>;
	close(): void;
}

/**
 * Watches a capture server: frames arrive while a headset records them. A page that is too slow misses frames and never
 * slows a take; {@link CaptureWatcher.loadTake} loads everything. Reconnects by itself.
 *
 * @example
 * const live = new LiveFrames(); // of @handreel/hands
 * watchCapture({ url: 'http://localhost:4160', onFrame: (take, frame) => live.push(frame) });
 * scene.add(new RecordedHands(live)); // of @handreel/three
 */
export function watchCapture(options: WatchCaptureOptions = {}): CaptureWatcher {
	return new Watcher(options);
}

interface FollowedTake extends WatchedTake {
	readonly reader: JournalReader;
}

class Watcher implements CaptureWatcher {
	readonly #options: WatchCaptureOptions;
	readonly #target: LinkTarget;
	/** The takes of this connection. */
	readonly #takes = new Map<string, FollowedTake>();
	#link: Link | null = null;
	#isConnected = false;
	#isClosed = false;
	#delay = MIN_DELAY_MS;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(options: WatchCaptureOptions) {
		this.#options = options;
		this.#target = { base: new URL(CAPTURE_PATH, options.url ?? location.href), token: options.token ?? null };
		void this.#connect();
	}

	get isConnected(): boolean {
		return this.#isConnected;
	}

	async loadTake(id: string, from = 0): Promise<LoadedTake | null> {
		const { base, token } = this.#target;
		const response = await fetch(new URL(`takes/${id}?from=${from}`, base), {
			cache: 'no-store',
			headers: token === null ? {} : { Authorization: `Bearer ${token}` },
		});
		if (response.status === 404) return null;
		if (!response.ok) throw new Error(`the capture server answered ${response.status}`);
		const state = response.headers.get(TAKE_STATE_HEADER) === 'saved' ? 'saved' : 'recording';
		const file = decodeURIComponent(response.headers.get(TAKE_FILE_HEADER) ?? id);
		return { state, file, bytes: await response.blob() };
	}

	close(): void {
		this.#isClosed = true;
		clearTimeout(this.#timer);
		this.#link?.close();
	}

	async #connect(): Promise<void> {
		try {
			const link = await openSocketLink(this.#target, {
				onMessage: (message) => this.#receive(message),
				onBytes: (bytes) => this.#readFrames(bytes),
				onReady: () => {},
				onLost: (reason) => this.#lose(reason),
			});
			this.#link = link;
			if (this.#isClosed) link.close();
			else link.send({ type: 'hello', version: PROTOCOL_VERSION, role: 'viewer', device: 'viewer' });
		} catch (error) {
			this.#lose(error instanceof Error ? error.message : String(error));
		}
	}

	#lose(reason: string): void {
		this.#link = null;
		this.#takes.clear();
		if (this.#isClosed) return;
		this.#isConnected = false;
		this.#options.onChange?.(false, reason);
		this.#timer = setTimeout(() => void this.#connect(), this.#delay);
		this.#delay = Math.min(MAX_DELAY_MS, 2 * this.#delay);
	}

	#receive(message: ServerMessage): void {
		const { onChange, onHeadsets, onSaved, onDiscarded } = this.#options;
		if (message.type === 'welcome') {
			this.#delay = MIN_DELAY_MS;
			this.#isConnected = true;
			onChange?.(true, null);
		} else if (message.type === 'refused') onChange?.(this.#isConnected, message.message);
		else if (message.type === 'headsets') onHeadsets?.(message.headsets);
		else if (message.type === 'take') this.#follow(message);
		else if (message.type === 'saved' || message.type === 'discarded') {
			this.#takes.delete(message.take);
			if (message.type === 'saved') onSaved?.(message);
			else onDiscarded?.(message.take);
		}
	}

	#follow({ take: id, name, device }: Extract<ServerMessage, { type: 'take' }>): void {
		const { onTake, onFrame } = this.#options;
		const take = { id, name, device };
		this.#takes.set(id, { ...take, reader: new JournalReader({ frame: (frame) => onFrame?.(take, frame) }) });
		onTake?.(take);
	}

	// Messages have whole records. Records that were left out are not a problem: the numbers of the others still grow.
	#readFrames(message: Uint8Array): void {
		const chunk = readChunk(message);
		if (chunk !== null) this.#takes.get(chunk.take)?.reader.read(chunk.bytes);
	}
}
