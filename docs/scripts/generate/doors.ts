import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const SOURCE_CONDITION = '@handreel/source';

/** Order of the packages in the reference; packages that are not listed follow in alphabetical order. */
const PACKAGE_ORDER = [
	'core',
	'convert',
	'plot',
	'corpus',
	'webxr',
	'capture',
	'playwright',
	'node',
	'three',
	'babylon',
	'aframe',
	'player',
	'hands',
];

interface Manifest {
	readonly name: string;
	readonly private?: boolean;
	readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** All entry points with source, read from the `exports` of the packages. */
export function listDoors(): Door[] {
	return listPackages().flatMap((folder) => {
		const path = join(root, 'packages', folder);
		const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
		if (manifest.private) return [];
		return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
			const source = typeof target === 'string' ? undefined : target[SOURCE_CONDITION];
			if (source === undefined) return [];
			const name = subpath.replace(/^\.\/?/, '');
			return {
				specifier: name === '' ? manifest.name : `${manifest.name}/${name}`,
				slug: name === '' ? folder : `${folder}-${name.replaceAll('/', '-')}`,
				source: join(path, source),
			};
		});
	});
}

function listPackages(): string[] {
	const names = readdirSync(join(root, 'packages')).sort();
	return [...PACKAGE_ORDER.filter((name) => names.includes(name)), ...names.filter((n) => !PACKAGE_ORDER.includes(n))];
}
