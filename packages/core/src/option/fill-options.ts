/** Options with a value for each: none is missing, and none is `undefined`. */
export type Filled<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** Returns the defaults with what is given in their place; `undefined` means the default. */
export function fillOptions<Options extends object, Defaults extends object>(
	options: Options,
	defaults: Defaults,
): Options & Defaults {
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	return { ...defaults, ...Object.fromEntries(given) } as Options & Defaults;
}
