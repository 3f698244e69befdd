/** How long work runs. */
export interface RunOptions {
	/** Called with the share that is done, from 0 to 1. */
	readonly onProgress?: (share: number) => void;
	/** Stops the work when it is aborted: its reason is thrown. */
	readonly signal?: AbortSignal;
}

/** Does all steps, which yield the share that is done, and returns what the last one does. */
export function runSteps<T>(steps: Generator<number, T>, { onProgress, signal }: RunOptions): T {
	for (;;) {
		signal?.throwIfAborted();
		const step = steps.next();
		onProgress?.(step.done ? 1 : step.value);
		if (step.done) return step.value;
	}
}
