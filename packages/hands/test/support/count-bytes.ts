import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** Returns how many bytes some work allocates on the heap, garbage included, as V8's sampling profiler sees it. */
export async function countBytes(work: () => void): Promise<number> {
	const session = new Session();
	session.connect();
	try {
		await session.post('HeapProfiler.startSampling', {
			samplingInterval: 64,
			includeObjectsCollectedByMajorGC: true,
			includeObjectsCollectedByMinorGC: true,
		} as never);
		work();
		const { profile } = await session.post('HeapProfiler.stopSampling');
		return sumSizes(profile.head);
	} finally {
		session.disconnect();
	}
}

/** Rounds of {@link countFewestBytes}, and milliseconds between them. */
const ROUNDS = 40;
const PAUSE = 50;

/**
 * Repeats some work until it allocates fewer bytes than a limit, and returns the fewest bytes that it allocated. The engine
 * compiles the code on another thread, which a busy machine may not run at once; until then numbers are boxed.
 */
export async function countFewestBytes(work: () => void, limit: number): Promise<number> {
	let fewest = Number.POSITIVE_INFINITY;
	for (let round = 0; round < ROUNDS && fewest >= limit; round++) {
		if (round > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
		fewest = Math.min(fewest, await countBytes(work));
	}
	return fewest;
}

function sumSizes({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
	return children.reduce((sum, child) => sum + sumSizes(child), selfSize);
}
