import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CATALOG_VERSION } from '../schema/columns.ts';
import { findCurrent, type StagedFile } from './staging.ts';

/** The files of a data set. */
export const CATALOG_FILE = 'catalog.parquet';
export const EVENTS_FILE = 'events.parquet';
export const MANIFEST_FILE = 'manifest.json';
/** What is needed to skip unchanged files. Not part of the data set: it depends on times and on the disk. */
export const STATE_FILE = 'state.json';
/** The folder of the files with frames. */
export const FRAMES_FOLDER = 'frames';

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
	readonly version: number;
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

/** Reads the manifest of a folder; `null` if there is no data set of this version. */
export function readManifest(folder: string): Manifest | null {
	const manifest = parseManifest(folder);
	return manifest?.version === CATALOG_VERSION ? (manifest as Manifest) : null;
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

/** Says why {@link readManifest} finds no data set, with the command that helps. */
export function explainMissing(folder: string): string {
	const version = parseManifest(folder)?.version;
	if (version === undefined) return `${folder} has no catalog; run 'handreel index' first`;
	const versions = `version ${version}, and this program reads version ${CATALOG_VERSION}`;
	if (version > CATALOG_VERSION) return `the catalog in ${folder} has ${versions}; update handreel, or index again`;
	return `the catalog in ${folder} has ${versions}; run 'handreel index' again`;
}

function parseManifest(folder: string): Partial<Manifest> | null {
	try {
		const manifest: Partial<Manifest> = JSON.parse(readFileSync(findCurrent(folder, MANIFEST_FILE), 'utf8'));
		return manifest.format === FORMAT ? manifest : null;
	} catch {
		return null;
	}
}

/** Reads a table of a data set; `null` if it is missing or not the file that the manifest describes. */
export function readTableBytes(folder: string, { tables }: Manifest, name: string): Uint8Array | null {
	try {
		const bytes = readFileSync(findCurrent(folder, name));
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		return tables.find((table) => table.name === name)?.sha256 === sha256 ? bytes : null;
	} catch {
		return null;
	}
}

/** Finds the table `catalog` of a data set; `null` if the folder has no data set of this version. */
export function findCatalog(folder: string): string | null {
	return readManifest(folder) && findCurrent(folder, CATALOG_FILE);
}
