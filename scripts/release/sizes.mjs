// The sizes of the tarballs, in kB, are in sizes.json: a package that grows shows it in its change.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

const FILE = join(root, 'scripts', 'release', 'sizes.json');

/** How far a tarball may grow before its size has to be written again, as a fraction. */
const TOLERANCE = 0.1;

/** The sizes in the file. */
export function readSizes() {
	return JSON.parse(readFileSync(FILE, 'utf8'));
}

/**
 * Tarballs that are new or have grown, a sentence each.
 *
 * @param {readonly { name: string, bytes: number }[]} tarballs
 * @param {Readonly<Record<string, number>>} sizes
 * @returns {string[]}
 */
export function compareSizes(tarballs, sizes) {
	return tarballs.flatMap(({ name, bytes }) => {
		const size = sizes[name];
		if (size === undefined) return [`${name}: ${toKilobytes(bytes)} kB, not in sizes.json`];
		const growth = bytes / 1000 / size - 1;
		if (growth <= TOLERANCE) return [];
		return [`${name}: ${toKilobytes(bytes)} kB instead of ${size} kB (+${(growth * 100).toFixed(1)} %)`];
	});
}

/** Writes the sizes into the file. */
export function updateSizes(/** @type {readonly { name: string, bytes: number }[]} */ tarballs) {
	const sizes = Object.fromEntries(tarballs.map(({ name, bytes }) => [name, toKilobytes(bytes)]));
	writeFileSync(FILE, `${JSON.stringify(sizes, null, '\t')}\n`);
}

function toKilobytes(bytes) {
	return bytes < 10_000 ? Math.round(bytes / 100) / 10 : Math.round(bytes / 1000);
}
