import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CATALOG_VERSION } from '../schema/columns.ts';
import {
	CATALOG_FILE,
	EVENTS_FILE,
	explainLink,
	FRAMES_FOLDER,
	hasOwnFile,
	isOwnName,
	isReserved,
	listFramesFolder,
	MANIFEST_FILE,
	readOwnFile,
	readOwnJson,
	STATE_FILE,
} from './own-files.ts';
import { findCurrent, type StagedFile } from './staging.ts';

const FORMAT = 'handreel-catalog';

/** How frames are sampled. */
export interface FramesSettings {
	/** Frames per second; `null` for a frame at each time of a key or marker. */
	readonly frameRate: number | null;
}

/** A file with frames. */
export interface FramesFile extends StagedFile {
	/** The number of recordings in the file. */
	readonly recordings: number;
}

/** What a data set consists of. Depends on the recordings alone. */
export interface Manifest {
	readonly format: typeof FORMAT;
	readonly version: string;
	readonly recordings: number;
	readonly events: number;
	readonly tables: readonly StagedFile[];
	readonly frames: (FramesSettings & { readonly files: readonly FramesFile[] }) | null;
}

/** Creates a manifest. */
export function createManifest(content: Omit<Manifest, 'format' | 'version'>): Manifest {
	return { format: FORMAT, version: CATALOG_VERSION, ...content };
}

/** Formats a manifest. */
export function formatManifest(manifest: Manifest): string {
	return `${JSON.stringify(manifest, null, '\t')}\n`;
}

/** Reads the manifest of a folder; `null` if there is no data set of this version, or if the manifest is damaged. */
export function readManifest(folder: string): Manifest | null {
	const manifest = parseManifest(folder);
	return manifest !== null && isSound(manifest) ? manifest : null;
}

/**
 * Chooses the frames of a data set: as asked for, otherwise as in the manifest of the existing data set. A frame rate asks for
 * frames. Returns `null` for a data set without frames.
 */
export function chooseFrames(
	{ frames, frameRate }: { readonly frames?: boolean | undefined; readonly frameRate?: number | undefined },
	existing: Manifest | null,
): FramesSettings | null {
	const before = existing?.frames ?? null;
	if (!(frames ?? (frameRate !== undefined || before !== null))) return null;
	return { frameRate: frameRate ?? before?.frameRate ?? null };
}

/** Explains why {@link readManifest} finds no data set, with the command that helps. */
export function explainMissing(folder: string): string {
	const manifest = parseManifest(folder);
	if (manifest === null) return explainLink(folder) ?? `${folder} has no catalog; index it first`;
	const { version } = manifest;
	// Versions were integers once.
	const isVersion = Number.isInteger(version) || (typeof version === 'string' && /^[0-9a-f]{12}$/.test(version));
	if (!isVersion || version === CATALOG_VERSION) {
		return `the catalog in ${folder} is damaged; index the folder again`;
	}
	return `the catalog in ${folder} was made by another version of handreel; index the folder again`;
}

/**
 * Throws if a folder has files with the names of a data set that another program may have written. In a folder with the
 * reserved name, all files belong to this program.
 */
export function refuseForeign(folder: string): void {
	if (isReserved(folder) || parseManifest(folder) !== null) return;
	const found = [MANIFEST_FILE, CATALOG_FILE, EVENTS_FILE, STATE_FILE].find((name) => hasOwnFile(folder, name));
	if (found === undefined) return;
	throw new Error(`${join(folder, found)} is not part of a catalog; choose another folder, or move the file away`);
}

type Unchecked<T> = { readonly [K in keyof T]?: unknown };

function parseManifest(folder: string): Unchecked<Manifest> | null {
	try {
		if (explainLink(folder) !== null) return null;
		const manifest = readOwnJson(folder, findCurrent(folder, MANIFEST_FILE)) as Unchecked<Manifest> | null | undefined;
		return manifest?.format === FORMAT ? manifest : null;
	} catch {
		return null;
	}
}

function isSound(manifest: Unchecked<Manifest>): manifest is Manifest {
	const { version, recordings, events, tables, frames } = manifest;
	if (version !== CATALOG_VERSION || !isCount(recordings) || !isCount(events)) return false;
	const isTables = isListOf(tables, (file) => isFile(file) && !file.name.startsWith(FRAMES_FOLDER));
	if (frames === null || !isTables) return isTables;
	const { frameRate, files } = (frames ?? {}) as Unchecked<NonNullable<Manifest['frames']>>;
	const isRate = frameRate === null || (Number.isFinite(frameRate) && Number(frameRate) > 0);
	return isRate && isListOf(files, (file) => isFile(file) && file.name.startsWith(FRAMES_FOLDER));
}

function isFile(file: unknown): file is StagedFile {
	const { name, bytes, sha256 } = (file ?? {}) as Unchecked<StagedFile>;
	return isOwnName(name) && isCount(bytes) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}

function isListOf(list: unknown, isItem: (item: unknown) => boolean): boolean {
	return Array.isArray(list) && list.every(isItem);
}

function isCount(value: unknown): boolean {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * The names of the files with frames that a new data set replaces. In a folder with the reserved name, also those that no manifest
 * names, because the manifest was damaged.
 */
export function listOldFrames(folder: string): string[] {
	if (isReserved(folder)) return listFramesFolder(folder).filter(isOwnName);
	return readManifest(folder)?.frames?.files.map(({ name }) => name) ?? [];
}

/** Finds a file that the manifest names, at its current place. Throws if it is missing, a link or a folder. */
export function findFile(folder: string, name: string): string {
	const current = findCurrent(folder, name);
	if (!hasOwnFile(folder, current)) throw new Error(`${join(folder, name)} is missing; index the folder again`);
	return join(folder, current);
}

/** Reads a table of a data set; `null` if it is missing or not the file that the manifest describes. */
export function readTableBytes(folder: string, { tables }: Manifest, name: string): Uint8Array | null {
	try {
		const bytes = readOwnFile(folder, findCurrent(folder, name));
		if (bytes === null) return null;
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		return tables.find((table) => table.name === name)?.sha256 === sha256 ? bytes : null;
	} catch {
		return null;
	}
}

/** Finds the table `catalog` of a data set; `null` if the folder has no data set of this version. */
export function findCatalog(folder: string): string | null {
	try {
		return readManifest(folder) && findFile(folder, CATALOG_FILE);
	} catch {
		return null;
	}
}
