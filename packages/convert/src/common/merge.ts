/** An object with the fields of both; those of the second come first. Bundlers drop unused calls that are marked as pure, but no spreads. */
export function merge<const A extends object, const B extends object>(a: A, b: B): Omit<A, keyof B> & B {
	return { ...a, ...b };
}
