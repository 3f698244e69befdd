// Packs an installed package again, for the registry of the release check. npm pack would compress as strongly as it can, which
// takes most of a minute for renderers with thousands of files. npm also installs archives that are not compressed.
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = 512;

/**
 * Writes the files of an installed package into an archive, except packages inside of it and the files to leave out.
 *
 * @param {string} folder
 * @param {string} target
 * @param {(path: string) => boolean} isLeftOut takes paths below the folder, with slashes
 */
export function packInstalled(folder, target, isLeftOut = () => false) {
	const archive = openSync(target, 'w');
	try {
		for (const path of listPackage(folder)) {
			if (isLeftOut(path)) continue;
			const bytes = readFileSync(join(folder, path));
			writeSync(archive, createHeader(`package/${path}`, bytes.length, statSync(join(folder, path)).mode));
			writeSync(archive, bytes);
			writeSync(archive, Buffer.alloc(-bytes.length & (BLOCK - 1)));
		}
		// The end.
		writeSync(archive, Buffer.alloc(2 * BLOCK));
	} finally {
		closeSync(archive);
	}
}

/** The paths of all files of a package, with slashes. */
function listPackage(/** @type {string} */ folder, below = '') {
	/** @type {string[]} */
	const paths = [];
	for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
		const path = below === '' ? entry.name : `${below}/${entry.name}`;
		if (entry.isFile()) paths.push(path);
		else if (entry.isDirectory() && entry.name !== 'node_modules') paths.push(...listPackage(folder, path));
	}
	return paths;
}

/**
 * The header of a file in the format ustar.
 *
 * @param {string} path
 * @param {number} size
 * @param {number} mode
 */
export function createHeader(path, size, mode) {
	const header = Buffer.alloc(BLOCK);
	// Long paths are divided at a slash: the last 100 bytes, and up to 155 bytes before.
	const cut = Buffer.byteLength(path) <= 100 ? -1 : path.indexOf('/', path.length - 101);
	const [prefix, name] = cut === -1 ? ['', path] : [path.slice(0, cut), path.slice(cut + 1)];
	if (Buffer.byteLength(name) > 100 || Buffer.byteLength(prefix) > 155)
		throw new Error(`${path}: too long for a tar file`);
	const octal = (/** @type {number} */ value, /** @type {number} */ digits) => value.toString(8).padStart(digits, '0');
	header.write(name, 0);
	header.write(octal(mode & 0o777, 7), 100);
	header.write(octal(0, 7), 108);
	header.write(octal(0, 7), 116);
	header.write(octal(size, 11), 124);
	header.write(octal(0, 11), 136);
	// The checksum counts its own field as spaces.
	header.write('        ', 148);
	header.write('0', 156);
	header.write('ustar\x0000', 257);
	header.write(prefix, 345);
	header.write(
		`${octal(
			header.reduce((sum, byte) => sum + byte, 0),
			6,
		)}\0 `,
		148,
	);
	return header;
}
