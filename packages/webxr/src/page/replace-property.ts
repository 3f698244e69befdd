/** Replaces the value of a property, or deletes the property if the value is `undefined`. Returns an undo function. */
export function replaceProperty(target: object, name: PropertyKey, value: unknown): () => void {
	return replaceDescriptor(target, name, value === undefined ? undefined : { writable: true, value });
}

/** Replaces a property, or deletes it if the descriptor is `undefined`. Returns an undo function. */
export function replaceDescriptor(
	target: object,
	name: PropertyKey,
	descriptor: PropertyDescriptor | undefined,
): () => void {
	const own = Object.getOwnPropertyDescriptor(target, name);
	// Pages may enumerate the properties of a window or context, so `enumerable` stays.
	const shared = { configurable: true, enumerable: own?.enumerable ?? false };
	const put = (next: PropertyDescriptor | undefined): void => {
		Reflect.deleteProperty(target, name);
		if (next !== undefined) Object.defineProperty(target, name, { ...shared, ...next });
	};
	put(descriptor);
	return () => put(own);
}

/** Properties that are replaced together, and restored together. */
export class Replacements {
	readonly #undo: (() => void)[] = [];

	/** Replaces the value of a property, or deletes the property if the value is `undefined`. */
	set(target: object, name: PropertyKey, value: unknown): void {
		this.#undo.push(replaceProperty(target, name, value));
	}

	/** Replaces a property. */
	define(target: object, name: PropertyKey, descriptor: PropertyDescriptor): void {
		this.#undo.push(replaceDescriptor(target, name, descriptor));
	}

	/** Restores all properties, the last first. */
	undo(): void {
		for (const step of this.#undo.splice(0).reverse()) step();
	}
}
