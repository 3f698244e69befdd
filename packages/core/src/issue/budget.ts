import { failAt } from './error.ts';

/**
 * The most that reading one file may cost. A file that needs more is refused with the code `too-large`, before memory for it is
 * allocated. `Infinity` removes a limit.
 */
export interface ReadLimits {
	/**
	 * Bytes of memory for the file and its content, as estimated. Default: {@link READ_LIMITS}, and for each byte of the file 128 if it
	 * is a reel, also one in an MCAP file, 64 if it is a Parquet file, and 4 otherwise.
	 */
	readonly bytes?: number | undefined;
	/** Steps of work, such as decoding a value or placing a joint in a frame. Default: {@link READ_LIMITS}, and as for `bytes`, but 64 for a reel. */
	readonly steps?: number | undefined;
	/** Depth of lists and objects in JSON. */
	readonly nesting?: number | undefined;
}

/** How functions that read files take {@link ReadLimits}. */
export interface LimitOptions {
	/** The most that reading the file may cost. Default: {@link READ_LIMITS}, and more for large files. */
	readonly limits?: ReadLimits | undefined;
}

/** The defaults of {@link ReadLimits}, for a file without content. */
export const READ_LIMITS: Readonly<Required<ReadLimits>> = { bytes: 2 ** 28, steps: 2 ** 25, nesting: 128 };

/** How much more a file may cost for each of its bytes. */
export const READ_GAINS = {
	reel: { bytes: 128, steps: 64 },
	table: { bytes: 64, steps: 64 },
	plain: { bytes: 4, steps: 4 },
} as const;

/** What reading one file may still cost. All parts of a reader charge the same budget. */
export class ReadBudget {
	readonly #bytes: number;
	readonly #steps: number;
	readonly #nesting: number;
	#usedBytes = 0;
	#usedSteps = 0;

	/** Charges the file itself. Throws `RangeError` for limits that are not numbers from 0 on, and `too-large`. */
	constructor(limits: ReadLimits | undefined, fileSize: number, gain: keyof typeof READ_GAINS = 'plain') {
		this.#bytes = checkLimit(limits?.bytes ?? READ_LIMITS.bytes + READ_GAINS[gain].bytes * fileSize, 'limits.bytes');
		this.#steps = checkLimit(limits?.steps ?? READ_LIMITS.steps + READ_GAINS[gain].steps * fileSize, 'limits.steps');
		this.#nesting = checkLimit(limits?.nesting ?? READ_LIMITS.nesting, 'limits.nesting');
		this.chargeBytes(fileSize);
	}

	/** Takes memory from the budget. Call it before the memory is allocated. Throws `too-large`. */
	chargeBytes(count: number): void {
		this.#usedBytes += count;
		// Also true for NaN.
		if (!(this.#usedBytes <= this.#bytes)) fail(`${this.#bytes} bytes of memory`, 'bytes');
	}

	/** Credits memory that is no longer used. */
	refundBytes(count: number): void {
		this.#usedBytes -= count;
	}

	/** Takes work from the budget. Throws `too-large`. */
	chargeSteps(count: number): void {
		this.#usedSteps += count;
		if (!(this.#usedSteps <= this.#steps)) fail(`${this.#steps} steps of work`, 'steps');
	}

	/** Throws `too-large` if lists and objects are nested deeper than allowed. */
	checkNesting(depth: number): void {
		if (depth > this.#nesting) fail(`${this.#nesting} levels of nested lists and objects`, 'nesting');
	}
}

function checkLimit(limit: number, name: string): number {
	if (limit >= 0) return limit;
	throw new RangeError(`${name}: ${limit} is not a number from 0 on`);
}

function fail(limit: string, name: keyof ReadLimits): never {
	failAt('too-large', '', null, `reading the file needs more than ${limit}; the option limits.${name} allows more`);
}
