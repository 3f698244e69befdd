import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const LOCK = 'lock.json';

interface Owner {
	readonly host: string;
	readonly pid: number;
	readonly id: string;
	/** The job for which the process works. */
	readonly job?: string;
}

/** Another process writes the same data set. */
export class LockedError extends Error {}

/** For which work a folder is locked. */
export interface LockOptions {
	/**
	 * The name of a job of which at most one attempt runs at a time, as a queue guarantees. A new attempt takes over the lock
	 * of an earlier attempt, also of a machine that is gone.
	 */
	readonly job?: string;
}

/**
 * Locks a folder against other processes and creates it if it is missing. Returns a function that unlocks it. Takes over the
 * lock of a process that has ended. Throws {@link LockedError} if a process holds the lock.
 */
export function lockFolder(folder: string, { job }: LockOptions = {}): () => void {
	mkdirSync(folder, { recursive: true });
	const path = join(folder, LOCK);
	const own: Owner = { host: hostname(), pid: process.pid, id: randomUUID(), ...(job === undefined ? {} : { job }) };
	for (let attempt = 0; attempt < 3; attempt++) {
		if (tryCreating(path, JSON.stringify(own))) {
			return () => {
				if (readOwner(path)?.id === own.id) rmSync(path, { force: true });
			};
		}
		const other = readOwner(path);
		if (other !== null && isAlive(other) && (job === undefined || other.job !== job)) {
			throw new LockedError(
				`process ${other.pid} on ${other.host} is writing this catalog; if it is not running, delete ${path}`,
			);
		}
		discardLock(path, other);
	}
	throw new LockedError(`another process is writing this catalog; if it is not running, delete ${path}`);
}

function tryCreating(path: string, text: string): boolean {
	try {
		const fd = openSync(path, 'wx');
		writeSync(fd, text);
		closeSync(fd);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

// `null` if the lock is gone, or if its owner ended before it had written its name.
function readOwner(path: string): Owner | null {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		return null;
	}
}

// Processes of other machines cannot be asked, so they count as alive.
function isAlive({ host, pid }: Owner): boolean {
	if (host !== hostname()) return true;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

// Of two processes that discard the same lock, one may meet the new lock of the other, which it puts back.
function discardLock(path: string, owner: Owner | null): void {
	const aside = `${path}.${randomUUID()}`;
	try {
		renameSync(path, aside);
	} catch {
		return;
	}
	if (readOwner(aside)?.id === owner?.id) rmSync(aside, { force: true });
	else renameSync(aside, path);
}
