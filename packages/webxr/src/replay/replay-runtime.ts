import type { Device } from '../device/device.ts';
import type { Visibility } from '../xr/session-state.ts';

/** The implementation of WebXR that a page sees during a replay. The driver moves it. */
export interface ReplayRuntime {
	/** The mode of the session that plays the recording; `null` without a session. */
	readonly sessionMode: string | null;
	/** The features of that session. */
	readonly features: Iterable<string>;
	/** What that session draws to; `null` if it has no layer or the runtime does not know. */
	readonly canvas?: HTMLCanvasElement | OffscreenCanvas | null;
	/** Runs a frame of all sessions with the device's current state. `now` is the page's clock in milliseconds. */
	runFrame(now: number): void;
	setVisibility(visibility: Visibility): void;
	/** Starts the session that the page offers. Returns whether there is one; absent if the runtime has no offers. */
	acceptOffer?(): boolean;
	/** Ends the session that plays the recording. */
	endSession(): Promise<void>;
	/** Restores the browser's own WebXR. */
	uninstall(): void;
}

/** The driver's side of a runtime. */
export interface RuntimeHost {
	readonly device: Device;
	/** Reports an error that a callback of the page threw. */
	report(error: unknown): void;
	/** Logs an event that the page received. */
	log(type: string, details: Readonly<Record<string, unknown>>): void;
	/** Whether anybody looks at the canvas in this frame. */
	isDrawing?(): boolean;
}

/** Replaces the browser's WebXR with a runtime. */
export type InstallRuntime = (host: RuntimeHost) => ReplayRuntime;
