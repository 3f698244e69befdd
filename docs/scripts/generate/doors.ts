import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listEntryPoints } from '../../../scripts/entry-points.mjs';
import { root } from '../../../scripts/workspace.mjs';

/** An entry point of a published package. */
export interface Door {
	/** What programs import: `@handreel/core/edit`. */
	readonly specifier: string;
	/** The name of its page: `core-edit`. */
	readonly slug: string;
	/** The path of its source. */
	readonly source: string;
}

/** Order of the packages in the reference; packages that are not listed follow in alphabetical order. */
const PACKAGE_ORDER = [
	'core',
	'convert',
	'plot',
	'samples',
	'corpus',
	'webxr',
	'capture',
	'playwright',
	'node',
	'three',
	'babylon',
	'player',
	'hands',
];

/** All entry points with source, read from the `exports` of the packages. */
export function listDoors(): Door[] {
	return listPackages().flatMap((folder) =>
		listPublic(join(root, 'packages', folder)).map(({ specifier, source }) => ({
			specifier,
			slug: [folder, ...specifier.split('/').slice(2)].join('-'),
			source,
		})),
	);
}

function listPackages(): string[] {
	const names = readdirSync(join(root, 'packages')).sort();
	return [...PACKAGE_ORDER.filter((name) => names.includes(name)), ...names.filter((n) => !PACKAGE_ORDER.includes(n))];
}

function listPublic(folder: string): ReturnType<typeof listEntryPoints> {
	return listEntryPoints(folder).filter(({ specifier }) => !specifier.endsWith('/internal'));
}
