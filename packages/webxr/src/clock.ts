import { replaceDescriptor, replaceProperty } from './replace-property.ts';

/** A callback of `requestAnimationFrame`. */
type FrameCallback = (time: number) => void;

interface Timer {
	readonly run: () => void;
	due: number;
	/** Milliseconds between runs; `null` for one run. */
	readonly interval: number | null;
}

/** What a window has that the clock replaces. */
export type ClockScope = typeof globalThis & Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>;

/**
 * The page's clock: `performance.now`, `Date`, the `timeStamp` of events, `requestAnimationFrame`, `setTimeout` and
 * `setInterval` follow it, and it only moves when it is told to.
 */
export class ReplayClock {
	/** Milliseconds. */
	now = 0;
	/** The browser's own, for those who need real time. */
	readonly requestNativeFrame: (callback: FrameCallback) => number;
	readonly #report: (error: unknown) => void;
	readonly #frames: Map<number, FrameCallback> = new Map();
	readonly #timers: Map<number, Timer> = new Map();
	readonly #restore: (() => void)[] = [];
	readonly #channel: MessageChannel = new MessageChannel();
	readonly #waiting: (() => void)[] = [];
	#lastHandle = 0;

	constructor(scope: ClockScope, startDate: number, report: (error: unknown) => void) {
		this.#report = report;
		this.requestNativeFrame = scope.requestAnimationFrame.bind(scope);
		this.#channel.port1.onmessage = () => this.#waiting.shift()?.();
		this.#replace(scope.performance, 'now', () => this.now);
		this.#replace(scope.performance, 'timeOrigin', startDate);
		const date = createDate(scope.Date, () => startDate + this.now);
		this.#replace(scope.Date.prototype, 'constructor', date);
		this.#replace(scope, 'Date', date);
		this.#replaceTimeStamps(scope.Event.prototype);
		this.#replace(scope, 'requestAnimationFrame', (callback: FrameCallback) => this.#add(this.#frames, callback));
		this.#replace(scope, 'cancelAnimationFrame', (handle: number) => void this.#frames.delete(handle));
		const { setTimeout } = scope;
		for (const name of ['setTimeout', 'setInterval'] as const) {
			this.#replace(scope, name, (handler: unknown, delay?: number, ...rest: unknown[]) => {
				// Code in a string is nothing that we evaluate.
				if (typeof handler !== 'function') return setTimeout(handler as () => void, delay);
				const wait = Math.max(1, Number(delay) || 0);
				const interval = name === 'setInterval' ? wait : null;
				return this.#add(this.#timers, { run: () => handler.apply(scope, rest), due: this.now + wait, interval });
			});
		}
		for (const name of ['clearTimeout', 'clearInterval'] as const) {
			this.#replace(scope, name, (handle: number) => void this.#timers.delete(handle));
		}
	}

	/** Lets everything that is waiting in the page run: promises, messages, events. */
	async rest(): Promise<void> {
		if (this.#restore.length === 0) return;
		await new Promise<void>((resolve) => {
			this.#waiting.push(resolve);
			this.#channel.port2.postMessage(null);
		});
	}

	/** Moves on to a time and runs the timers that are due on the way, each at its own time. */
	async advanceTo(time: number): Promise<void> {
		for (let next = this.#nextTimer(time); next !== null; next = this.#nextTimer(time)) {
			const [handle, timer] = next;
			this.now = Math.max(this.now, timer.due);
			if (timer.interval === null) this.#timers.delete(handle);
			else timer.due += timer.interval;
			this.#attempt(timer.run);
			await this.rest();
		}
		this.now = time;
	}

	/** Runs the callbacks of `requestAnimationFrame`. */
	runFrame(): void {
		const handles = [...this.#frames.keys()];
		for (const handle of handles) {
			const callback = this.#frames.get(handle);
			if (callback === undefined) continue;
			this.#frames.delete(handle);
			this.#attempt(() => callback(this.now));
		}
	}

	/** Gives the page its own clock back. What waits is forgotten. */
	uninstall(): void {
		for (const restore of this.#restore.splice(0).reverse()) restore();
		this.#channel.port1.close();
		for (const resolve of this.#waiting.splice(0)) resolve();
	}

	// The first timer that is due by a time; of several the one that was set first.
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

	#replace(target: object, name: string, value: unknown): void {
		this.#restore.push(replaceProperty(target, name, value));
	}

	// Those of the browser say when it happened in the time of the machine. Nearly every event is handled at once, so the
	// time when a page first asks is the time when it happened.
	#replaceTimeStamps(prototype: Event): void {
		const stamps = new WeakMap<Event, number>();
		const now = (): number => this.now;
		const get = function timeStamp(this: Event): number {
			const stamp = stamps.get(this) ?? now();
			stamps.set(this, stamp);
			return stamp;
		};
		this.#restore.push(replaceDescriptor(prototype, 'timeStamp', { get }));
	}

	#attempt(work: () => void): void {
		try {
			work();
		} catch (error) {
			this.#report(error);
		}
	}
}

function createDate(native: DateConstructor, now: () => number): DateConstructor {
	return new Proxy(native, {
		apply: () => new native(now()).toString(),
		construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
		get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
	});
}
