/** Puts a value in the place of a property, or removes it for `undefined`. Returns what undoes it. */
export function replaceProperty(target: object, name: PropertyKey, value: unknown): () => void {
	return replaceDescriptor(target, name, value === undefined ? null : { writable: true, value });
}

/** Puts a property in the place of another, or removes it for `null`. Returns what undoes it. */
export function replaceDescriptor(
	target: object,
	name: PropertyKey,
	descriptor: Omit<PropertyDescriptor, 'configurable'> | null,
): () => void {
	const own = Object.getOwnPropertyDescriptor(target, name);
	if (descriptor === null) Reflect.deleteProperty(target, name);
	// Some list what a context or a window has.
	else Object.defineProperty(target, name, { configurable: true, enumerable: own?.enumerable ?? false, ...descriptor });
	return () => {
		Reflect.deleteProperty(target, name);
		if (own !== undefined) Object.defineProperty(target, name, own);
	};
}
