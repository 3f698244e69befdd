import type { CaptureState, ServerMessage } from '../protocol/messages.ts';

/** The way to a client. */
export interface Outlet {
	send(message: ServerMessage): void;
	/** Sends bytes if the client keeps up. Returns `false` if they were left out. */
	sendBytes(bytes: Uint8Array): boolean;
	close(): void;
}

/** A headset or a viewer that is connected. */
export class Client {
	readonly outlet: Outlet;
	/** `null` until the client has said hello. */
	role: 'headset' | 'viewer' | null = null;
	device = '';
	state: CaptureState = 'idle';
	/** The takes that the client has opened. */
	readonly takes: Set<string> = new Set();
	/** Viewers: takes that were announced. */
	readonly followed: Set<string> = new Set();
	/** Viewers: takes of which the start of the journal was sent. */
	readonly started: Set<string> = new Set();
	/** Viewers: messages that were left out because the viewer is slow. */
	skipped = 0;

	constructor(outlet: Outlet) {
		this.outlet = outlet;
	}
}
