import type { Tracker } from '../device/tracker.ts';
import type { Visibility } from '../xr/session-state.ts';

/** What a page sees of WebXR while a recording is replayed. The driver moves it. */
export interface ReplayRuntime {
	/** The mode of the session that the recording plays in; `null` while there is none. */
	readonly sessionMode: string | null;
	/** Shows sessions what the tracker knows now; `now` is the page's clock in milliseconds. */
	runFrame(now: number, isJump: boolean): void;
	setVisibility(visibility: Visibility): void;
	/** Ends the session that the recording plays in. */
	endSession(): Promise<void>;
	/** Gives the page its own WebXR back. */
	uninstall(): void;
}

/** What a runtime is given. */
export interface RuntimeHost {
	readonly tracker: Tracker;
	/** Takes what callbacks of the page throw. */
	report(error: unknown): void;
	/** Is told of everything that a page is told. */
	log(type: string, details: Readonly<Record<string, unknown>>): void;
}

/** Puts a runtime in the place of the browser's. */
export type InstallRuntime = (host: RuntimeHost) => ReplayRuntime;
