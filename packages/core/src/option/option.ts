import { quoteValue } from '../issue/quote.ts';

/** What all options have. */
interface Described {
	/** The name in prose, as beside a field: `Longest gap`. */
	readonly title: string;
	/** What the option does, without a period: `longest gap to fill`. */
	readonly text: string;
	/** What holds without a value if there is no default, in words: `the end of the recording`. */
	readonly otherwise?: string;
	/** Whether callers must give a value. */
	readonly isRequired?: true;
	/** Whether only programs give it, so that commands and forms have no field for it. */
	readonly isForPrograms?: true;
}

/** A number. */
export interface NumberOption extends Described {
	readonly type: 'number';
	/** As in text: `s`, `Hz`, `m`, `mm`, `°`. Absent for ratios and counts. */
	readonly unit?: string;
	/** The least value that is allowed. */
	readonly min?: number;
	/** Allowed values are greater than this. */
	readonly above?: number;
	readonly max?: number;
	readonly isInteger?: true;
	/** The usual values, for sliders. */
	readonly range?: readonly [from: number, to: number];
	readonly default?: number;
}

/** A fixed number of numbers, such as a position. */
export interface VectorOption extends Described {
	readonly type: 'vector';
	/** The names of the numbers: `x`, `y`, `z`. */
	readonly axes: readonly string[];
	readonly unit?: string;
	readonly default?: readonly number[];
}

/** One of several words. */
export interface ChoiceOption extends Described {
	readonly type: 'choice';
	readonly choices: readonly string[];
	readonly default?: string;
}

/** Some of several words, or any words. */
export interface ListOption extends Described {
	readonly type: 'list';
	readonly choices?: readonly string[];
	readonly default?: readonly string[];
}

/** Something to turn on. */
export interface FlagOption extends Described {
	readonly type: 'flag';
	readonly default?: boolean;
}

/** A text of any content. */
export interface TextOption extends Described {
	readonly type: 'text';
	readonly default?: string;
}

/** An object of type `T` that a file or a program provides. The function that takes it checks it. */
export interface DataOption<T = Readonly<Record<string, unknown>>> extends Described {
	readonly type: 'data';
	/** Never there: it carries the type. */
	readonly value?: T;
}

/**
 * The description of an option. The type of a function's options, the check of values, flags of the command, fields of the
 * studio and tables in documents come from it.
 */
export type Option =
	| NumberOption
	| VectorOption
	| ChoiceOption
	| ListOption
	| FlagOption
	| TextOption
	| DataOption<unknown>;

/** Options by name. Declare a table `as const satisfies OptionTable`. */
export type OptionTable = Readonly<Record<string, Option>>;

/** The type of an option's values. */
export type OptionValue<O extends Option> = O extends NumberOption
	? number
	: O extends VectorOption
		? readonly number[]
		: O extends ChoiceOption
			? O['choices'][number]
			: O extends ListOption
				? readonly (O extends { readonly choices: readonly (infer W)[] } ? W : string)[]
				: O extends FlagOption
					? boolean
					: O extends TextOption
						? string
						: O extends DataOption<infer T>
							? T
							: never;

type RequiredName<T extends OptionTable> = {
	[N in keyof T]: T[N] extends { readonly isRequired: true } ? N : never;
}[keyof T];
type DefaultName<T extends OptionTable> = {
	[N in keyof T]: T[N] extends { readonly default: unknown } ? N : never;
}[keyof T];

/** The options that callers give. */
export type OptionsOf<T extends OptionTable> = {
	readonly [N in RequiredName<T>]: OptionValue<T[N]>;
} & {
	readonly [N in Exclude<keyof T, RequiredName<T>>]?: OptionValue<T[N]> | undefined;
};

/** Options with defaults filled in. */
export type SettingsOf<T extends OptionTable> = {
	readonly [N in RequiredName<T> | DefaultName<T>]: OptionValue<T[N]>;
} & {
	readonly [N in Exclude<keyof T, RequiredName<T> | DefaultName<T>>]: OptionValue<T[N]> | undefined;
};

/**
 * Checks options and fills in defaults. Names that the table does not have are left out.
 *
 * Throws `RangeError` for numbers out of range, `TypeError` for other values that do not fit and for missing options.
 */
export function readOptions<T extends OptionTable>(table: T, given: OptionsOf<T>): SettingsOf<T> {
	const settings: Record<string, unknown> = {};
	for (const [name, option] of Object.entries(table)) {
		const value = (given as Readonly<Record<string, unknown>>)[name];
		if (value === undefined && option.isRequired) throw new TypeError(`${name}: a value is required`);
		if (value !== undefined && !fitsOption(option, value)) {
			throw refuse(name, option, value);
		}
		settings[name] = value ?? ('default' in option ? option.default : undefined);
	}
	return settings as SettingsOf<T>;
}

function refuse(name: string, option: Option, value: unknown): Error {
	if (option.type === 'list' && Array.isArray(value)) {
		const unknown = value.find((word) => !fitsList(option, word));
		return new TypeError(
			`${name}: ${quoteValue(unknown)} is not ${option.choices === undefined ? 'a text' : `one of ${option.choices.join(', ')}`}`,
		);
	}
	const Kind = typeof value === 'number' ? RangeError : TypeError;
	return new Kind(`${name}: ${quoteValue(value)} is not ${describeValues(option)}`);
}

/** Whether an option takes a value. */
export function fitsOption(option: Option, value: unknown): boolean {
	switch (option.type) {
		case 'number':
			return fitsNumber(option, value);
		case 'vector':
			return Array.isArray(value) && value.length === option.axes.length && value.every(Number.isFinite);
		case 'choice':
			return option.choices.includes(value as string);
		case 'list':
			return Array.isArray(value) && value.every((word) => fitsList(option, word));
		case 'flag':
			return typeof value === 'boolean';
		case 'text':
			return typeof value === 'string';
		case 'data':
			return typeof value === 'object' && value !== null;
	}
}

function fitsList({ choices }: ListOption, word: unknown): boolean {
	return choices === undefined ? typeof word === 'string' : choices.includes(word as string);
}

function fitsNumber({ min = -Infinity, above, max = Infinity, isInteger }: NumberOption, value: unknown): boolean {
	if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max) return false;
	return (above === undefined || value > above) && (!isInteger || Number.isInteger(value));
}

/** The values that an option takes, in words for a message: `a number above 0`, `one of left, right`. */
export function describeValues(option: Option): string {
	switch (option.type) {
		case 'number':
			return describeNumbers(option);
		case 'vector':
			return `a list of ${option.axes.length} finite numbers`;
		case 'choice':
			return `one of ${option.choices.join(', ')}`;
		case 'list':
			return option.choices === undefined ? 'a list of texts' : `a list out of ${option.choices.join(', ')}`;
		case 'flag':
			return 'true or false';
		case 'text':
			return 'a text';
		case 'data':
			return 'an object';
	}
}

function describeNumbers({ min, above, max, isInteger }: NumberOption): string {
	const kind = isInteger ? 'an integer' : 'a number';
	if (above !== undefined) return `${kind} above ${above}${max === undefined ? '' : ` and up to ${max}`}`;
	if (min !== undefined) return `${kind} from ${min} ${max === undefined ? 'on' : `to ${max}`}`;
	return max === undefined ? kind.replace('a number', 'a finite number') : `${kind} up to ${max}`;
}
