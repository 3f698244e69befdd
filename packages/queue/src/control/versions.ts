import type { Engine } from '../engine/open-engine.ts';

/** The queue holds unfinished work of another version, or a job came from another version. */
export class VersionError extends Error {}

/** Throws a {@link VersionError} if the queue holds unfinished work of another version. */
export async function checkVersions({ queue }: Engine, version: string): Promise<void> {
	// While a batch has jobs, its last job waits for them. So this finds all batches without loading all jobs.
	const unfinished = await queue.getJobs(['waiting-children']);
	const [waiting, active] = await Promise.all([queue.getJobs(['waiting'], 0, 0), queue.getJobs(['active'], 0, 0)]);
	for (const job of [...unfinished, ...waiting, ...active]) checkVersion(job.data.version, version);
}

/** Throws a {@link VersionError} if the versions differ: results of different versions may differ. */
export function checkVersion(found: string, own: string): void {
	if (found === own) return;
	throw new VersionError(
		`the queue holds work of handreel ${found}, and this is handreel ${own}; ` +
			"use the same version on all machines, or empty the queue with 'handreel queue drain'",
	);
}
