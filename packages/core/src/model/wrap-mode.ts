/**
 * Unity's wrap modes by name, with the integers of the file. A wrap mode defines what a curve does outside its keys:
 * `once` and `clamp-forever` hold the end value, `loop` starts again, `ping-pong` goes back and forth, `default` takes
 * the mode that the caller sets.
 */
export const WRAP_MODES = { default: 0, once: 1, loop: 2, 'ping-pong': 4, 'clamp-forever': 8 } as const;

/** The name of a wrap mode. */
export type WrapModeName = keyof typeof WRAP_MODES;

/** A wrap mode as an option: a name, or the file's integer. Integers without a name hold the end value. */
export type WrapMode = WrapModeName | number;

/**
 * Returns the file's integer of a wrap mode; Default if it is `undefined`. Throws `TypeError` naming the option if it
 * is not a wrap mode.
 */
export function readWrapMode(mode: WrapMode | undefined, option: string): number {
	if (mode === undefined) return WRAP_MODES.default;
	if (typeof mode === 'number') return mode;
	const value: number | undefined = Object.hasOwn(WRAP_MODES, mode) ? WRAP_MODES[mode] : undefined;
	if (value !== undefined) return value;
	throw new TypeError(`${option}: '${mode}' is not a wrap mode (${Object.keys(WRAP_MODES).join(', ')})`);
}

// What a curve does outside its keys (FORMAT.md, "Evaluation"). Constants, because evaluation compares with them.

/** Default: the mode that the caller sets. */
export const WRAP_DEFAULT: number = WRAP_MODES.default;
/** Loop: starts again at the first key. */
export const WRAP_LOOP: number = WRAP_MODES.loop;
/** PingPong: goes back and forth. */
export const WRAP_PING_PONG: number = WRAP_MODES['ping-pong'];

/** Returns whether a mode repeats the curve. Once, ClampForever and unknown modes hold the end value. */
export function isRepeating(mode: number): boolean {
	return mode === WRAP_LOOP || mode === WRAP_PING_PONG;
}

/** Returns the mode to use: for Default it is `defaultWrap`, and Loop if that is Default as well, as in Unity. */
export function effectiveWrap(mode: number, defaultWrap: number): number {
	if (mode !== WRAP_DEFAULT) return mode;
	return defaultWrap === WRAP_DEFAULT ? WRAP_LOOP : defaultWrap;
}

/**
 * Returns whether a wrap mode of a curve repeats the keys outside their range: Loop and PingPong do, and Default if
 * `defaultWrap` does, which is Loop unless the caller sets another mode.
 *
 * @example isRepeatingWrap(curve.postWrap) // false for curves that MRTK wrote
 */
export function isRepeatingWrap(mode: number, defaultWrap: number = WRAP_DEFAULT): boolean {
	return isRepeating(effectiveWrap(mode, defaultWrap));
}

/**
 * Which key's value counts outside a curve whose keys all lie at one time, as measured in Unity; `null` means NaN.
 * `isAfter` is true at that time, too.
 */
export function findHeldKey(isAfter: boolean, mode: number, defaultWrap: number): 'first' | 'last' | null {
	const wanted = mode === WRAP_DEFAULT ? defaultWrap : mode;
	if (isAfter) return wanted === WRAP_LOOP ? 'first' : 'last';
	if (wanted === WRAP_LOOP) return null;
	return wanted === WRAP_DEFAULT || wanted === WRAP_PING_PONG ? 'last' : 'first';
}

/** Maps a time into [first, last] for a repeating mode. Requires `first < last`. */
export function repeatTime(time: number, first: number, last: number, mode: number): number {
	const range = last - first;
	if (mode === WRAP_LOOP) return first + positiveModulo(time - first, range);
	const phase = positiveModulo(time - first, 2 * range);
	// Rounding must not leave the range of the keys.
	return phase <= range ? first + phase : Math.max(first, last - (phase - range));
}

/**
 * Returns when a key at `time` plays in a pass of a repeating mode, in seconds. Pass 0 is the span of the keys from
 * `first` to `last`, the pass before it is −1. Every second pass of PingPong runs backward.
 *
 * @example repeatKeyTime(1, 0, 3, WRAP_MODES['ping-pong'], 1) // 5
 */
export function repeatKeyTime(time: number, first: number, last: number, mode: number, pass: number): number {
	return (isBackwardPass(mode, pass) ? first + last - time : time) + pass * (last - first);
}

/** Returns whether a pass of a repeating mode runs backward, as every second pass of PingPong does. */
export function isBackwardPass(mode: number, pass: number): boolean {
	return mode === WRAP_PING_PONG && pass % 2 !== 0;
}

/** Returns whether a repeated time runs backward, as in every second pass of PingPong. */
export function isBackwards(time: number, first: number, last: number, mode: number): boolean {
	return mode === WRAP_PING_PONG && positiveModulo(time - first, 2 * (last - first)) >= last - first;
}

function positiveModulo(value: number, divisor: number): number {
	const rest = value % divisor;
	return rest < 0 ? rest + divisor : rest;
}
