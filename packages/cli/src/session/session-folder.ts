import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { readRegularFile } from '@handreel/node/internal';

/** What is known of a session, in a file that only its user can read. */
export interface SessionRecord {
	readonly name: string;
	/** The version of the command that opened it. */
	readonly version: string;
	readonly pid: number;
	/** The address of its socket or pipe. */
	readonly socket: string;
	/** What every request has to know. */
	readonly secret: string;
	readonly url: string;
	/** Why it ended by itself. */
	readonly ended?: string;
}

/** Longer names would not fit into the address of a socket. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/i;
const SUFFIX = '.json';
/** The longest address of a socket: 104 bytes on macOS with the zero at the end. */
const MAX_ADDRESS = 103;
const isWindows = process.platform === 'win32';

/** Throws `TypeError` unless a name of a session has only letters, digits, - and _. */
export function checkSessionName(name: string): string {
	if (NAME.test(name)) return name;
	throw new TypeError(`--name: '${name}' has other characters than letters, digits, - and _, or more than 32`);
}

/**
 * Returns the folder of the sessions of this user, which is created if needed. Throws `Error` if others could read or replace what is
 * in it.
 */
export function findSessionFolder(env: NodeJS.ProcessEnv = process.env): string {
	const own = env['HANDREEL_RUNTIME_DIR'];
	const shared = env['XDG_RUNTIME_DIR'];
	const uid = isWindows ? -1 : userInfo().uid;
	const folder =
		own || (shared ? join(shared, 'handreel') : join(tmpdir(), `handreel-${isWindows ? userInfo().username : uid}`));
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const stats = lstatSync(folder);
	if (!stats.isDirectory()) throw new Error(`${folder}: not a folder, so sessions cannot be kept there`);
	if (isWindows) return folder;
	if (stats.uid !== uid)
		throw new Error(`${folder}: belongs to another user; set HANDREEL_RUNTIME_DIR to a folder of your own`);
	if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
	return folder;
}

/** Returns an address for the socket of a session. */
export function chooseSocket(folder: string, name: string, id: string): string {
	if (isWindows) return `\\\\.\\pipe\\handreel-${name}-${id}`;
	const path = join(folder, `${name}-${id.slice(0, 8)}.sock`);
	if (Buffer.byteLength(path) <= MAX_ADDRESS) return path;
	throw new Error(`${path}: too long for a socket; set HANDREEL_RUNTIME_DIR to a shorter path`);
}

/** The path of the file about a session. */
export function findRecordPath(folder: string, name: string): string {
	return join(folder, `${name}${SUFFIX}`);
}

/** Reads what is known of a session. Returns `null` if there is none, or if the file is damaged. */
export function readRecord(folder: string, name: string): SessionRecord | null {
	try {
		const bytes = readRegularFile(findRecordPath(folder, name));
		if (bytes === null) return null;
		const { version, pid, socket, secret, url, ended } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
		const isComplete = [version, socket, secret, url].every((text) => typeof text === 'string' && text.length < 10_000);
		if (!isComplete || !Number.isSafeInteger(pid)) return null;
		const record = { name, version, pid, socket, secret, url } as SessionRecord;
		return typeof ended === 'string' ? { ...record, ended } : record;
	} catch {
		return null;
	}
}

/** Removes what a session has left, unless another one has its name by now. */
export function removeRecord(folder: string, { name, secret, socket }: SessionRecord): void {
	if (readRecord(folder, name)?.secret === secret) rmSync(findRecordPath(folder, name), { force: true });
	if (!isWindows && dirname(socket) === folder) rmSync(socket, { force: true });
}

/** The names of the sessions in a folder. */
export function listSessionNames(folder: string): string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith(SUFFIX))
		.map((file) => file.slice(0, -SUFFIX.length))
		.filter((name) => NAME.test(name))
		.sort();
}
