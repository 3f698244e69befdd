import type { ReplayEvent } from '@handreel/webxr';
import type { Frame, Page } from '@playwright/test';

/** The state of a driver after a call. */
export interface DriverState {
	readonly time: number;
	readonly mode: string | null;
	readonly events: ReplayEvent[];
	/** The number of frames that the call ran. */
	readonly frames: number;
	/** The time of the first error that a callback of the page threw during the call. */
	readonly thrownAt?: number;
	/** Why the call failed. */
	readonly failure?: string;
}

/**
 * The drivers in a page: the page's driver, which frames of the same origin follow, and a driver in each frame of another
 * origin.
 */
export class PageDrivers {
	readonly #page: Page;
	#main: Frame;

	constructor(page: Page) {
		this.#page = page;
		this.#main = page.mainFrame();
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
		const state = await this.#main.evaluate(callDriver, { method, args });
		if (state === null) return null;
		const others = this.#page.frames().filter((frame) => frame !== this.#main);
		const step = { method: 'step', args: [state.frames] };
		// Frames may disappear at any time.
		const states = await Promise.all(others.map((frame) => frame.evaluate(callDriver, step).catch(() => null)));
		const asking = hasAsked(state) ? -1 : states.findIndex(hasAsked);
		if (asking < 0) return state;
		this.#main = others[asking] ?? this.#main;
		return states[asking] ?? state;
	}
}

// Whether a page has an immersive session, or its request was just refused.
function hasAsked(state: DriverState | null): boolean {
	if (state === null) return false;
	return state.mode?.startsWith('immersive') === true || state.events.at(-1)?.type === 'sessionrefused';
}

// Runs in the page.
async function callDriver({ method, args }: { method: string; args: readonly unknown[] }): Promise<DriverState | null> {
	type Driver = Record<string, (...args: readonly unknown[]) => Promise<void>> & {
		time: number;
		frames: number;
		sessionMode: string | null;
		events: ReplayEvent[];
		errors: { time: number }[];
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
	const seen = driver.errors.length;
	const before = driver.frames;
	const state = (): DriverState => {
		const thrownAt = driver.errors[seen]?.time;
		const { time, sessionMode: mode, events, frames } = driver;
		return { time, mode, events, frames: frames - before, ...(thrownAt === undefined ? {} : { thrownAt }) };
	};
	try {
		await driver[method]?.(...args);
		return state();
	} catch (error) {
		return { ...state(), failure: error instanceof Error ? error.message : String(error) };
	}
}
