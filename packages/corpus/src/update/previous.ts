import { TableReader } from '@handreel/convert/internal';
import { isRecordingError } from '@handreel/core';
import { CATALOG_GROUP, EVENTS_GROUP } from '../dataset/dataset-writer.ts';
import { type Manifest, readManifest, readTableBytes } from '../dataset/manifest.ts';
import { CATALOG_FILE, EVENTS_FILE } from '../dataset/own-files.ts';
import { CATALOG_COLUMNS, EVENT_COLUMNS, findCatalogColumn, type IndexedFile } from '../schema/columns.ts';
import { readState, type Signatures } from './state.ts';

/** The part of a row that decides about updates. */
export interface KnownFile {
	/** `null` if the file could not be read. */
	readonly hash: string | null;
	readonly bytes: number;
	readonly status: string;
	readonly error: string | null;
	/** Seconds; `null` if the duration is unknown. */
	readonly duration: number | null;
	readonly keys: number;
}

/** The data set that an update starts from. */
export interface Previous {
	readonly manifest: Manifest;
	readonly catalog: Uint8Array;
	readonly events: Uint8Array;
	readonly known: ReadonlyMap<string, KnownFile>;
	readonly signatures: Signatures;
}

/** Opens the data set in a folder; `null` if there is none, or if it is damaged or of another version. */
export function openPrevious(folder: string): Previous | null {
	const manifest = readManifest(folder);
	const catalog = manifest && readTableBytes(folder, manifest, CATALOG_FILE);
	const events = manifest && readTableBytes(folder, manifest, EVENTS_FILE);
	if (manifest === null || catalog === null || events === null) return null;
	try {
		if (!isOwnTable(catalog, CATALOG_COLUMNS, CATALOG_GROUP) || !isOwnTable(events, EVENT_COLUMNS, EVENTS_GROUP))
			return null;
		return { manifest, catalog, events, known: readKnown(catalog), signatures: readState(folder) };
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return null;
	}
}

// The folder may come from a stranger: all columns of a group are in memory together.
function isOwnTable(bytes: Uint8Array, columns: typeof CATALOG_COLUMNS, groupSize: number): boolean {
	const table = new TableReader(bytes);
	const found = new Set(table.columns);
	return columns.every(({ name }) => found.has(name)) && table.groups.every((count) => count <= groupSize);
}

function readKnown(catalog: Uint8Array): Map<string, KnownFile> {
	const table = new TableReader(catalog);
	const known = new Map<string, KnownFile>();
	for (let group = 0; group < table.groups.length; group++) {
		const [paths = [], ...columns] = NAMES.map((name) => table.readColumn(name, group));
		paths.forEach((path, i) => {
			known.set(String(path), toKnown(columns.map((column) => column[i])));
		});
	}
	return known;
}

const NAMES = ['path', 'hash', 'bytes', 'status', 'error', 'duration', 'keys'] as const;
const PLACES = /* @__PURE__ */ NAMES.map(findCatalogColumn);

/** The part of a new row that decides about updates. */
export function describeRow({ row }: IndexedFile): KnownFile {
	const [, ...values] = PLACES.map((at) => row[at]);
	return toKnown(values);
}

// The values of {@link NAMES} after the path.
function toKnown([hash, bytes, status, error, duration, keys]: readonly unknown[]): KnownFile {
	return {
		hash: typeof hash === 'string' ? hash : null,
		bytes: Number(bytes ?? 0),
		status: String(status),
		error: typeof error === 'string' ? error : null,
		duration: typeof duration === 'number' ? duration : null,
		keys: Number(keys ?? 0),
	};
}
