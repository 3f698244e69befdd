/** Thrown if the page has no session, and no known button to start a session was found. */
export class EnterButtonError extends Error {
	override readonly name = 'EnterButtonError';
	readonly #problem: string;
	readonly #pageError: Error | undefined;

	constructor(problem: string, pageError?: Error) {
		super(formatMessage(problem, 'pass `by`', pageError), { cause: pageError });
		this.#problem = problem;
		this.#pageError = pageError;
	}

	/** Returns the message with other advice than to pass `by`, for applications whose users cannot pass it. */
	advise(advice: string): string {
		return formatMessage(this.#problem, advice, this.#pageError);
	}
}

function formatMessage(problem: string, advice: string, pageError: Error | undefined): string {
	const cause = pageError === undefined ? '' : `; it threw: ${pageError.message}`;
	return `${problem}; no known enter button found; ${advice}${cause}`;
}
