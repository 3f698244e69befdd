import { toOrdinal } from './ordinal.ts';
import type { BitCoder } from './range-coder.ts';
import { codeResidual, RESIDUAL_CONTEXTS } from './symbols.ts';

/** Contexts of a {@link ValueCoder}. */
export const VALUE_CONTEXTS: number = RESIDUAL_CONTEXTS;

/** How slowly predictors forget, and how fast the expected error follows. */
const MEMORY = 0.95;
const ERROR_RATE = 0.08;
/** The expected error of the first value. */
const FIRST_ERROR = 138;
const MAX_LENGTH = 31;
/** The first error counts like this many. */
const FIRST_KEYS = 3;

/**
 * Codes the ordinals of the values of a curve (REEL.md, "Values"). Of several predictions it takes the predictor that did best lately.
 * It expects an error of the same size as those before; sizes are counted in bits of the number itself, not of its ordinal,
 * because ordinals are closer to each other near 0.
 */
export class ValueCoder {
	/** By how much the last error was larger than those before, in bits. */
	surprise = 0;
	/** The mean size of errors: bits of the difference of ordinals plus the exponent of the number. */
	error: number = FIRST_ERROR;
	#count = 0;
	readonly #coder: BitCoder;
	readonly #context: number;
	// The mean length of each predictor's error. Curves that belong together share it.
	readonly #scores: Float64Array;

	constructor(coder: BitCoder, context: number, scores: Float64Array) {
		this.#coder = coder;
		this.#context = context;
		this.#scores = scores;
	}

	/** Codes an ordinal with the first `count` predictions. `hint`: how much larger the error is likely to be, in bits. */
	code(predictions: Int32Array, count: number, ordinal: number, hint: number): number {
		const scores = this.#scores;
		let best = 0;
		for (let i = 1; i < count; i++) if (scores[i]! < scores[best]!) best = i;
		const prediction = predictions[best]!;
		const exponent = (toOrdinal(prediction) >>> 23) & 0xff;
		const wanted = Math.floor(this.error + hint - exponent + 0.5);
		const expected = Math.min(Math.max(wanted, 0), MAX_LENGTH);
		const residual = codeResidual(this.#coder, this.#context, expected, (ordinal - prediction) | 0);
		const coded = (prediction + residual) | 0;
		for (let i = 0; i < count; i++) scores[i] = scores[i]! * MEMORY + lengthOf((coded - predictions[i]!) | 0);
		this.surprise = lengthOf(residual) + exponent - this.error;
		this.error += this.surprise * Math.max(ERROR_RATE, 1 / (this.#count++ + FIRST_KEYS));
		return coded;
	}
}

function lengthOf(residual: number): number {
	return 32 - Math.clz32(residual ^ (residual >> 31));
}
