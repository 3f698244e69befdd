import { checkInternal, INTERNAL } from '../xr/module-kit.ts';

/** A read-only set of a page, such as `XRPlaneSet`. */
export interface SetLike<T> {
	readonly size: number;
	has(item: T): boolean;
	entries(): IterableIterator<[T, T]>;
	keys(): IterableIterator<T>;
	values(): IterableIterator<T>;
	forEach(callback: (value: T, key: T, set: SetLike<T>) => void, thisArg?: unknown): void;
	[Symbol.iterator](): IterableIterator<T>;
}

/** A class of {@link SetLike}. */
export type SetLikeClass<T> = new (token: typeof INTERNAL, items: Iterable<T>) => SetLike<T>;

/** Defines a class of read-only sets. */
export function defineSetLike<T>(): SetLikeClass<T> {
	class XRSet {
		readonly #items: ReadonlySet<T>;

		constructor(token: typeof INTERNAL, items: Iterable<T>) {
			checkInternal(token);
			this.#items = new Set(items);
		}

		get size(): number {
			return this.#items.size;
		}

		entries(): IterableIterator<[T, T]> {
			return this.#items.entries();
		}

		forEach(callback: (value: T, key: T, set: SetLike<T>) => void, thisArg?: unknown): void {
			for (const item of this.#items) callback.call(thisArg, item, item, this as unknown as SetLike<T>);
		}

		has(item: T): boolean {
			return this.#items.has(item);
		}

		keys(): IterableIterator<T> {
			return this.#items.keys();
		}

		values(): IterableIterator<T> {
			return this.#items.values();
		}

		static {
			// Web IDL has one function for both.
			const { values: value } = XRSet.prototype;
			Object.defineProperty(XRSet.prototype, Symbol.iterator, { configurable: true, writable: true, value });
			Object.defineProperty(XRSet.prototype.forEach, 'length', { value: 1 });
		}
	}
	return XRSet as unknown as SetLikeClass<T>;
}

/** The first set of a session. */
export function createEmpty<T>(SetClass: SetLikeClass<T>): SetLike<T> {
	return new SetClass(INTERNAL, []);
}
