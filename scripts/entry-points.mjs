// The entry points of a package, from `exports` in its package.json.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the entry points of the package in a folder that have a source file: what other packages import, and the path of the
 * source. None if it is private. A pattern matches every folder that it fits.
 *
 * @param {string} folder
 */
export function listEntryPoints(folder) {
	const {
		name: owner,
		private: isPrivate,
		exports = {},
	} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	if (isPrivate) return [];
	return Object.entries(exports).flatMap(([subpath, target]) => {
		/** @type {string | undefined} */
		const source = target['@handreel/source'];
		if (source === undefined) return [];
		const names = source.includes('*') ? listNames(folder, source) : [''];
		return names.map((name) => ({
			specifier: `${owner}${subpath.slice(1).replace('*', name)}`,
			source: join(folder, source.replace('*', name)),
			isFromPattern: source.includes('*'),
		}));
	});
}

/**
 * @param {string} folder
 * @param {string} source
 */
function listNames(folder, source) {
	const [before = '', after = ''] = source.split('*');
	const paths = readdirSync(join(folder, before), { recursive: true, encoding: 'utf8' });
	return paths
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => path.endsWith(after))
		.map((path) => path.slice(0, -after.length))
		.sort();
}
