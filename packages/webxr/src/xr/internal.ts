/** A token for constructors that pages cannot call. */
export const INTERNAL: unique symbol = Symbol('internal');

/** Throws the browser's error if a page calls a constructor that is not public. */
export function checkInternal(token: unknown): void {
	if (token !== INTERNAL) throw new TypeError('Illegal constructor');
}

/** Throws `InvalidStateError` unless a condition holds. */
export function checkState(isFine: boolean, message: string): asserts isFine {
	if (!isFine) throw new DOMException(message, 'InvalidStateError');
}

/**
 * Defines read-only attributes of a class as accessors of its prototype, as in browsers. `read` returns their values and
 * throws `TypeError` for objects of other classes.
 */
export function defineAttributes<T extends object, Values>(
	prototype: T,
	read: (object: T) => Values,
	names: readonly (keyof T & keyof Values & string)[],
): void {
	for (const name of names) {
		Object.defineProperty(prototype, name, {
			configurable: true,
			get(this: T) {
				return read(this)[name];
			},
		});
	}
}

type Handler = (event: Event) => unknown;

/** Defines event handler attributes such as `onselect`. A new handler keeps the place of the handler that it replaces. */
export function defineHandlers(target: EventTarget, names: readonly string[]): void {
	for (const name of names) {
		const handlers = new WeakMap<EventTarget, Handler>();
		const listen = function listen(this: EventTarget, event: Event): void {
			handlers.get(this)?.call(this, event);
		};
		Object.defineProperty(target, `on${name}`, {
			configurable: true,
			enumerable: true,
			get(this: EventTarget) {
				return handlers.get(this) ?? null;
			},
			set(this: EventTarget, handler: unknown) {
				if (typeof handler === 'function') {
					handlers.set(this, handler as Handler);
					this.addEventListener(name, listen);
				} else {
					handlers.delete(this);
					this.removeEventListener(name, listen);
				}
			},
		});
	}
}
