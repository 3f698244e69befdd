/** Milliseconds between two lines. Half of what `npm run fuzz` promises, because the last mutant may take a while. */
const INTERVAL = 5000;

/** Returns a function that takes the number of finished mutants and writes a line at most every five seconds. */
export function createProgress(
	total: number,
	write: (line: string) => void,
	now: () => number = () => performance.now(),
): (done: number) => void {
	const start = now();
	let writtenAt = start;
	return (done) => {
		const time = now();
		if (time - writtenAt < INTERVAL) return;
		writtenAt = time;
		write(`${done} of ${total} mutants, ${Math.round(done / ((time - start) / 1000))} per second`);
	};
}
