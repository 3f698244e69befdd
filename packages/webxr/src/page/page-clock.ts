import { attempt } from './attempt.ts';
import { Replacements } from './replace-property.ts';

/** A callback of `requestAnimationFrame`. */
type FrameCallback = (time: number) => void;

/** A callback of a window that waits for its time. */
interface Waiting {
	readonly scope: ClockScope;
	readonly run: () => void;
}

interface Timer extends Waiting {
	due: number;
	/** Milliseconds between runs; `null` for a timeout. */
	readonly interval: number | null;
}

/** A window whose clock is replaced. */
export type ClockScope = typeof globalThis & Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>;

/**
 * The clock of one or more windows: `performance.now`, `Date`, the `timeStamp` of events, `requestAnimationFrame`,
 * `setTimeout` and `setInterval` follow it, and it moves only when the driver moves it.
 */
export class PageClock {
	/** Milliseconds. */
	now = 0;
	readonly #startDate: number;
	readonly #frames: Map<number, Waiting> = new Map();
	readonly #timers: Map<number, Timer> = new Map();
	readonly #channel: MessageChannel = new MessageChannel();
	readonly #waiting: (() => void)[] = [];
	#lastHandle = 0;
	#isClosed = false;

	/** `startDate`: `Date.now()` at time 0. */
	constructor(startDate: number) {
		this.#startDate = startDate;
		this.#channel.port1.onmessage = () => this.#waiting.shift()?.();
	}

	/** Takes over the clock of a window. Returns a function that restores it and drops the callbacks that wait there. */
	adopt(scope: ClockScope, report: (error: unknown) => void): () => void {
		const replaced = new Replacements();
		const replace = replaced.set.bind(replaced);
		const wait = (run: () => void): Waiting => ({ scope, run: () => attempt(run, report) });
		replace(scope.performance, 'now', () => this.now);
		replace(scope.performance, 'timeOrigin', this.#startDate);
		const getDate = (): number => this.#startDate + this.now;
		const date = createDate(scope.Date, getDate);
		replace(scope.Date, 'now', getDate);
		replace(scope.Date.prototype, 'constructor', date);
		replace(scope, 'Date', date);
		replaced.define(
			scope.Event.prototype,
			'timeStamp',
			createTimeStamp(() => this.now),
		);
		replace(scope, 'requestAnimationFrame', (callback: FrameCallback) =>
			this.#add(
				this.#frames,
				wait(() => callback(this.now)),
			),
		);
		replace(scope, 'cancelAnimationFrame', (handle: number) => void this.#frames.delete(handle));
		const { setTimeout } = scope;
		for (const name of ['setTimeout', 'setInterval'] as const) {
			replace(scope, name, (handler: unknown, delay?: number, ...rest: unknown[]) => {
				// Handlers that are strings stay with the browser.
				if (typeof handler !== 'function') return setTimeout(handler as () => void, delay);
				const time = Math.max(1, Number(delay) || 0);
				const timer = { due: this.now + time, interval: name === 'setInterval' ? time : null };
				return this.#add(this.#timers, { ...timer, ...wait(() => handler.apply(scope, rest)) });
			});
		}
		for (const name of ['clearTimeout', 'clearInterval'] as const) {
			replace(scope, name, (handle: number) => void this.#timers.delete(handle));
		}
		return () => {
			replaced.undo();
			for (const map of [this.#frames, this.#timers]) {
				for (const [handle, waiting] of map) if (waiting.scope === scope) map.delete(handle);
			}
		};
	}

	/** Lets pending promises, messages and events of the page run. */
	async rest(): Promise<void> {
		if (this.#isClosed) return;
		await new Promise<void>((resolve) => {
			this.#waiting.push(resolve);
			this.#channel.port2.postMessage(null);
		});
	}

	/** Moves to a time and runs the timers that are due until then, each at its own time. */
	async advanceTo(time: number): Promise<void> {
		for (let next = this.#nextTimer(time); next !== null; next = this.#nextTimer(time)) {
			const [handle, timer] = next;
			this.now = Math.max(this.now, timer.due);
			if (timer.interval === null) this.#timers.delete(handle);
			else timer.due += timer.interval;
			timer.run();
			await this.rest();
		}
		this.now = time;
	}

	/** Runs the callbacks of `requestAnimationFrame`. */
	runFrame(): void {
		for (const handle of [...this.#frames.keys()]) {
			const waiting = this.#frames.get(handle);
			this.#frames.delete(handle);
			waiting?.run();
		}
	}

	/** Ends every {@link rest}. */
	close(): void {
		this.#isClosed = true;
		this.#channel.port1.close();
		for (const resolve of this.#waiting.splice(0)) resolve();
	}

	// The earliest timer that is due by a time. Of several at the same time, the one that was set first.
	#nextTimer(time: number): [number, Timer] | null {
		let next: [number, Timer] | null = null;
		for (const entry of this.#timers) {
			if (entry[1].due <= time && (next === null || entry[1].due < next[1].due)) next = entry;
		}
		return next;
	}

	#add<T>(map: Map<number, T>, value: T): number {
		map.set(++this.#lastHandle, value);
		return this.#lastHandle;
	}
}

// The browser's time stamps follow the system clock. Nearly every event is handled at once, so the time at which a page
// first reads the stamp is the time of the event.
function createTimeStamp(now: () => number): PropertyDescriptor {
	const stamps = new WeakMap<Event, number>();
	return {
		get(this: Event): number {
			const stamp = stamps.get(this) ?? now();
			stamps.set(this, stamp);
			return stamp;
		},
	};
}

function createDate(native: DateConstructor, now: () => number): DateConstructor {
	return new Proxy(native, {
		apply: () => new native(now()).toString(),
		construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
	});
}
