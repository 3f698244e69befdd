/** A token for constructors that pages cannot call. */
export const INTERNAL: unique symbol = Symbol('internal');

/** Throws the browser's error if a page calls a constructor that is not public. */
export function checkInternal(token: unknown): void {
	if (token !== INTERNAL) throw new TypeError('Illegal constructor');
}

/** Throws the browser's error if a page passes no argument. */
export function checkArgument({ length }: ArrayLike<unknown>): void {
	if (length === 0) throw new TypeError('1 argument required');
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
		// A computed accessor has the name that Web IDL requires: `get x`.
		const attribute = {
			get [name](): unknown {
				return read(this as unknown as T)[name];
			},
		};
		Object.defineProperty(prototype, name, Object.getOwnPropertyDescriptor(attribute, name)!);
	}
}

type Handler = (event: Event) => unknown;

/**
 * Defines event handler attributes such as `onselect`. A new handler keeps the place of the handler that it replaces.
 * `check` throws `TypeError` for objects of other classes.
 */
export function defineHandlers<T extends EventTarget>(
	prototype: T,
	check: (object: T) => unknown,
	names: readonly string[],
): void {
	for (const name of names) {
		const handlers = new WeakMap<EventTarget, Handler>();
		const listen = function listen(this: EventTarget, event: Event): void {
			handlers.get(this)?.call(this, event);
		};
		const key = `on${name}`;
		const attribute = {
			get [key](): unknown {
				check(this as unknown as T);
				return handlers.get(this as unknown as T) ?? null;
			},
			set [key](handler: unknown) {
				const target = this as unknown as T;
				check(target);
				if (typeof handler === 'function') {
					handlers.set(target, handler as Handler);
					target.addEventListener(name, listen);
				} else {
					handlers.delete(target);
					target.removeEventListener(name, listen);
				}
			},
		};
		Object.defineProperty(prototype, key, Object.getOwnPropertyDescriptor(attribute, key)!);
	}
}
