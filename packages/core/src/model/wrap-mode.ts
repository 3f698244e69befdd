/**
 * Unity's wrap modes by name, with the integers of the file. A wrap mode says what a curve does outside its keys:
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
