/** Puts a value in the place of a property, or removes it for `undefined`. Returns what undoes it. */
export function replaceProperty(target: object, name: PropertyKey, value: unknown): () => void {
	const own = Object.getOwnPropertyDescriptor(target, name);
	if (value === undefined) Reflect.deleteProperty(target, name);
	else Object.defineProperty(target, name, { configurable: true, writable: true, value });
	return () => {
		Reflect.deleteProperty(target, name);
		if (own !== undefined) Object.defineProperty(target, name, own);
	};
}
