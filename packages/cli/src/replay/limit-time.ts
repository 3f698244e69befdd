/** What a promise gives, or an `Error` with that message after so many milliseconds. */
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
