import { FORMATS, type FormatInfo, type WritableFormatName } from '@handreel/convert';

/** A format that can be written. */
export interface WritableFormat extends FormatInfo {
	readonly name: WritableFormatName;
}

const WRITABLE: readonly WritableFormat[] = FORMATS.filter((format): format is WritableFormat => format.canWrite);

/** The names of the formats that can be written. */
export const WRITABLE_NAMES: readonly WritableFormatName[] = WRITABLE.map(({ name }) => name);

/** The format that the extension of a file name stands for, or `null`. */
export function findFormatOfFile(name: string): FormatInfo | null {
	const lower = name.toLowerCase();
	return FORMATS.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension))) ?? null;
}

/** The format with a name if it can be written, or `null`. */
export function findWritable(name: string): WritableFormat | null {
	return WRITABLE.find((format) => format.name === name) ?? null;
}

/** The extensions of the formats that can be read. */
export const READABLE_EXTENSIONS: readonly string[] = FORMATS.flatMap(({ canRead, extensions }) =>
	canRead ? extensions : [],
);
