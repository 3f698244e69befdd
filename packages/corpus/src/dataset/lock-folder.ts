import { mkdirSync } from 'node:fs';
import { lockFolder as lock } from '@handreel/node/internal';
import { explainLink } from './own-files.ts';

/** Another process writes the same data set. */
export class LockedError extends Error {}

/** For which work a folder is locked. */
export interface LockOptions {
	/**
	 * The name of a job of which at most one attempt runs at a time, as a queue guarantees. A new attempt takes over the lock
	 * of an earlier attempt, also of a machine that is gone.
	 */
	readonly job?: string | undefined;
}

/**
 * Locks a folder against other processes and creates it if it is missing. Returns a function that unlocks it. Takes over the
 * lock of a process that has ended. Throws {@link LockedError} if a process holds the lock, and for a file of another program.
 */
export function lockFolder(folder: string, { job }: LockOptions = {}): () => void {
	const link = explainLink(folder);
	if (link !== null) throw new Error(link);
	mkdirSync(folder, { recursive: true });
	return lock(folder, {
		name: 'lock.json',
		job,
		createError: (holder, path) =>
			new LockedError(`${holder} is writing this catalog; if it is not running, delete ${path}`),
		createForeignError: (path) => new LockedError(`${path} is not a lock of a catalog; delete it, or move it away`),
	});
}
