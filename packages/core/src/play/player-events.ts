import type { Marker, Side } from '../model/recording.ts';

/** The events of a player, by type. Times are in seconds of the recording. */
export interface PlayerEvents {
	/** Playback with wrap `'once'` reached the end. The player has stopped and is back at the beginning. */
	readonly ended: { readonly time: number };
	/** Playback reached an end with wrap `'loop'` (and continues at the other end) or `'ping-pong'` (and reverses). */
	readonly looped: { readonly time: number };
	/** Playback reached a marker. */
	readonly marker: { readonly time: number; readonly marker: Marker; readonly index: number };
	/** A hand was found or lost; `tracked` is the new state, in the direction of playback. */
	readonly tracked: { readonly time: number; readonly side: Side; readonly tracked: boolean };
	/** A pinch began or ended; `pinching` is the new state, in the direction of playback. */
	readonly pinch: { readonly time: number; readonly side: Side; readonly pinching: boolean };
}

const TYPES: ReadonlyArray<keyof PlayerEvents> = ['ended', 'looped', 'marker', 'tracked', 'pinch'];

type Listener = (event: never) => void;

/** The listeners of a player. */
export class ListenerTable {
	readonly #listeners = new Map<keyof PlayerEvents, readonly Listener[]>();

	/** Adds a listener and returns a function that removes it. */
	add<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		if (!TYPES.includes(type)) throw new TypeError(`type: '${type}' is not one of ${TYPES.join(', ')}`);
		if (typeof listener !== 'function') throw new TypeError('listener: not a function');
		// Lists are replaced, not changed, so that a listener can add or remove listeners. The wrapper gives each registration
		// its own identity.
		const entry: Listener = (event) => listener(event);
		this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), entry]);
		return () => {
			const rest = (this.#listeners.get(type) ?? []).filter((other) => other !== entry);
			if (rest.length > 0) this.#listeners.set(type, rest);
			else this.#listeners.delete(type);
		};
	}

	/** Whether there are no listeners. */
	get isEmpty(): boolean {
		return this.#listeners.size === 0;
	}

	emit<K extends keyof PlayerEvents>(type: K, event: PlayerEvents[K]): void {
		for (const listener of this.#listeners.get(type) ?? []) (listener as (event: PlayerEvents[K]) => void)(event);
	}
}
