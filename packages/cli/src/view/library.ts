import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { DATASET_FOLDER, findCatalog, listRecordings } from '@handreel/corpus/internal';

/** A folder of recordings with a catalog, as the studio may read it. */
export interface Library {
	/** The path of the catalog, relative to the folder. */
	readonly catalog: string;
	/** Finds the file of a path relative to the folder: the catalog, or a recording. */
	find(path: string): string | undefined;
}

const CATALOG = `${DATASET_FOLDER}/catalog.parquet`;

/**
 * Opens the library of a folder; `null` without a catalog of `handreel index`.
 *
 * Only the catalog and the recordings that `index` would list are found. The list is made again with each request for the
 * catalog, because recordings come and go. Links are followed inside the folder only.
 */
export function openLibrary(folder: string): Library | null {
	const dataset = join(folder, DATASET_FOLDER);
	if (findCatalog(dataset) === null) return null;
	let recordings = listPaths(folder);
	return {
		catalog: CATALOG,
		find: (path) => {
			if (path === CATALOG) {
				recordings = listPaths(folder);
				return findInside(folder, findCatalog(dataset) ?? join(folder, CATALOG));
			}
			return recordings.has(path) ? findInside(folder, join(folder, path)) : undefined;
		},
	};
}

// Names that are not UTF-8 have no unique path.
function listPaths(folder: string): ReadonlySet<string> {
	const files = listRecordings(folder).filter(({ reason }) => reason === undefined);
	return new Set(files.map(({ path }) => path));
}

// The file itself, unless a link leads out of the folder.
function findInside(folder: string, path: string): string | undefined {
	try {
		const root = realpathSync(folder);
		const file = realpathSync(path);
		const isInside = file.startsWith(root.endsWith(sep) ? root : root + sep);
		return isInside && statSync(file).isFile() ? file : undefined;
	} catch {
		return undefined;
	}
}
