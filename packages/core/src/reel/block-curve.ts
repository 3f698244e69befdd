/** The keys of a curve in a block. Reading fills them in. */
export interface BlockCurve {
	readonly stride: 2 | 7;
	/** The index of each key's time in the clock. */
	frames: Int32Array;
	/** As in a file, `stride` words per key. */
	words: Uint32Array;
}
