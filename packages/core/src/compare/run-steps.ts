/** Progress and abort of long work. */
export interface RunOptions {
	/** Called after each step with the share that is done, from 0 to 1. */
	readonly onProgress?: (share: number) => void;
	/** Aborts the work; the reason is thrown. */
	readonly signal?: AbortSignal;
}

/** Runs all steps, which yield the share that is done, and returns their result. */
export function runSteps<T>(steps: Generator<number, T>, { onProgress, signal }: RunOptions): T {
	for (;;) {
		signal?.throwIfAborted();
		const step = steps.next();
		onProgress?.(step.done ? 1 : step.value);
		if (step.done) return step.value;
	}
}
