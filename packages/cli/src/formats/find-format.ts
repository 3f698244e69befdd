import { basename, extname } from 'node:path';
import {
	FORMATS,
	type FormatFacts,
	findFormat,
	findFormatOfName,
	type KnownFormat,
	type WritableFormatName,
} from '@handreel/convert';
import { LAYOUTS, type LayoutInfo, type Option } from '@handreel/core';

/** A format that can be written. */
export type WritableFormat = KnownFormat & { readonly name: WritableFormatName };

/** The formats that can be written. */
export const WRITABLE: readonly WritableFormat[] = FORMATS.filter((format): format is WritableFormat => format.writes);

/** The names of the formats that can be written. */
export const WRITABLE_NAMES: readonly WritableFormatName[] = WRITABLE.map(({ name }) => name);

/** The format with a name if it can be written, or `null`. */
export function findWritable(name: string): WritableFormat | null {
	return findFormat(name, WRITABLE);
}

/** The option of a format with a name, or `null`. */
export function findOption({ options }: FormatFacts, name: string): Option | null {
	return Object.hasOwn(options, name) ? options[name]! : null;
}

/** The names of the formats that take an option, as help texts and errors list them: `glb and gltf`. */
export function listTakers(formats: readonly FormatFacts[], option: string): string {
	const names = formats.filter((format) => findOption(format, option) !== null).map(({ name }) => name);
	return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** The options for reading that are flags: those that do not have the name of an option for writing. */
export const READ_FLAGS: readonly string[] = [
	...new Set(FORMATS.flatMap(({ readOptions }) => Object.keys(readOptions))),
].filter((name) => !WRITABLE.some((format) => findOption(format, name) !== null));

/** The layout of .bin files with a name, or `null` for the layouts of other formats. */
export function findBinLayout(name: string | null | undefined): LayoutInfo | null {
	return LAYOUTS.find((layout) => layout.name === name) ?? null;
}

/** Removes the extension of a known format, or the last extension, from a file name. */
export function removeExtension(name: string): string {
	const lower = name.toLowerCase();
	const known = findFormatOfName(name)?.extensions.find((extension) => lower.endsWith(extension));
	return name.slice(0, name.length - (known ?? extname(name)).length);
}

/** The name of a recording in a file that may hold several: that of the file at a path. */
export function nameRecording(path: string): string {
	return removeExtension(basename(path)) || 'recording';
}

/** The given values of some options. */
export function pickOptions(
	given: Readonly<Record<string, unknown>>,
	names: readonly string[],
): Record<string, unknown> {
	return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}
