import type { Marker, Side } from '../model/recording.ts';

/** What a player tells its listeners, by type. Times are in seconds of the recording. */
export interface PlayerEvents {
	/** Played to the end with wrap `'once'`; the player has stopped and is back at the beginning. */
	readonly ended: { readonly time: number };
	/** An end was reached with wrap `'loop'` (play goes on at the other end) or `'ping-pong'` (play turns round). */
	readonly looped: { readonly time: number };
	/** A marker was reached. */
	readonly marker: { readonly time: number; readonly marker: Marker; readonly index: number };
	/** A hand was found or lost; `tracked` is its state from now on, in the direction of play. */
	readonly tracked: { readonly time: number; readonly side: Side; readonly tracked: boolean };
	/** A pinch began or ended; `pinching` is the state from now on, in the direction of play. */
	readonly pinch: { readonly time: number; readonly side: Side; readonly pinching: boolean };
}

const TYPES: ReadonlyArray<keyof PlayerEvents> = ['ended', 'looped', 'marker', 'tracked', 'pinch'];

type Listener = (event: never) => void;

/** Who wants to know what. */
export class ListenerTable {
	readonly #listeners = new Map<keyof PlayerEvents, readonly Listener[]>();

	/** Adds a listener and returns a function that removes it. */
	add<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		if (!TYPES.includes(type)) throw new TypeError(`type: '${type}' is not one of ${TYPES.join(', ')}`);
		if (typeof listener !== 'function') throw new TypeError('listener: not a function');
		// Lists are replaced, never changed, so that listeners can come and go while others are being called. A wrapper makes
		// each registration one of its own.
		const entry: Listener = (event) => listener(event);
		this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), entry]);
		return () => {
			const rest = (this.#listeners.get(type) ?? []).filter((other) => other !== entry);
			if (rest.length > 0) this.#listeners.set(type, rest);
			else this.#listeners.delete(type);
		};
	}

	/** Whether nobody listens to anything. */
	get isEmpty(): boolean {
		return this.#listeners.size === 0;
	}

	emit<K extends keyof PlayerEvents>(type: K, event: PlayerEvents[K]): void {
		for (const listener of this.#listeners.get(type) ?? []) (listener as (event: PlayerEvents[K]) => void)(event);
	}
}
