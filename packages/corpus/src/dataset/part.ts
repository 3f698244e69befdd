import { parseForeignJson } from '@handreel/node/internal';
import { CATALOG_COLUMNS, CATALOG_VERSION, EVENT_COLUMNS, type IndexedFile } from '../schema/columns.ts';

const FORMAT = 'handreel-catalog-part';

/**
 * Encodes described files as a part of a catalog: a header and a line of JSON per file, sorted by path. Equal files give equal
 * bytes on every machine and in every order.
 */
export function encodePart(files: readonly IndexedFile[]): Uint8Array {
	const header = JSON.stringify({ format: FORMAT, version: CATALOG_VERSION, columns: CATALOG_COLUMNS.length });
	const sorted = files.toSorted((a, b) => comparePaths(a.path, b.path));
	// The path comes first: `readPath` relies on it.
	const lines = sorted.map(({ path, row, events }) => JSON.stringify({ path, row, events }));
	return new TextEncoder().encode([header, ...lines, ''].join('\n'));
}

/** The lines of an encoded part: what is needed to sort files before they are decoded. */
export interface PartLine {
	readonly path: string;
	readonly bytes: Uint8Array;
}

const NEWLINE = 0x0a;
const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes a part. Throws for other content, and for a part of another version. */
export function decodePart(bytes: Uint8Array): IndexedFile[] {
	return listPartLines(bytes).map(decodeLine);
}

/** Lists the files of a part without decoding their rows. Throws like {@link decodePart}. */
export function listPartLines(bytes: Uint8Array): PartLine[] {
	const lines: Uint8Array[] = [];
	let start = 0;
	for (let end = bytes.indexOf(NEWLINE); end >= 0; start = end + 1, end = bytes.indexOf(NEWLINE, start)) {
		lines.push(bytes.subarray(start, end));
	}
	const [header, ...files] = lines;
	checkHeader(header);
	if (start !== bytes.length) throw new Error('the part of the catalog is cut off');
	return files.map((line) => ({ path: readPath(line), bytes: line }));
}

/** Decodes a line of a part. */
export function decodeLine({ bytes }: PartLine): IndexedFile {
	const { path, row, events } = parseForeignJson(decoder.decode(bytes)) as IndexedFile;
	const isSound =
		row.length === CATALOG_COLUMNS.length && events.every(({ length }) => length === EVENT_COLUMNS.length);
	if (!isSound) throw new Error('the part of the catalog has other columns');
	return { path, row, events };
}

function checkHeader(line: Uint8Array | undefined): void {
	const { format, version, columns } = line === undefined ? {} : parseObject(decoder.decode(line));
	if (format !== FORMAT) throw new Error('this is not a part of a catalog');
	if (version !== CATALOG_VERSION || columns !== CATALOG_COLUMNS.length) {
		throw new Error(`the part has version ${version} of the catalog, this program version ${CATALOG_VERSION}`);
	}
}

// The path is the first field, `{"path":"…",`, and JSON has no bare quotes in texts.
function readPath(line: Uint8Array): string {
	const text = decoder.decode(line.subarray(0, line.indexOf(0x5b)));
	const match =
		/^\{"path":("(?:[^"\\]|\\.)*")/.exec(text) ?? /^\{"path":("(?:[^"\\]|\\.)*")/.exec(decoder.decode(line));
	if (match === null) throw new Error('a line of the part has no path');
	return JSON.parse(match[1] ?? '""');
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = parseForeignJson(text);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}

/** The order of paths in a data set: by UTF-16 code units, as `sort` has it without arguments. */
export function comparePaths(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
