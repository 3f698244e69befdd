import type { ClientMessage, ServerMessage } from '../protocol/messages.ts';

/** Milliseconds until a lost connection is tried again: at first, and at most. */
export const MIN_DELAY_MS = 250;
export const MAX_DELAY_MS = 4000;

/** A connection to a capture server. */
export interface Link {
	readonly transport: 'socket' | 'post';
	/** Whether it takes bytes now. If not, `onReady` is called when it does. */
	readonly isReady: boolean;
	send(message: ClientMessage): void;
	/** Sends a binary message. The link copies it. */
	sendBytes(message: Uint8Array<ArrayBuffer>): void;
	close(): void;
}

/** What a link reports. */
export interface LinkEvents {
	readonly onMessage: (message: ServerMessage) => void;
	/** A binary message; only sockets have them. */
	readonly onBytes?: (bytes: Uint8Array<ArrayBuffer>) => void;
	readonly onReady: () => void;
	/** The connection is lost. Called once, and not after `close`. */
	readonly onLost: (reason: string) => void;
}

/** The address of a server and what it needs to admit a client. */
export interface LinkTarget {
	/** The address of `messages` and `socket`. */
	readonly base: URL;
	/** `null` if the browser sends a cookie. */
	readonly token: string | null;
}

/** Opens a link. Rejects if the server cannot be reached this way. */
export type OpenLink = (target: LinkTarget, events: LinkEvents) => Promise<Link>;
