import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { expect } from 'vitest';

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

/**
 * Repeats some work until it allocates fewer bytes than a limit. The engine compiles the code on another thread, which a busy
 * machine may not run at once; until then numbers are boxed.
 */
export async function expectFewBytes(work: () => void, limit: number): Promise<void> {
	await expect.poll(() => countBytes(work), { timeout: 4000 }).toBeLessThan(limit);
}

function sumSizes({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
	return children.reduce((sum, child) => sum + sumSizes(child), selfSize);
}
