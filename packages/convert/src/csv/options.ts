import type { SampleOptions } from '@handreel/core';

/** Which frames a table has, and how they are sampled. */
export interface CsvOptions extends SampleOptions {
	/**
	 * `'keys'` (default): a row at every time at which anything has a key or marker. `{ rate }`: evenly from 0 to the
	 * duration. `{ times }`: at these, which must increase.
	 */
	readonly at?: 'keys' | { readonly rate: number } | { readonly times: ArrayLike<number> };
}
