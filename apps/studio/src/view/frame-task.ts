/**
 * A function that has work done once in the next frame of the page, however often it is called until then.
 *
 * What is waiting is never put off: while playing, something changes in every frame.
 */
export function createFrameTask(work: () => void): () => void {
	let isWaiting = false;
	return () => {
		if (isWaiting) return;
		isWaiting = true;
		requestAnimationFrame(() => {
			isWaiting = false;
			work();
		});
	};
}
