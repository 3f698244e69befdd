import type { WrapModeName } from '../model/wrap-mode.ts';
import type { Filled } from '../option/fill-options.ts';
import { MAX_SECONDS, StepSum, toSeconds, toTicks } from './ticks.ts';

/** What happens at the end of playback: a wrap mode of Unity. */
export type PlaybackWrap = Exclude<WrapModeName, 'default'>;

/** A span of time in a recording, in seconds. */
export interface PlaybackRange {
	readonly start: number;
	readonly end: number;
}

/** Options of a {@link PlaybackClock}. */
export interface PlaybackClockOptions {
	/** The span to play. Default: from 0, without an end (48 days). */
	readonly range?: PlaybackRange | undefined;
	/** Playback speed: 1 (default) as recorded, negative backwards. */
	readonly speed?: number | undefined;
	/**
	 * What happens at the end of the range. `'once'` (default): playback stops there. `'loop'`: it continues from the other
	 * end. `'ping-pong'`: it reverses. `'clamp-forever'`: the clock keeps playing and holds the last time.
	 */
	readonly wrap?: PlaybackWrap | undefined;
	/**
	 * Whether times keep the precision of float64 until playback reaches an end of the range. Then steps meet times that are
	 * not multiples of 2^-30 s, such as `n / 60`, but rounding errors of the steps show: 49 steps of 1/49 s are not exactly one
	 * second. Default false.
	 */
	readonly isExact?: boolean | undefined;
}

/** Defaults of {@link PlaybackClockOptions}. */
export const PLAYBACK_DEFAULTS: Filled<PlaybackClockOptions> = {
	range: { start: 0, end: MAX_SECONDS },
	speed: 1,
	wrap: 'once',
	isExact: false,
};

/** The wrap modes of playback. */
export const PLAYBACK_WRAPS: readonly PlaybackWrap[] = ['once', 'loop', 'ping-pong', 'clamp-forever'];

/**
 * The time of playback: play, pause, seek, speed, looping, and a range. It moves only when {@link advance} is called; it
 * reads no system clock, samples nothing, and fires no events.
 *
 * Its time depends only on the sum of the steps, not on how many there are or on their order: 60 steps of 1/60 s are
 * exactly one second. While it plays, times are rounded to multiples of 2^-30 s (a nanosecond), which keeps the key times of
 * recordings exactly; `isExact` turns the rounding off. A time that you {@link seek} is kept as given.
 *
 * @example
 * const clock = new PlaybackClock({ range: { start: 0, end: 5 }, speed: 2 });
 * clock.play();
 * clock.advance(1 / 60); // 1/30
 *
 * @example
 * // Step to an exact time.
 * while (clock.time + interval * clock.speed < target) draw(clock.advance(interval));
 * draw(clock.seek(target));
 */
export class PlaybackClock {
	readonly #steps: StepSum;
	#range: PlaybackRange;
	#start: number;
	#end: number;
	#wrap: PlaybackWrap;
	#isPlaying = false;
	#hasEnded = false;
	/** Whether ping-pong is on its way back. */
	#isReversed = false;
	readonly #isExact: boolean;
	/** The time if it is not rounded to ticks: after a seek until the clock moves, and of an exact clock. */
	#exactTime: number | null;
	/** The time at which the sum of steps starts, or `null` if the time is no longer that sum, for example after a loop. */
	#origin: number | null;
	/** The position in ticks. */
	protected tick: number;
	/** Whether {@link advance} must end: `'now'`, or `'soon'`, after everything that happens at this tick. */
	protected interruption: 'none' | 'soon' | 'now' = 'none';

	/**
	 * Creates a paused clock at the start of the range, or at its end if the speed is negative. Throws `RangeError` for a
	 * speed that is not finite or an invalid range, and `TypeError` for an unknown wrap mode.
	 */
	constructor(options: PlaybackClockOptions = {}) {
		const { range = PLAYBACK_DEFAULTS.range, speed = PLAYBACK_DEFAULTS.speed, wrap = PLAYBACK_DEFAULTS.wrap } = options;
		this.#isExact = options.isExact ?? PLAYBACK_DEFAULTS.isExact;
		this.#steps = new StepSum(checkSpeed(speed));
		this.#range = checkRange(range);
		this.#wrap = checkWrap(wrap);
		this.#start = toTicks(range.start);
		this.#end = toTicks(range.end);
		this.#exactTime = this.#beginning;
		this.#origin = this.#exactTime;
		this.tick = toTicks(this.#exactTime);
	}

	/** The current time in seconds. */
	get time(): number {
		if (this.#exactTime !== null) return this.#exactTime;
		if (this.tick === this.#end) return this.#range.end;
		return this.tick === this.#start ? this.#range.start : toSeconds(this.tick);
	}

	get isPlaying(): boolean {
		return this.#isPlaying;
	}

	/** Whether playback with wrap `'once'` has reached the end, and nothing has moved the clock since. */
	get hasEnded(): boolean {
		return this.#hasEnded;
	}

	/** Playback speed; negative is backwards. Setting it throws `RangeError` if it is not finite. */
	get speed(): number {
		return this.#steps.speed;
	}

	set speed(speed: number) {
		if (checkSpeed(speed) !== this.speed) this.#restartSum(speed);
		this.#interrupt();
	}

	/** What happens at the end of the range. Setting it throws `TypeError` for an unknown wrap mode. */
	get wrap(): PlaybackWrap {
		return this.#wrap;
	}

	set wrap(wrap: PlaybackWrap) {
		this.#wrap = checkWrap(wrap);
		this.#interrupt();
	}

	/**
	 * The span that is played. Setting it seeks into the range if the time is outside of it. Throws `RangeError` if the end
	 * is before the start or either is more than 48 days from 0.
	 */
	get range(): PlaybackRange {
		return this.#range;
	}

	set range(range: PlaybackRange) {
		const { time } = this;
		this.#range = checkRange(range);
		this.#start = toTicks(range.start);
		this.#end = toTicks(range.end);
		this.seek(time);
	}

	/** Starts or resumes playback from the current time; from the beginning if playback {@link hasEnded}. */
	play(): void {
		if (this.#isPlaying) return;
		if (this.#hasEnded) this.seek(this.#beginning);
		this.#isPlaying = true;
		this.#restartSum();
	}

	/** Pauses at the current time. */
	pause(): void {
		this.#isPlaying = false;
		this.#interrupt();
	}

	/** Pauses and seeks to the start of the range, or to its end if the speed is negative. */
	stop(): void {
		this.#isPlaying = false;
		this.seek(this.#beginning);
	}

	/**
	 * Jumps to a time, clamped to the range, and returns the new time. It is not rounded: {@link PlaybackClock.time} returns
	 * it back as is. Throws `RangeError` if it is not a number.
	 */
	seek(time: number): number {
		if (typeof time !== 'number' || Number.isNaN(time)) throw new RangeError(`time: ${time} is not a number`);
		const sought = this.#clamp(time);
		this.#exactTime = sought;
		this.#hasEnded = false;
		this.#isReversed = false;
		this.#restartSum();
		this.interruption = 'now';
		this.jumpTo(toTicks(sought));
		return sought;
	}

	/**
	 * Moves on by `seconds` times the speed while playing, wraps at the ends of the range, and returns the new time.
	 * Constant time, however often playback loops. Throws `RangeError` for a step that is negative, not a number, or beyond
	 * 48 days.
	 */
	advance(seconds: number): number {
		if (!(seconds >= 0 && seconds * Math.max(1, Math.abs(this.speed)) <= MAX_SECONDS)) {
			throw new RangeError(`seconds: ${seconds} is not a step from 0 to ${MAX_SECONDS} seconds`);
		}
		if (!this.#isPlaying) return this.time;
		const ticks = this.#steps.add(seconds);
		if (ticks !== 0) {
			this.#exactTime = null;
			this.interruption = 'none';
			this.#walk(ticks);
			// The rest of the step was dropped, so the time is not the sum of the steps.
			if (this.interruption !== 'none') this.#origin = this.#exactTime;
		}
		if (this.#isExact && this.#origin !== null) this.#exactTime = this.#clamp(this.#origin + this.#steps.seconds);
		if (this.#steps.isFull) this.#restartSum();
		return this.time;
	}

	/** Moves to a tick in the range without wrapping. False if the step was interrupted on the way. For subclasses. */
	protected moveTo(tick: number): boolean {
		this.tick = tick;
		return true;
	}

	/** Jumps to a tick in the range: a seek, or the other end of a loop. For subclasses. */
	protected jumpTo(tick: number): void {
		this.tick = tick;
	}

	/** Called when playback loops or reverses at a time. False if every further loop may be skipped. For subclasses. */
	protected onLoop(_time: number): boolean {
		return false;
	}

	get #beginning(): number {
		return this.speed < 0 ? this.#range.end : this.#range.start;
	}

	#clamp(time: number): number {
		return Math.min(Math.max(time, this.#range.start), this.#range.end);
	}

	#restartSum(speed: number = this.speed): void {
		this.#origin = this.time;
		this.#steps.reset(speed);
	}

	#interrupt(): void {
		if (this.interruption === 'none') this.interruption = 'soon';
	}

	#walk(ticks: number): void {
		const isForward = ticks > 0;
		let left = Math.abs(ticks);
		while (left > 0) {
			const goesUp = isForward !== this.#isReversed;
			const room = goesUp ? this.#end - this.tick : this.tick - this.#start;
			const distance = Math.min(room, left);
			if (!this.moveTo(goesUp ? this.tick + distance : this.tick - distance)) return;
			left -= distance;
			// In a loop, the upper end is the same place as the lower end. So a step up that ends there wraps at once, while a
			// step down that ends at the lower end stays.
			const isAtEnd = distance === room && (left > 0 || goesUp || this.#wrap !== 'loop');
			if (!isAtEnd) continue;
			this.#origin = null;
			if (this.#wrap === 'clamp-forever') return;
			if (this.#wrap === 'once') {
				this.#hasEnded = true;
				this.#isPlaying = false;
				return;
			}
			if (this.#start === this.#end) return;
			left = this.#wrapAround(goesUp, left);
			if (this.interruption !== 'none') return;
		}
	}

	// Returns the ticks that are left to walk.
	#wrapAround(goesUp: boolean, left: number): number {
		const time = toSeconds(this.tick);
		const isLoop = this.#wrap === 'loop';
		if (isLoop) this.jumpTo(goesUp ? this.#start : this.#end);
		else this.#isReversed = !this.#isReversed;
		if (this.onLoop(time)) return left;
		const round = (this.#end - this.#start) * (isLoop ? 1 : 2);
		const rest = left % round;
		// The last round is walked, so that the clock ends where the rounds would have taken it.
		return rest === 0 && left > 0 ? round : rest;
	}
}

function checkSpeed(speed: number): number {
	if (!Number.isFinite(speed)) throw new RangeError(`speed: ${speed} is not a finite number`);
	return speed;
}

function checkWrap(wrap: PlaybackWrap): PlaybackWrap {
	if (!PLAYBACK_WRAPS.includes(wrap)) throw new TypeError(`wrap: '${wrap}' is not one of ${PLAYBACK_WRAPS.join(', ')}`);
	return wrap;
}

function checkRange({ start, end }: PlaybackRange): PlaybackRange {
	if (!(start <= end && Math.abs(start) <= MAX_SECONDS && Math.abs(end) <= MAX_SECONDS)) {
		throw new RangeError(`range: ${start} to ${end} is not a range within ±${MAX_SECONDS} seconds`);
	}
	return { start, end };
}
