import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readForeignJson, readRegularFile } from '@handreel/node/internal';

// A folder with a data set may come from a stranger, and `--out` may be a folder with other files. So files are known by the
// names that this program writes, and links are neither followed nor written to.

/** The name of the folder with the data set, which is not searched for recordings. */
export const DATASET_FOLDER = '.handreel';
/** The files of a data set. */
export const CATALOG_FILE = 'catalog.parquet';
export const EVENTS_FILE = 'events.parquet';
export const MANIFEST_FILE = 'manifest.json';
/** What is needed to skip unchanged files. Not part of the data set: it depends on times and on the disk. */
export const STATE_FILE = 'state.json';
/** The folder of the files with frames. */
export const FRAMES_FOLDER = 'frames';

const OWN = /^(?:(?:catalog|events)\.parquet|(?:manifest|state)\.json|frames\/[0-9a-f]{24}\.parquet)$/;

/** Whether a name is that of a file of a data set. Names in files may come from strangers. */
export function isOwnName(name: unknown): name is string {
	return typeof name === 'string' && OWN.test(name);
}

/** Whether a folder has the name that is reserved for data sets, so that everything in it belongs to this program. */
export function isReserved(folder: string): boolean {
	return basename(resolve(folder)) === DATASET_FOLDER;
}

/** Explains why a folder cannot hold a data set: somebody else may have set the link. A folder that the user names may be a link. */
export function explainLink(folder: string): string | null {
	if (!isReserved(folder) || !lstat(resolve(folder))?.isSymbolicLink()) return null;
	return `${folder} is a link; delete it, or name the folder of the catalog`;
}

/** Whether there is a file of this name. Throws if it is a link, a folder or a device. */
export function hasOwnFile(folder: string, name: string): boolean {
	if (isInFrames(name) && !hasFramesFolder(folder)) return false;
	const path = join(folder, name);
	const stat = lstat(path);
	if (stat !== null && !stat.isFile()) throw new Error(`${path} is not a regular file; delete it`);
	return stat !== null;
}

/** Reads a file of a data set; `null` if there is none. Throws like {@link hasOwnFile}. */
export function readOwnFile(folder: string, name: string): Buffer | null {
	if (isInFrames(name) && !hasFramesFolder(folder)) return null;
	return readRegularFile(join(folder, name));
}

/** Reads a file of JSON of a data set; `undefined` if there is none. Throws like {@link hasOwnFile}, and for damaged or too large files. */
export function readOwnJson(folder: string, name: string): unknown {
	return readForeignJson(join(folder, name));
}

/** Lists what lies in the folder of the frames, with names relative to `folder`. Throws if it is a link or a file. */
export function listFramesFolder(folder: string): string[] {
	if (!hasFramesFolder(folder)) return [];
	return readdirSync(join(folder, FRAMES_FOLDER)).map((name) => `${FRAMES_FOLDER}/${name}`);
}

function isInFrames(name: string): boolean {
	return name.startsWith(`${FRAMES_FOLDER}/`);
}

/** Whether there is a folder of the frames. Throws if it is a link or a file. */
export function hasFramesFolder(folder: string): boolean {
	const path = join(folder, FRAMES_FOLDER);
	const stat = lstat(path);
	if (stat !== null && !stat.isDirectory()) throw new Error(`${path} is not a folder; delete it`);
	return stat !== null;
}

function lstat(path: string): Stats | null {
	return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
