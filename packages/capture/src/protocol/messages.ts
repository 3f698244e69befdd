// The messages between a capture server and its clients (PROTOCOL.md).
import type { Issue } from '@handreel/core';

/** The version of the protocol. */
export const PROTOCOL_VERSION = 1;
/** The folder of all addresses of a capture server. A proxied page has the rest. */
export const CAPTURE_PATH = '/__handreel/';
/** The largest message in bytes. */
export const MAX_MESSAGE_BYTES: number = 256 * 1024;
/** Bytes that a client may send before they are acknowledged. */
export const WINDOW_BYTES: number = 1024 * 1024;
/** The header of a take's bytes: `recording` for its journal so far, `saved` for its file. */
export const TAKE_STATE_HEADER = 'x-handreel-take';
/** The header of a take's bytes with the name of the file, encoded as a part of a URL. */
export const TAKE_FILE_HEADER = 'x-handreel-file';
/** The header of a POST request that names the client. */
export const CLIENT_HEADER = 'x-handreel-client';

/** The cookie with the token of a server. */
export const TOKEN_COOKIE = 'handreel-capture';

/** What a client does: `headset` sends takes, `viewer` receives them. */
export type ClientRole = 'headset' | 'viewer';

/** What the person in the headset is doing. */
export type CaptureState = 'idle' | 'ready' | 'countdown' | 'recording' | 'review';

/** A message of a client. Journal bytes go in binary messages (`chunk.ts`). */
export type ClientMessage =
	| {
			readonly type: 'hello';
			readonly version: number;
			readonly role: ClientRole;
			/** The name of the device. */
			readonly device: string;
	  }
	/** Starts or continues a take. The answer is an `ack`, or `saved` if the take is complete. */
	| { readonly type: 'open'; readonly take: string }
	/**
	 * The take has this many bytes and is complete; `issues` lists what the device had and recordings cannot store. The answer
	 * is `saved` or `discarded`.
	 */
	| { readonly type: 'finish'; readonly take: string; readonly length: number; readonly issues?: readonly Issue[] }
	/** The take is not wanted, even if it was saved. */
	| { readonly type: 'discard'; readonly take: string }
	| { readonly type: 'state'; readonly state: CaptureState }
	/** Asks for messages that wait. Only clients that use POST need it. */
	| { readonly type: 'poll' };

/** What the terminal, or another controller, asks a headset to do. */
export type CaptureAction = 'start' | 'marker' | 'stop';

/** Why a message was refused. */
export type RefusalCode =
	| 'bad-message'
	| 'version'
	| 'unknown-client'
	| 'unknown-take'
	| 'gap'
	| 'damaged'
	| 'ended'
	| 'too-large'
	| 'too-many'
	| 'disk-full'
	| 'disk-error';

/** A take that was saved. */
export interface SavedTake {
	readonly take: string;
	/** The name of the file in the server's folder. */
	readonly file: string;
	readonly frames: number;
	/** Seconds. */
	readonly duration: number;
}

/** A message of the server. */
export type ServerMessage =
	| {
			readonly type: 'welcome';
			readonly version: number;
			/** Prompts for the person in the headset, in order. */
			readonly prompts: readonly string[];
			/** Seconds before a take starts. */
			readonly countdown: number;
	  }
	/** The first `length` bytes of the take are safe on the server's disk: whole records, which a later run continues from. */
	| { readonly type: 'ack'; readonly take: string; readonly length: number }
	| ({ readonly type: 'saved' } & SavedTake)
	| { readonly type: 'discarded'; readonly take: string }
	| {
			readonly type: 'refused';
			readonly code: RefusalCode;
			readonly message: string;
			/** The take that the refused message belongs to, and how many of its bytes are safe on the server's disk. */
			readonly take?: string;
			readonly length?: number;
	  }
	| { readonly type: 'action'; readonly action: CaptureAction; readonly name?: string }
	/** To viewers: a take has started. Its records follow. */
	| { readonly type: 'take'; readonly take: string; readonly name: string; readonly device: string }
	/** To viewers: the headsets that are connected, after each change. */
	| { readonly type: 'headsets'; readonly headsets: readonly HeadsetState[] };

/** A headset as viewers see it. */
export interface HeadsetState {
	readonly device: string;
	readonly state: CaptureState;
}

const TAKE_ID = /^[0-9a-f]{32}$/;
const STATES: readonly string[] = ['idle', 'ready', 'countdown', 'recording', 'review'];
const MAX_NAME_LENGTH = 200;
const MAX_ISSUES = 16;

/** Returns whether a value is the id of a take: 32 hexadecimal digits. */
export function isTakeId(value: unknown): value is string {
	return typeof value === 'string' && TAKE_ID.test(value);
}

/** Reads a message of a client. Returns `null` if it is not valid. */
export function parseClientMessage(text: string): ClientMessage | null {
	let value: Readonly<Record<string, unknown>>;
	try {
		value = JSON.parse(text);
	} catch {
		return null;
	}
	if (typeof value !== 'object' || value === null) return null;
	const { type, version, role, device, take, length, issues = [], state } = value;
	if (type === 'poll') return { type };
	if (type === 'state') return STATES.includes(state as string) ? { type, state: state as CaptureState } : null;
	if (type === 'hello') {
		const isKnown = (role === 'headset' || role === 'viewer') && typeof device === 'string';
		return isKnown && Number.isInteger(version)
			? { type, version: version as number, role, device: device.slice(0, MAX_NAME_LENGTH) }
			: null;
	}
	if (!isTakeId(take)) return null;
	if (type === 'open' || type === 'discard') return { type, take };
	const isLength = Number.isSafeInteger(length) && (length as number) >= 0;
	if (type !== 'finish' || !isLength || !Array.isArray(issues)) return null;
	return { type, take, length: length as number, issues: issues.slice(0, MAX_ISSUES).flatMap(readIssue) };
}

// The rest of an issue follows from what takes can lose.
function readIssue(value: Partial<Record<keyof Issue, unknown>> | null): Issue[] {
	const { message, path, time } = value ?? {};
	if (typeof message !== 'string' || typeof path !== 'string') return [];
	return [
		{
			code: 'values-lost',
			severity: 'warning',
			message: message.slice(0, MAX_NAME_LENGTH),
			path: path.slice(0, MAX_NAME_LENGTH),
			byteOffset: null,
			time: Number.isFinite(time) ? (time as number) : null,
		},
	];
}
