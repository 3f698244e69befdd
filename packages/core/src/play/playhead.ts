import { toSeconds } from './clock.ts';
import type { ListenerTable } from './player-events.ts';
import type { Moment } from './timeline.ts';

/** What happens at the end of a clip: Unity's wrap modes. */
export type PlayerWrap = 'once' | 'loop' | 'ping-pong' | 'clamp-forever';

/** How a walk of the playhead came to its end. */
export type WalkEnd = 'walked' | 'ended' | 'interrupted';

/**
 * Where a player is, in ticks. It walks over the moments of a recording and tells listeners about each. As all numbers
 * are whole, it makes no difference in how many walks a way is gone.
 */
export class Playhead {
	readonly #listeners: ListenerTable;
	#moments: readonly Moment[];
	#start: number;
	#end: number;
	#tick: number;
	/** Whether it was put where it is, so that a marker right there has not been reached yet. */
	#isFresh = true;
	/** Whether ping-pong is on its way back. */
	#isTurned = false;
	/** Set by listeners: `'soon'` ends the walk after everything that happens at this tick, `'now'` at once. */
	#interruption: 'none' | 'soon' | 'now' = 'none';
	wrap: PlayerWrap;

	constructor(listeners: ListenerTable, moments: readonly Moment[], start: number, end: number, wrap: PlayerWrap) {
		this.#listeners = listeners;
		this.#moments = moments;
		this.#start = start;
		this.#end = end;
		this.#tick = start;
		this.wrap = wrap;
	}

	get tick(): number {
		return this.#tick;
	}

	get start(): number {
		return this.#start;
	}

	get end(): number {
		return this.#end;
	}

	/** Sets the range that is played. */
	setRange(moments: readonly Moment[], start: number, end: number): void {
		this.#moments = moments;
		this.#start = start;
		this.#end = end;
		this.jump(this.#tick);
	}

	/** Goes to a tick, or as near as the range allows, without anything happening on the way. */
	jump(tick: number): void {
		this.#tick = Math.min(Math.max(tick, this.#start), this.#end);
		this.#isFresh = true;
		this.#isTurned = false;
		this.#interruption = 'now';
	}

	/** Ends the walk that is under way when everything that happens at its tick has happened. */
	interrupt(): void {
		if (this.#interruption === 'none') this.#interruption = 'soon';
	}

	/** Walks so many ticks, backwards if below 0. */
	walk(ticks: number): WalkEnd {
		this.#interruption = 'none';
		let left = Math.abs(ticks);
		const isForward = ticks > 0;
		while (left > 0) {
			const goesUp = isForward !== this.#isTurned;
			const room = goesUp ? this.#end - this.#tick : this.#tick - this.#start;
			const way = Math.min(room, left);
			if (!this.#cross(goesUp ? this.#tick + way : this.#tick - way)) return 'interrupted';
			left -= way;
			// Going down, the lower end of a loop is a place like any other; going up, the upper end is the lower one.
			const isAtEnd = way === room && (left > 0 || goesUp || this.wrap !== 'loop');
			if (!isAtEnd) continue;
			if (this.wrap === 'clamp-forever') return 'walked';
			if (this.wrap === 'once') return 'ended';
			if (this.#start === this.#end) return 'walked';
			const time = toSeconds(this.#tick);
			if (this.wrap === 'loop') {
				this.#tick = goesUp ? this.#start : this.#end;
				this.#isFresh = true;
			} else this.#isTurned = !this.#isTurned;
			if (this.#listeners.isEmpty) left = this.#skipRounds(left);
			else this.#listeners.emit('looped', { time });
			if (this.#interruption !== 'none') return 'interrupted';
		}
		return 'walked';
	}

	// Rounds that nobody hears of need not be gone.
	#skipRounds(left: number): number {
		const round = (this.#end - this.#start) * (this.wrap === 'loop' ? 1 : 2);
		const rest = left % round;
		// Where it stands is the end of a round, so a whole number of rounds leads back to it. The last one is gone.
		return rest === 0 && left > 0 ? round : rest;
	}

	// Goes to a tick within the range and tells what happens on the way. False if a listener put an end to it.
	#cross(to: number): boolean {
		const from = this.#tick;
		const wasFresh = this.#isFresh;
		if (to === from && !wasFresh) return true;
		const moments = this.#moments;
		const goesUp = to > from || (to === from && this.#tick === this.#end);
		const step = goesUp ? 1 : -1;
		const low = Math.min(from, to);
		const high = Math.max(from, to);
		this.#isFresh = false;
		let i = goesUp ? countBefore(moments, low) : countBefore(moments, high + 1) - 1;
		for (; i >= 0 && i < moments.length; i += step) {
			const moment = moments[i]!;
			if (moment.tick < low || moment.tick > high) break;
			// A state changes between the tick before and its own, a marker is at its tick.
			const isState = moment.type !== 'marker';
			if (isState ? moment.tick === low : moment.tick === from && !wasFresh) continue;
			const at = isState && !goesUp ? moment.tick - 1 : moment.tick;
			if (this.#interruption === 'soon' && at !== this.#tick) return false;
			this.#tick = at;
			this.#tell(moment, goesUp);
			if (this.#interruption === 'now') return false;
		}
		if (this.#interruption !== 'none') return false;
		this.#tick = to;
		return true;
	}

	#tell(moment: Moment, goesUp: boolean): void {
		const { type } = moment;
		if (type === 'marker') {
			const { marker, index } = moment;
			this.#listeners.emit('marker', { time: marker.time, marker, index });
			return;
		}
		const time = toSeconds(moment.tick);
		const { side } = moment;
		const value = moment.value === goesUp;
		if (type === 'tracked') this.#listeners.emit('tracked', { time, side, tracked: value });
		else this.#listeners.emit('pinch', { time, side, pinching: value });
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
