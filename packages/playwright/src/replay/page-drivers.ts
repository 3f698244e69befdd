import type { ReplayEvent } from '@handreel/webxr';
import type { Frame, Page } from '@playwright/test';

/** What a page says about its driver after a call. */
export interface DriverState {
	readonly time: number;
	readonly mode: string | null;
	readonly events: ReplayEvent[];
	/** How many frames the call ran. */
	readonly frames: number;
	/** When a callback of the page threw first during the call. */
	readonly thrownAt?: number;
	/** Why the call failed. */
	readonly failure?: string;
}

/**
 * The drivers in a page: that of the page, which frames of the same origin follow, too, and one in each frame of another
 * origin.
 */
export class PageDrivers {
	readonly #page: Page;
	#main: Frame;

	constructor(page: Page) {
		this.#page = page;
		this.#main = page.mainFrame();
	}

	/** Where the session is, as far as it is known. */
	get main(): Frame {
		return this.#main;
	}

	/** Looks for a session from the page on. */
	reset(): void {
		this.#main = this.#page.mainFrame();
	}

	/** Calls the driver that has the session; the others then run as many frames. `null` where there is none. */
	async call(method: string, args: readonly unknown[]): Promise<DriverState | null> {
		const state = await this.#main.evaluate(callDriver, { method, args });
		if (state === null) return null;
		const others = this.#page.frames().filter((frame) => frame !== this.#main);
		const step = { method: 'step', args: [state.frames] };
		// Frames may vanish at any time.
		const states = await Promise.all(others.map((frame) => frame.evaluate(callDriver, step).catch(() => null)));
		const asking = hasAsked(state) ? -1 : states.findIndex(hasAsked);
		if (asking < 0) return state;
		this.#main = others[asking] ?? this.#main;
		return states[asking] ?? state;
	}
}

// Whether a page has an immersive session, or was just refused one.
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
	// In a frame without scripts nobody listens, and no call would come to an end.
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
