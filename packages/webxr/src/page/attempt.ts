/** Runs a callback of the page. Reports its error instead of throwing it. */
export function attempt(work: () => void, report: (error: unknown) => void): void {
	try {
		work();
	} catch (error) {
		report(error);
	}
}
