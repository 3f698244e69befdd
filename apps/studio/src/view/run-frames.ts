/** Longest step in seconds, for example after the tab was hidden. */
const MAX_STEP = 0.25;

/** Calls a function in every frame with the seconds since the last one, until the returned function is called. */
export function runFrames(advance: (seconds: number) => void): () => void {
	let last: number | null = null;
	let request = requestAnimationFrame(function step(now: number) {
		advance(Math.min((now - (last ?? now)) / 1000, MAX_STEP));
		last = now;
		request = requestAnimationFrame(step);
	});
	return () => cancelAnimationFrame(request);
}
