/** The environment variable with the address of the server. Arguments would show its password to other users. */
export const ADDRESS_VARIABLE = 'HANDREEL_QUEUE';

/** A server that holds a queue. */
export interface QueueAddress {
	readonly engine: 'redis' | 'postgres';
	/** With user and password. Never printed. */
	readonly url: string;
	/** The address without user, password and parameters. */
	readonly label: string;
	/** Texts that must not be printed. */
	readonly secrets: readonly string[];
}

const ENGINES: Readonly<Record<string, QueueAddress['engine']>> = {
	'redis:': 'redis',
	'rediss:': 'redis',
	'postgres:': 'postgres',
	'postgresql:': 'postgres',
};
const EXAMPLES = 'redis://host:6379 or postgres://user:password@host:5432/database';
/** Shorter texts occur in messages by chance. Passwords are hidden at any length. */
const MIN_SECRET_LENGTH = 4;

/** Reads the address of a server. Throws a `RangeError` that does not repeat the text, which may contain a password. */
export function parseAddress(text: string | undefined): QueueAddress {
	if (text === undefined || text === '') {
		throw new RangeError(`set the environment variable ${ADDRESS_VARIABLE} to the address of a server: ${EXAMPLES}`);
	}
	const url = URL.parse === undefined ? tryParsing(text) : URL.parse(text);
	const engine = url === null ? undefined : ENGINES[url.protocol];
	if (url === null || engine === undefined || url.hostname === '') {
		throw new RangeError(`${ADDRESS_VARIABLE} is not an address of Redis, Valkey or PostgreSQL; use ${EXAMPLES}`);
	}
	return {
		engine,
		url: text,
		label: `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`,
		secrets: listSecrets(text, url),
	};
}

/** Removes the address and its credentials from a text. */
export function hideSecrets(text: string, { secrets, label }: QueueAddress): string {
	const [url = '', ...others] = secrets;
	return others.reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text.replaceAll(url, label));
}

function tryParsing(text: string): URL | null {
	try {
		return new URL(text);
	} catch {
		return null;
	}
}

// The address comes first, then the longest text: a short text may be a part of a longer text.
function listSecrets(text: string, url: URL): string[] {
	const long = [url.username, ...url.searchParams.values()].filter((value) => value.length >= MIN_SECRET_LENGTH);
	const values = [url.password, ...long].flatMap((value) => [value, tryDecoding(value)]);
	const unique = [...new Set(values)].filter((value) => value !== '').sort((a, b) => b.length - a.length);
	return [text, ...unique];
}

function tryDecoding(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}
