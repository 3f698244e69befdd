/**
 * Throws `TypeError` for what is likely to be passed instead of a recording, and names what to pass.
 *
 * @param name The argument.
 * @param expected What it may be.
 */
export function checkRecording(value: unknown, name = 'recording', expected = 'a recording'): void {
	const given = Object(value) as object;
	if ('hands' in given) return;
	const found =
		'then' in given
			? 'a promise: await it'
			: 'recording' in given
				? 'an object: pass its property recording, as (await decodeRecording(…)).recording'
				: typeof value;
	throw new TypeError(`${name}: expected ${expected}, got ${found}`);
}
