import type { SessionArguments } from '../act/result.ts';

/** A request: one line of JSON per connection. */
export interface SessionRequest {
	readonly version: string;
	readonly secret: string;
	readonly command: string;
	readonly args: SessionArguments;
}

/** The answer: one line of JSON, then the connection ends. */
export type SessionAnswer =
	| {
			readonly ok: true;
			readonly text: string;
			readonly data: Readonly<Record<string, unknown>>;
			/** Bytes are in base64. */
			readonly file?: { readonly path: string; readonly bytes: string; readonly mediaType: string };
	  }
	| { readonly ok: false; readonly error: string; readonly isUsage: boolean };

/** Bytes of a request. */
export const MAX_REQUEST = 1_000_000;

/** These need no version: they work however old a session is. */
export const ANY_VERSION: readonly string[] = ['status', 'close'];
