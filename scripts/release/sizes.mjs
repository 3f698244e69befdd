// The table of tarball sizes in RELEASING.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

const FILE = join(root, 'RELEASING.md');
const ROW = /^\| `([^`]+)` \| ([\d.]+) \|$/gm;

/** How far a size may be from the table, as a fraction. */
const TOLERANCE = 0.05;

/**
 * Differences between tarballs and table, a sentence each.
 *
 * @param {readonly { name: string, bytes: number }[]} tarballs
 * @param {string} text
 * @returns {string[]}
 */
export function compareSizes(tarballs, text = readFileSync(FILE, 'utf8')) {
	const listed = new Map([...text.matchAll(ROW)].map(([, name = '', size]) => [name, Number(size)]));
	const gone = [...listed.keys()].filter((name) => !tarballs.some((tarball) => tarball.name === name));
	return [
		...gone.map((name) => `${name}: in the table, but no package`),
		...tarballs.flatMap(({ name, bytes }) => {
			const size = listed.get(name);
			if (size === undefined) return [`${name}: not in the table`];
			const change = bytes / 1000 / size - 1;
			if (Math.abs(change) <= TOLERANCE) return [];
			const percent = `${change > 0 ? '+' : ''}${(change * 100).toFixed(1)} %`;
			return [`${name}: ${formatSize(bytes)} kB instead of ${size} kB (${percent})`];
		}),
	];
}

/** Writes the sizes into the table. */
export function updateSizes(/** @type {readonly { name: string, bytes: number }[]} */ tarballs) {
	const rows = tarballs.map(({ name, bytes }) => `| \`${name}\` | ${formatSize(bytes)} |`);
	const table = ['| package | kB |', '|---|---:|', ...rows].join('\n');
	writeFileSync(FILE, readFileSync(FILE, 'utf8').replace(/\| package \| kB \|\n(?:\|.*\n)*/, `${table}\n`));
}

function formatSize(bytes) {
	return bytes < 10_000 ? (bytes / 1000).toFixed(1) : String(Math.round(bytes / 1000));
}
