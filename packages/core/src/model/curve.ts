import { readWrapMode, WRAP_MODES, type WrapMode } from './wrap-mode.ts';

/**
 * A keyframed curve: a run of 32-bit words, key after key as in the file.
 *
 * Key i starts at word `start + i * stride` of `floats` and `words`, two views of the same memory that all curves of a
 * file share. A float curve has full keys (`stride` 7: time, value, inTangent, outTangent, inWeight, outWeight,
 * weightedMode as an integer) or simple keys (`stride` 2: time, value). Simple keys mean straight lines: tangents
 * 0, weights 0, weighted mode Both. A boolean curve has simple keys, holds each value until the next key, and is true
 * above 0.5.
 *
 * {@link getKeyTime} and the functions beside it read one key, {@link getCurveKeys} returns all keys as an array.
 */
export interface Curve {
	readonly kind: 'float' | 'boolean';
	/** The number of keys. */
	readonly count: number;
	/** Words per key. */
	readonly stride: 2 | 7;
	/** The index of the first word of the first key. */
	readonly start: number;
	/** The words as numbers. Other curves share them: do not write to them. */
	readonly floats: Float32Array;
	/** The same words as bits, for weighted modes and NaN payloads. */
	readonly words: Uint32Array;
	/** Unity's WrapMode before the first key, as the file's integer. */
	readonly preWrap: number;
	/** Unity's WrapMode after the last key, as the file's integer. */
	readonly postWrap: number;
}

/** Words of a simple key: time, value. */
export const SIMPLE_STRIDE = 2;
/** Words of a full key: time, value, inTangent, outTangent, inWeight, outWeight, weightedMode. */
export const FULL_STRIDE = 7;
/** Weighted mode Both, which simple keys imply together with tangents and weights of 0 (FORMAT.md, "Keys"). */
export const WEIGHTED_BOTH = 3;
/** Wrap mode ClampForever, which MRTK sets on every curve it makes. */
export const CLAMP_FOREVER: number = WRAP_MODES['clamp-forever'];

/** Kind, key size and wrap modes of a new curve. */
export interface CurveOptions {
	/** Default `'float'`. */
	readonly kind?: 'float' | 'boolean' | undefined;
	/** Words per key: 2 (default) for time and value, 7 for full keys. Boolean curves always have 2. */
	readonly stride?: 2 | 7 | undefined;
	/** What the curve does before its first key. Default `'clamp-forever'`. */
	readonly preWrap?: WrapMode | undefined;
	/** What the curve does after its last key. Default `'clamp-forever'`. */
	readonly postWrap?: WrapMode | undefined;
}

/**
 * Creates a curve from numbers: `[time, value, time, value, …]`, or seven numbers per key with `stride: 7`, of which
 * the last is the weighted mode (0 None, 1 In, 2 Out, 3 Both).
 *
 * Times are in seconds. Numbers are rounded to float32. Throws `TypeError` or `RangeError` for numbers that are not
 * whole keys, and for invalid options.
 *
 * @example createCurve([0, 1.6, 0.5, 1.7]) // from 1.6 m to 1.7 m in half a second
 */
export function createCurve(keys: ArrayLike<number>, options: CurveOptions = {}): Curve {
	const { stride } = checkShape(keys.length, options);
	const floats = Float32Array.from(keys);
	const words = new Uint32Array(floats.buffer);
	if (stride === FULL_STRIDE) {
		for (let i = FULL_STRIDE - 1; i < keys.length; i += FULL_STRIDE) {
			const mode = Number(keys[i]);
			if (!isInt32(mode)) throw new RangeError(`keys[${i}]: weighted mode ${mode} is not a 32-bit integer`);
			words[i] = mode;
		}
	}
	return createCurveFromWords(words, options);
}

/**
 * Creates a curve from the 32-bit words of its keys, as a file holds them. The words are not copied.
 *
 * Throws `TypeError` or `RangeError` for words that are not whole keys, and for invalid options.
 *
 * @example createCurveFromWords(new Uint32Array(await file.slice(from, to).arrayBuffer()), { stride: 7 })
 */
export function createCurveFromWords(words: Uint32Array, options: CurveOptions = {}): Curve {
	const { kind, stride, preWrap, postWrap } = checkShape(words.length, options);
	const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
	const count = words.length / stride;
	const curve: Curve = { kind, count, stride, start: 0, floats, words, preWrap, postWrap };
	const fault = curveFault(curve);
	if (fault !== null) throw new RangeError(fault);
	return curve;
}

/**
 * A curve with other keys, given as words: as many as `words` holds at the curve's stride. Kind and wrap modes stay.
 * The words are not copied.
 */
export function replaceKeys(curve: Curve, words: Uint32Array): Curve {
	const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
	return { ...curve, count: words.length / curve.stride, start: 0, floats, words };
}

/** A copy of a curve with its own memory, which may be written to. */
export function copyCurve(curve: Curve): Curve {
	return replaceKeys(curve, getCurveWords(curve).slice());
}

/** A curve with only the keys for which `isKept` returns true, bit for bit; the same object if that is all of them. */
export function selectKeys(curve: Curve, isKept: (key: number) => boolean): Curve {
	const kept: number[] = [];
	for (let key = 0; key < curve.count; key++) if (isKept(key)) kept.push(key);
	return kept.length === curve.count ? curve : takeKeys(curve, kept);
}

/** A copy of a curve with the keys at the given indices, bit for bit and in that order. */
export function takeKeys(curve: Curve, indices: readonly number[]): Curve {
	const { stride } = curve;
	const given = getCurveWords(curve);
	const words = new Uint32Array(indices.length * stride);
	indices.forEach((from, to) => {
		words.set(given.subarray(from * stride, (from + 1) * stride), to * stride);
	});
	return replaceKeys(curve, words);
}

/** Returns whether an object of a recording is a curve. */
export function isCurve(node: unknown): node is Curve {
	return (node as Partial<Curve>).floats !== undefined;
}

/** Returns the keys of a curve as numbers, key after key: a view of the same memory. */
export function getCurveKeys({ floats, start, count, stride }: Curve): Float32Array {
	return floats.subarray(start, start + count * stride);
}

/** Returns the keys of a curve as 32-bit words, key after key: a view of the same memory. */
export function getCurveWords({ words, start, count, stride }: Curve): Uint32Array {
	return words.subarray(start, start + count * stride);
}

/** Returns the time of a key in seconds; NaN if there is no such key. */
export function getKeyTime(curve: Curve, index: number): number {
	return wordAt(curve, index, 0);
}

/** Returns the value of a key; NaN if there is no such key. */
export function getKeyValue(curve: Curve, index: number): number {
	return wordAt(curve, index, 1);
}

/** Returns whether a value of a boolean curve is true: above 0.5, as in MRTK. NaN is false. */
export function isTrueValue(value: number): boolean {
	return value > 0.5;
}

/** Returns the slope before a key: 0 for simple keys, infinite for a step; NaN if there is no such key. */
export function getKeyInTangent(curve: Curve, index: number): number {
	return extraAt(curve, index, 2);
}

/** Returns the slope after a key: 0 for simple keys, infinite for a step; NaN if there is no such key. */
export function getKeyOutTangent(curve: Curve, index: number): number {
	return extraAt(curve, index, 3);
}

/** Returns the weight before a key: 0 for simple keys; NaN if there is no such key. */
export function getKeyInWeight(curve: Curve, index: number): number {
	return extraAt(curve, index, 4);
}

/** Returns the weight after a key: 0 for simple keys; NaN if there is no such key. */
export function getKeyOutWeight(curve: Curve, index: number): number {
	return extraAt(curve, index, 5);
}

/**
 * Returns Unity's WeightedMode of a key as the file's integer: 0 None, 1 In, 2 Out, 3 Both (always for simple keys), or
 * any other number in the file. NaN if there is no such key.
 */
export function getKeyWeightedMode(curve: Curve, index: number): number {
	if (!(index >= 0 && index < curve.count)) return Number.NaN;
	return curve.stride === SIMPLE_STRIDE ? WEIGHTED_BOTH : curve.words[curve.start + index * FULL_STRIDE + 6]! | 0;
}

/** Explains why a curve cannot be written, or returns `null`. */
export function curveFault(curve: Curve): string | null {
	const { kind, count, stride, start, floats, words, preWrap, postWrap } = curve;
	if (stride !== SIMPLE_STRIDE && (stride !== FULL_STRIDE || kind === 'boolean')) {
		return `a ${kind} curve cannot have ${stride} words per key`;
	}
	if (!isInt32(count) || count < 0) return `count ${count} is not a number of keys`;
	if (!Number.isSafeInteger(start) || start < 0 || start + count * stride > floats.length) {
		return `${count} keys from word ${start} on do not fit into ${floats.length} words`;
	}
	if (words.buffer !== floats.buffer || words.byteOffset !== floats.byteOffset || words.length !== floats.length) {
		return 'words and floats must be views of the same memory';
	}
	if (!isInt32(preWrap)) return `preWrap ${preWrap} is not a 32-bit integer`;
	if (!isInt32(postWrap)) return `postWrap ${postWrap} is not a 32-bit integer`;
	return null;
}

// Returns the options with their defaults. Throws if they are invalid or do not fit the number of words.
function checkShape(length: number, options: CurveOptions): Pick<Curve, 'kind' | 'stride' | 'preWrap' | 'postWrap'> {
	const { kind = 'float', stride = SIMPLE_STRIDE } = options;
	const preWrap = readWrapMode(options.preWrap ?? CLAMP_FOREVER, 'preWrap');
	const postWrap = readWrapMode(options.postWrap ?? CLAMP_FOREVER, 'postWrap');
	if (kind !== 'float' && kind !== 'boolean') throw new TypeError(`kind: '${kind}' is neither 'float' nor 'boolean'`);
	if (stride !== FULL_STRIDE && stride !== SIMPLE_STRIDE) throw new RangeError(`stride: ${stride} is neither 2 nor 7`);
	if (kind === 'boolean' && stride !== SIMPLE_STRIDE)
		throw new RangeError('stride: boolean curves have 2 words per key');
	if (length % stride !== 0) {
		throw new RangeError(`keys: expected ${stride} numbers per key, but ${length} is not a multiple of ${stride}`);
	}
	return { kind, stride, preWrap, postWrap };
}

function isInt32(value: number): boolean {
	return (value | 0) === value;
}

function wordAt({ floats, start, count, stride }: Curve, index: number, field: number): number {
	return index >= 0 && index < count ? (floats[start + index * stride + field] ?? Number.NaN) : Number.NaN;
}

function extraAt(curve: Curve, index: number, field: number): number {
	if (curve.stride === FULL_STRIDE) return wordAt(curve, index, field);
	return index >= 0 && index < curve.count ? 0 : Number.NaN;
}
