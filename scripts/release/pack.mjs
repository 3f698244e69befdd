// Packs the packages as npm would publish them, and the packages that they depend on from node_modules. Tarballs are kept, so
// that all checks of a run share them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.mjs';
import { hashFiles, listFiles, once, PACKAGES, root } from '../workspace.mjs';
import { packInstalled } from './tar.mjs';

/**
 * A packed package.
 * @typedef {{ name: string, version: string, manifest: Record<string, any>, path: string, bytes: number }} Tarball
 */

const cache = join(root, 'node_modules', '.cache', 'handreel');

/** Optional peers and types that the program of the release check uses. */
const EXTRA = ['iwer', '@types/node', '@types/webxr', '@types/three', '@types/react'];

/**
 * Peers that are not installed: A-Frame depends on a repository that we do not load (its built file needs no other), and DuckDB
 * has 70 MB.
 */
const LEFT_OUT = ['aframe', '@duckdb/node-api'];

/**
 * Files that no program loads. npm takes most of its time for the number of files, and these are a third of all: source maps, of
 * which Babylon.js has thousands, and the sources and add-ons of three.js, which our packages do not import.
 */
const UNUSED_FILES = /\.map$|\/node_modules\/(three\/(src|examples)|@types\/three\/examples)\//;

/**
 * The tarballs of our packages, in the order in which they need each other. Build first.
 * @returns {Tarball[]}
 */
export function packOwn() {
	const folders = PACKAGES.map((name) => join(root, 'packages', name));
	const inputs = folders.flatMap((folder) => {
		const { files } = readManifest(folder);
		const listed = files.map((name) => join(folder, name)).filter((path) => existsSync(path));
		const top = readdirSync(folder).map((name) => join(folder, name));
		return [...listed.flatMap((path) => (statSync(path).isDirectory() ? listFiles(path) : [])), ...top.filter(isFile)];
	});
	return pack('packed', folders, hashFiles(inputs), (target) => {
		const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', target, ...folders];
		execFileSync(...npm(args), { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
	});
}

/**
 * The tarballs of everything that our packages need at run time, as installed here.
 * @returns {Tarball[]}
 */
export function packOthers() {
	const found = new Set();
	const visit = (name, user) => {
		if (LEFT_OUT.includes(name) || name.startsWith('@handreel/')) return;
		// A package may have its own version.
		const places = [join(user, 'node_modules', name), join(root, 'node_modules', name)];
		const folder = places.find((place) => existsSync(place));
		if (folder === undefined || found.has(folder)) return;
		found.add(folder);
		for (const need of listNeeds(readManifest(folder))) visit(need, folder);
	};
	for (const own of PACKAGES.map((name) => join(root, 'packages', name))) {
		for (const need of listNeeds(readManifest(own))) visit(need, own);
	}
	for (const name of EXTRA) visit(name, root);
	// Those at the top first: they are the latest.
	const folders = [...found].sort((a, b) => a.length - b.length);
	const key = hashFiles([
		...folders.map((folder) => join(folder, 'package.json')),
		...['pack.mjs', 'tar.mjs'].map((name) => join(root, 'scripts', 'release', name)),
	]);
	return pack('packed-others', folders, key, (target) => {
		for (const folder of folders) {
			const isUnused = (path) => UNUSED_FILES.test(`${folder}/${path}`.replaceAll('\\', '/'));
			packInstalled(folder, join(target, nameFile(readManifest(folder))), isUnused);
		}
	});
}

function pack(name, folders, key, work) {
	const target = join(cache, 'tarballs', name);
	once(name, key, [target], () => {
		rmSync(target, { recursive: true, force: true });
		mkdirSync(target, { recursive: true });
		work(target);
	});
	return folders.map((folder) => {
		const manifest = readManifest(folder);
		const path = join(target, nameFile(manifest));
		return { name: manifest.name, version: manifest.version, manifest, path, bytes: statSync(path).size };
	});
}

/** The name of the tarball that npm makes. */
function nameFile({ name, version }) {
	return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}

function listNeeds({ dependencies = {}, optionalDependencies = {}, peerDependencies = {} }) {
	return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

function readManifest(folder) {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function isFile(path) {
	return statSync(path).isFile();
}
