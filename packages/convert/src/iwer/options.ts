/** How {@link encodeIwer} writes. */
export interface IwerOptions {
	/** Rows per second, from 0 to the duration. Default: a row at each time of a key of head, hands and controllers. */
	readonly frameRate?: number;
}
