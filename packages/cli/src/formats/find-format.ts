import { basename, extname } from 'node:path';
import {
	type EncodeOptions,
	type FileLayoutName,
	FORMATS,
	type FormatInfo,
	findFormatOfName,
	type WritableFormatName,
} from '@handreel/convert';
import { LAYOUTS, type LayoutInfo } from '@handreel/core';

/** A format that can be written. */
export interface WritableFormat extends FormatInfo {
	readonly name: WritableFormatName;
}

const WRITABLE: readonly WritableFormat[] = FORMATS.filter((format): format is WritableFormat => format.canWrite);

/** The names of the formats that can be written. */
export const WRITABLE_NAMES: readonly WritableFormatName[] = WRITABLE.map(({ name }) => name);

/** The format with a name if it can be written, or `null`. */
export function findWritable(name: string): WritableFormat | null {
	return WRITABLE.find((format) => format.name === name) ?? null;
}

/** The extensions of the formats that can be read. */
export const READABLE_EXTENSIONS: readonly string[] = FORMATS.flatMap(({ canRead, extensions }) =>
	canRead ? extensions : [],
);

/** The names of the formats that take an option, as help texts and errors list them: `glb and gltf`. */
export function listFormatsWith(option: keyof EncodeOptions): string {
	const names = WRITABLE.filter(({ options }) => options.includes(option)).map(({ name }) => name);
	return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** Whether a format takes an option. */
export function takesOption(name: WritableFormatName, option: keyof EncodeOptions): boolean {
	return findWritable(name)?.options.includes(option) ?? false;
}

/** The names of all layouts that can be written. */
export const WRITABLE_LAYOUTS: readonly FileLayoutName[] = WRITABLE.flatMap(({ layouts }) => layouts);

/** The layout of .bin files with a name, or `null` for the layouts of other formats. */
export function findBinLayout(name: FileLayoutName | null | undefined): LayoutInfo | null {
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
