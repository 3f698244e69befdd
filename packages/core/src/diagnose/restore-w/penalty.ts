/** The cost of a deviation in units of what is usual: grows slowly, since hands and trackers do jump. */
export function longTailed(deviation: number): number {
	return Math.log1p(deviation * deviation);
}

/** The cost of a deviation in units of what is usual, up to `limit`: what is far off says nothing about how far. */
export function limited(deviation: number, limit: number): number {
	return -Math.log(Math.exp((-deviation * deviation) / 2) + Math.exp(-limit));
}
