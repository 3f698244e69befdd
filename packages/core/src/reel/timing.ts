/** The times of a mask, and what they mean for predictions. */
export interface Timing {
	readonly mask: Int32Array;
	readonly times: Float64Array;
	/** See `listWeights`. */
	readonly weights: Float64Array;
}
