import type { ReplayEvent } from '@handreel/webxr';
import type { Frame, Page } from '@playwright/test';
import { type DriverState, MAX_ERRORS, MAX_EVENTS, type SentState, toDriverState } from './driver-state.ts';

/**
 * The drivers in a page: the page's driver, which frames of the same origin follow, and a driver in each frame of another
 * origin.
 */
export class PageDrivers {
	readonly #page: Page;
	/** The events so far. A call returns only those after them. */
	readonly #events: WeakMap<Frame, readonly ReplayEvent[]> = new WeakMap();
	#main: Frame;

	constructor(page: Page) {
		this.#page = page;
		this.#main = page.mainFrame();
		page.on('framenavigated', (frame) => this.#events.delete(frame));
	}

	/** The frame with the session, as far as it is known. */
	get main(): Frame {
		return this.#main;
	}

	/** Starts looking for a session in the page again. */
	reset(): void {
		this.#main = this.#page.mainFrame();
	}

	/** Calls the driver with the session; the others then run as many frames. Returns `null` if there is no driver. */
	async call(method: string, args: readonly unknown[]): Promise<DriverState | null> {
		const state = await this.#callFrame(this.#main, method, args);
		if (state === null) return null;
		const others = this.#page.frames().filter((frame) => frame !== this.#main);
		// Frames may disappear at any time.
		const states = await Promise.all(
			others.map((frame) => this.#callFrame(frame, 'step', [state.frames]).catch(() => null)),
		);
		const asking = hasAsked(state) ? -1 : states.findIndex(hasAsked);
		if (asking < 0) return state;
		this.#main = others[asking] ?? this.#main;
		return states[asking] ?? state;
	}

	async #callFrame(frame: Frame, method: string, args: readonly unknown[]): Promise<DriverState | null> {
		const known = this.#events.get(frame) ?? [];
		const sent = await frame.evaluate(callDriver, {
			method,
			args,
			known: known.length,
			limit: MAX_EVENTS + 1,
			maxErrors: MAX_ERRORS,
		});
		// Playwright returns `undefined` for what it cannot send.
		const state = sent === null ? null : toDriverState(sent, known);
		if (state !== null) this.#events.set(frame, state.events);
		return state;
	}
}

// Whether a page has an immersive session, or its request was just refused.
function hasAsked(state: DriverState | null): boolean {
	if (state === null) return false;
	return state.mode?.startsWith('immersive') === true || state.events.at(-1)?.type === 'sessionrefused';
}

interface DriverCall {
	readonly method: string;
	readonly args: readonly unknown[];
	/** The number of events that need not be sent. */
	readonly known: number;
	/** The number of the event before which to stop. */
	readonly limit: number;
	/** The number of errors to send, the newest. */
	readonly maxErrors: number;
}

// Runs in the page.
async function callDriver({ method, args, known, limit, maxErrors }: DriverCall): Promise<SentState | null> {
	type Driver = Record<string, (...args: readonly unknown[]) => Promise<void>> & {
		time: number;
		frames: number;
		sessionMode: string | null;
		events: ReplayEvent[];
		errors: { error: unknown; time: number }[];
	};
	const driver = (globalThis as { handreel?: { driver: Driver | null } }).handreel?.driver;
	if (!driver) return null;
	// In a frame with disabled scripts, event listeners do not run and no call would return.
	const listener = new EventTarget();
	let isHeard = false;
	listener.addEventListener('call', () => {
		isHeard = true;
	});
	listener.dispatchEvent(new Event('call'));
	if (!isHeard) return null;
	const before = driver.frames;
	const state = (): SentState => {
		const { time, sessionMode: mode, frames } = driver;
		const start = known <= driver.events.length ? known : 0;
		// As a text: Playwright looks at every value of an object.
		const events = JSON.stringify(driver.events.slice(start, limit));
		// Errors of other windows are not instances of this window's `Error`.
		const errors = driver.errors.slice(-maxErrors).map(({ error, time: at }) => {
			const { message = String(error) } = (error ?? {}) as { message?: unknown };
			return { text: String(message), time: at };
		});
		return { time, mode, start, events, frames: frames - before, errors };
	};
	try {
		await driver[method]?.(...args);
		return state();
	} catch (error) {
		return { ...state(), failure: error instanceof Error ? error.message : String(error) };
	}
}
