/** The reason of a failure in words. Browsers report a missing server as an error of modules or requests. */
export function explainError(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	if (/dynamically imported module|importing a module script|Failed to fetch|NetworkError|Load failed/i.test(message))
		return 'the server of the studio does not answer. Start it again, or check the network';
	return message;
}
