/** Rejects with an `Error` if a promise takes longer than the given time. */
export async function limitTime<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(message)), milliseconds);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}
