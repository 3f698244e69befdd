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

/** Throws `NotSupportedError` unless a condition holds. */
export function checkSupport(isFine: boolean, message: string): asserts isFine {
	if (!isFine) throw new DOMException(message, 'NotSupportedError');
}

/**
 * Defines read-only attributes of a class as accessors of its prototype, as in browsers. `read` returns their values and
 * throws `TypeError` for objects of other classes. Returns the prototype.
 */
export function defineAttributes<T extends object, Values>(
	prototype: T,
	read: (object: T) => Values,
	names: readonly (keyof Values & string)[],
): T {
	for (const name of names) {
		// A computed accessor has the name that Web IDL requires: `get x`.
		copyAccessor(prototype, name, {
			get [name](): unknown {
				return read(this as unknown as T)[name];
			},
		});
	}
	return prototype;
}

function copyAccessor(target: object, name: string, from: object): void {
	Object.defineProperty(target, name, Object.getOwnPropertyDescriptor(from, name)!);
}

/** A class of the runtime whose attributes come from the object that its constructor gets. */
export type Interface<Values extends object> = new (token: typeof INTERNAL, values: Values) => Values;

/** Defines a class that has nothing but read-only attributes. */
export function defineInterface<Values extends object>(names: readonly (keyof Values & string)[]): Interface<Values> {
	class XRInterface {
		readonly #values: Values;

		constructor(token: typeof INTERNAL, values: Values) {
			checkInternal(token);
			this.#values = values;
		}

		static {
			const prototype = XRInterface.prototype as XRInterface & Values;
			defineAttributes(prototype, (object) => (object as XRInterface).#values, names);
		}
	}
	return XRInterface as unknown as Interface<Values>;
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
		copyAccessor(prototype, key, {
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
		});
	}
}
