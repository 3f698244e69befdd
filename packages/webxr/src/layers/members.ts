import { defineAttributes } from '../xr/module-kit.ts';

/** Converts a value of a page as Web IDL requires. Throws `TypeError` for values of another kind. */
export type Converter = (value: unknown, name: string) => unknown;

/** A member of a dictionary. Without a default, pages may leave it out. */
export interface Member {
	readonly convert: Converter;
	readonly initial?: unknown;
	readonly isRequired?: boolean;
}

/** Members of a dictionary, by name. */
export type Members = Readonly<Record<string, Member>>;

/** `float`, inside a range. */
export function toFloat(min: number = Number.NEGATIVE_INFINITY, max: number = Number.POSITIVE_INFINITY): Converter {
	return (value, name) => {
		const number = Math.fround(Number(value));
		if (!Number.isFinite(number)) throw new TypeError(`${name}: ${value} is not finite`);
		return Math.min(max, Math.max(min, number));
	};
}

/** `unsigned long`. */
export function toUnsigned(value: unknown): number {
	return Number(value) >>> 0;
}

/** An enumeration. */
export function toOneOf(names: readonly string[]): Converter {
	return (value, name) => {
		if (!names.includes(String(value))) throw new TypeError(`${name}: '${value}' is not one of ${names.join(', ')}`);
		return String(value);
	};
}

/** An object of an interface, or `null` if that is allowed. */
export function toInstance(findType: () => abstract new (...args: never) => object, isNullable: boolean): Converter {
	return (value, name) => {
		const type = findType();
		if (isNullable && (value ?? null) === null) return null;
		if (!(value instanceof type)) throw new TypeError(`${name}: not an ${type.name}`);
		return value;
	};
}

/** Reads a dictionary that a page passes. */
export function readMembers<T>(members: Members, init: unknown): T {
	if (typeof (init ?? {}) !== 'object') throw new TypeError('not a dictionary');
	const values: Record<string, unknown> = {};
	for (const [name, { convert, initial, isRequired = false }] of Object.entries(members)) {
		const value = (init as Record<string, unknown> | null | undefined)?.[name];
		if (value === undefined && isRequired) throw new TypeError(`${name} is missing`);
		const used = value === undefined ? initial : value;
		values[name] = used === undefined ? undefined : convert(used, name);
	}
	return values as T;
}

/** Defines attributes that pages can change. `read` returns their values and throws `TypeError` for objects of other classes. */
export function defineSettable<T extends object>(
	prototype: T,
	read: (object: T) => Record<string, unknown>,
	attributes: Readonly<Record<string, Converter>>,
): void {
	for (const [name, convert] of Object.entries(attributes)) {
		defineAttributes(prototype, read, [name]);
		const { get } = Object.getOwnPropertyDescriptor(prototype, name)!;
		const { set } = Object.getOwnPropertyDescriptor(
			{
				set [name](value: unknown) {
					read(this as unknown as T)[name] = convert(value, name);
				},
			},
			name,
		)!;
		Object.defineProperty(prototype, name, { configurable: true, get: get!, set: set! });
	}
}
