// npm run tool -- metadata: writes addresses and common keywords into every published package.json. The root's package.json is the one
// place where they are set.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGES, root } from '../workspace.mjs';

/** Reserved: no address in this domain can exist. */
const PLACEHOLDER = /^https:\/\/[^/]+\.example\//;

/**
 * A manifest with the fields that follow from the root's manifest.
 *
 * @param {Record<string, any>} manifest
 * @param {{ repository: string, keywords: readonly string[] }} shared the root's manifest
 * @param {string} directory
 * @returns {Record<string, any>}
 */
export function fillManifest(manifest, { repository, keywords }, directory) {
	const { name, version, description, license, author, keywords: own = [], ...rest } = manifest;
	const filled = {
		homepage: `${repository}/tree/main/${directory}#readme`,
		repository: { type: 'git', url: `git+${repository}.git`, directory },
		bugs: `${repository}/issues`,
		keywords: [...new Set([...keywords, ...own])],
	};
	// The new fields follow the author; fields that were there stay in place otherwise.
	return { name, version, description, license, author, ...filled, ...rest, ...filled };
}

/** Whether the root's manifest still has the placeholder instead of a public address. */
export function isPlaceholder(/** @type {string} */ repository) {
	return PLACEHOLDER.test(repository);
}

/** The root's manifest. */
export function readShared() {
	return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	for (const name of PACKAGES) {
		const path = join(root, 'packages', name, 'package.json');
		const manifest = fillManifest(JSON.parse(readFileSync(path, 'utf8')), readShared(), `packages/${name}`);
		writeFileSync(path, `${JSON.stringify(manifest, null, '\t')}\n`);
	}
}
