import { linkSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { NO_LINKS } from './aside-file.ts';
import { readRegularFile, removeQuietly } from './disk.ts';

/** More than any lock has. */
const MAX_BYTES = 4096;
const ATTEMPTS = 5;
/** Seconds by which the clocks of two processes may differ. */
const CLOCK_STEP = 1;

interface Owner {
	readonly host: string;
	readonly pid: number;
	readonly id: string;
	/** When the process began, in seconds since the machine did. A process may have the number of one that was killed. */
	readonly since?: number;
	/** The job for which the process works. */
	readonly job?: string;
}

/** Which lock a folder gets. */
export interface LockOptions {
	/** The name of the file. */
	readonly name: string;
	/**
	 * The name of a job of which at most one attempt runs at a time, as a queue guarantees. A new attempt takes over the lock
	 * of an earlier attempt, also of a machine that is gone.
	 */
	readonly job?: string | undefined;
	/** Creates the error for a lock that somebody holds: `process 12 on host`, or `another process`. */
	readonly createError: (holder: string, path: string) => Error;
	/** Creates the error for a file of this name that is not a lock. Default: it is replaced. */
	readonly createForeignError?: ((path: string) => Error) | undefined;
}

/** The locks of this thread. */
const held = new Set<string>();
const SINCE: number = Number(process.hrtime.bigint()) / 1e9 - process.uptime();

/**
 * Locks a folder against other processes and threads. Returns a function that unlocks it; a process that ends unlocks it, too.
 * Takes over the lock of a process that has ended. Throws the error of the options if a process holds the lock.
 */
export function lockFolder(folder: string, options: LockOptions): () => void {
	const { name, job, createError, createForeignError } = options;
	const path = join(folder, name);
	const own: Owner = { host: hostname(), pid: process.pid, id: crypto.randomUUID(), since: SINCE, job };
	const find = (): Owner | null => {
		const owner = readOwner(path);
		if (owner === 'foreign' && createForeignError !== undefined) throw createForeignError(path);
		return owner === 'foreign' ? null : owner;
	};
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		if (tryCreating(path, own)) {
			const unlock = hold(path, own);
			try {
				removeLeftovers(folder, name);
			} catch {
				// They disturb nobody.
			}
			return unlock;
		}
		const other = find();
		if (other !== null && isAlive(other) && (job === undefined || other.job !== job))
			throw createError(`process ${other.pid} on ${other.host}`, path);
		discardLock(path, other, createForeignError === undefined);
	}
	throw createError('another process', path);
}

function hold(path: string, { id }: Owner): () => void {
	held.add(id);
	const remove = (): void => {
		held.delete(id);
		const owner = readOwner(path);
		if (owner !== 'foreign' && owner?.id === id) rmSync(path, { force: true });
	};
	// Ctrl-C leaves no lock, which other machines would have to respect.
	const removeAtExit = (): void => {
		try {
			remove();
		} catch {}
	};
	process.once('exit', removeAtExit);
	return () => {
		process.off('exit', removeAtExit);
		remove();
	};
}

// The lock has its content when it gets its name, so nobody takes it for one that was left.
function tryCreating(path: string, own: Owner): boolean {
	const text = JSON.stringify(own);
	const part = `${path}.${own.id}`;
	try {
		writeFileSync(part, text, { flag: 'wx' });
		linkSync(part, path);
		return true;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		// Another process has removed the part, because it has the lock now.
		if (code === 'EEXIST' || (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) !== undefined))
			return false;
		if (NO_LINKS.includes(code)) return tryWriting(path, text);
		throw error;
	} finally {
		removeQuietly(part);
	}
}

function tryWriting(path: string, text: string): boolean {
	try {
		writeFileSync(path, text, { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		// Half a lock would look like the file of another program.
		removeQuietly(path);
		throw error;
	}
}

// `null` if the lock is gone, or if its owner ended before it had written its name. The folder may come from a stranger.
function readOwner(path: string): Owner | 'foreign' | null {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return null;
	if (!stats.isFile() || stats.size > MAX_BYTES) return 'foreign';
	const bytes = readRegularFile(path);
	return bytes === null || bytes.length === 0 ? null : (parseOwner(bytes) ?? 'foreign');
}

function parseOwner(bytes: Buffer): Owner | null {
	try {
		const { host, pid, id, since, job }: Readonly<Record<string, unknown>> = JSON.parse(bytes.toString('utf8'));
		if (!isText(host) || !isText(id) || !Number.isSafeInteger(pid) || Number(pid) <= 0) return null;
		return {
			...{ host, id, pid: Number(pid) },
			since: Number.isFinite(since) ? Number(since) : undefined,
			job: isText(job) ? job : undefined,
		};
	} catch {
		return null;
	}
}

// The text may be printed: no control characters.
function isText(value: unknown): value is string {
	return typeof value === 'string' && /^[^\p{C}]{1,255}$/u.test(value);
}

// Processes of other machines cannot be asked, so they count as alive.
function isAlive({ host, pid, since }: Owner): boolean {
	if (host !== hostname()) return true;
	if (pid === process.pid) return since !== undefined && Math.abs(since - SINCE) < CLOCK_STEP;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

// Of two processes that discard the same lock, one may meet the new lock of the other, which it puts back.
function discardLock(path: string, owner: Owner | null, mayReplace: boolean): void {
	const aside = `${path}.${crypto.randomUUID()}`;
	try {
		renameSync(path, aside);
	} catch {
		return;
	}
	const found = readOwner(aside);
	if (found === 'foreign' ? mayReplace : found?.id === owner?.id) rmSync(aside, { force: true });
	else renameSync(aside, path);
}

// What processes left that were killed while they locked the folder. A living one tries again if it misses its file.
function removeLeftovers(folder: string, name: string): void {
	for (const file of readdirSync(folder)) {
		if (
			!file.startsWith(`${name}.`) ||
			!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(file.slice(name.length + 1))
		)
			continue;
		const owner = readOwner(join(folder, file));
		if (owner === 'foreign') continue;
		const isOwn = owner?.pid === process.pid && !held.has(owner.id);
		if (owner === null || isOwn || !isAlive(owner)) removeQuietly(join(folder, file));
	}
}
