/** What the constructors of interfaces that pages cannot construct ask for. */
export const INTERNAL: unique symbol = Symbol('internal');

/** Throws as a browser does where a page calls a constructor that is not for pages. */
export function checkInternal(token: unknown): void {
	if (token !== INTERNAL) throw new TypeError('Illegal constructor');
}

/** Throws an `InvalidStateError` unless something holds. */
export function checkState(isFine: boolean, message: string): asserts isFine {
	if (!isFine) throw new DOMException(message, 'InvalidStateError');
}

/** Gives a class attributes such as `onselect`, which add and replace one listener. */
export function defineHandlers(target: EventTarget, names: readonly string[]): void {
	const handlers = new WeakMap<EventTarget, Map<string, (event: Event) => unknown>>();
	for (const name of names) {
		Object.defineProperty(target, `on${name}`, {
			configurable: true,
			enumerable: true,
			get(this: EventTarget) {
				return handlers.get(this)?.get(name) ?? null;
			},
			set(this: EventTarget, handler: unknown) {
				const own = handlers.get(this) ?? new Map<string, (event: Event) => unknown>();
				handlers.set(this, own);
				const old = own.get(name);
				if (old !== undefined) this.removeEventListener(name, old);
				own.delete(name);
				if (typeof handler !== 'function') return;
				own.set(name, handler as (event: Event) => unknown);
				this.addEventListener(name, handler as (event: Event) => unknown);
			},
		});
	}
}
