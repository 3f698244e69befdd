import { BUTTON_NAMES, type ButtonName, type EventTrack, type Marker, type Side } from '../model/recording.ts';
import { PlaybackClock, type PlaybackClockOptions } from './playback-clock.ts';
import { toSeconds, toTicks } from './ticks.ts';
import type { Moment } from './timeline.ts';

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
	/** A controller was found or lost; `tracked` is the new state, in the direction of playback. */
	readonly controller: { readonly time: number; readonly side: Side; readonly tracked: boolean };
	/** A button of a controller was pressed or released; `pressed` is the new state, in the direction of playback. */
	readonly button: {
		readonly time: number;
		readonly side: Side;
		/** The position of the button in `buttons`. */
		readonly index: number;
		/** The name in WebXR's `xr-standard` mapping; `null` for buttons that it does not name. */
		readonly name: ButtonName | null;
		readonly pressed: boolean;
	};
	/** Playback reached an event of a track. `index` is its position in the track. */
	readonly event: {
		readonly time: number;
		readonly track: EventTrack;
		readonly event: Marker;
		readonly index: number;
	};
}

const TYPES: ReadonlyArray<keyof PlayerEvents> = [
	'ended',
	'looped',
	'marker',
	'tracked',
	'pinch',
	'controller',
	'button',
	'event',
];

type Listener = (event: never) => void;

/** The listeners of a player. */
export class ListenerTable {
	readonly #listeners = new Map<keyof PlayerEvents, readonly Listener[]>();

	/** Adds a listener and returns a function that removes it. */
	add<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		if (!TYPES.includes(type)) throw new TypeError(`type: '${type}' is not one of ${TYPES.join(', ')}`);
		if (typeof listener !== 'function') throw new TypeError('listener: not a function');
		// Lists are replaced, not changed, so that a listener can add or remove listeners. The wrapper makes each registration
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

/** A playback clock that notifies listeners of the moments it passes. */
export class EventClock extends PlaybackClock {
	readonly #listeners: ListenerTable;
	/** Whether the clock jumped to its position, so that a marker there has not been reached yet. */
	#isFresh = true;
	/** The moments of the range, ascending. */
	moments: readonly Moment[] = [];

	constructor(listeners: ListenerTable, options: PlaybackClockOptions) {
		super(options);
		this.#listeners = listeners;
	}

	protected override jumpTo(tick: number): void {
		super.jumpTo(tick);
		this.#isFresh = true;
	}

	protected override onLoop(time: number): boolean {
		if (this.#listeners.isEmpty) return false;
		this.#listeners.emit('looped', { time });
		return true;
	}

	protected override moveTo(to: number): boolean {
		const from = this.tick;
		const wasFresh = this.#isFresh;
		if (to === from && !wasFresh) return true;
		const { moments } = this;
		// At the end of the range a fresh clock moves nowhere, but its markers are reached.
		const goesUp = to > from || (to === from && to === toTicks(this.range.end));
		const step = goesUp ? 1 : -1;
		const low = Math.min(from, to);
		const high = Math.max(from, to);
		this.#isFresh = false;
		let i = goesUp ? countBefore(moments, low) : countBefore(moments, high + 1) - 1;
		for (; i >= 0 && i < moments.length; i += step) {
			const moment = moments[i]!;
			if (moment.tick < low || moment.tick > high) break;
			// A state changes between the previous tick and its own, a marker or event is at its tick.
			const isState = 'value' in moment;
			if (isState ? moment.tick === low : moment.tick === from && !wasFresh) continue;
			const at = isState && !goesUp ? moment.tick - 1 : moment.tick;
			if (this.interruption === 'soon' && at !== this.tick) return false;
			this.tick = at;
			this.#tell(moment, goesUp);
			if (this.interruption === 'now') return false;
		}
		if (this.interruption !== 'none') return false;
		this.tick = to;
		return true;
	}

	#tell(moment: Moment, goesUp: boolean): void {
		const listeners = this.#listeners;
		if (moment.type === 'marker') {
			const { marker, index } = moment;
			listeners.emit('marker', { time: marker.time, marker, index });
			return;
		}
		if (moment.type === 'event') {
			const { track, event, index } = moment;
			listeners.emit('event', { time: event.time, track, event, index });
			return;
		}
		const time = toSeconds(moment.tick);
		const { type, side, index } = moment;
		const value = moment.value === goesUp;
		if (type === 'tracked') listeners.emit('tracked', { time, side, tracked: value });
		else if (type === 'pinch') listeners.emit('pinch', { time, side, pinching: value });
		else if (type === 'controller') listeners.emit('controller', { time, side, tracked: value });
		else listeners.emit('button', { time, side, index, name: BUTTON_NAMES[index] ?? null, pressed: value });
	}
}

// How many moments are before a tick.
function countBefore(moments: readonly Moment[], tick: number): number {
	let low = 0;
	let high = moments.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (moments[middle]!.tick < tick) low = middle + 1;
		else high = middle;
	}
	return low;
}
