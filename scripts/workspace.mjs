// Brings a clone into a state in which its commands work: packages installed, code built. Plain JavaScript, because it
// runs before anything is installed. Each step is skipped when nothing changed since the last time.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what the lock file says, unless it is the one that was installed last. `npm ci` removes node_modules first, with
 * our caches and with programs that may be running, so an existing folder is updated instead. `--no-save` leaves the lock
 * file alone.
 */
export function install() {
	const inputs = [join(root, 'package-lock.json'), join(root, 'package.json'), ...manifests()];
	const folder = join(root, 'node_modules');
	once('install', hashFiles(inputs), [folder], () => {
		console.error('Installing packages …');
		runNpm([...(existsSync(folder) ? ['install', '--no-save'] : ['ci']), ...QUIET], root);
	});
}

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** The folders in `packages/`, in the order in which they need each other. */
export const PACKAGES = [
	'core',
	'convert',
	'plot',
	'corpus',
	'node',
	'webxr',
	'capture',
	'playwright',
	'cli',
	'hands',
	'three',
	'babylon',
	'aframe',
	'player',
];

/** Vitest sets NODE_ENV to "test", and Vite would build the studio for development then, without its service worker. */
const PRODUCTION = { NODE_ENV: 'production' };

/** Builds the packages and the studio. Skips those whose inputs, and the inputs of the packages before them, are unchanged. */
export function build() {
	const inputs = [join(root, 'package-lock.json'), join(root, 'LICENSE'), join(root, 'scripts', 'build-package.mjs')];
	for (const name of PACKAGES) {
		// The command contains the studio.
		if (name === 'cli') {
			buildStudio(inputs);
			// Bundled into the command as source.
			inputs.push(...listFiles(join(root, 'packages', 'queue', 'src')));
		}
		const folder = join(root, 'packages', name);
		inputs.push(...listInputs(folder));
		once(`build-${name}`, hashFiles(inputs), [join(folder, 'dist')], () => {
			console.error(`Building packages/${name} …`);
			run(process.execPath, [join(root, 'scripts', 'build-package.mjs')], folder, PRODUCTION);
		});
	}
}

// The studio is built from the sources of the packages and contains sample recordings.
function buildStudio(inputs) {
	const folder = join(root, 'apps', 'studio');
	inputs.push(...listInputs(folder), ...listFiles(join(root, 'fixtures', 'recorded')));
	// Bundled into the studio and the command as source.
	inputs.push(...listFiles(join(root, 'packages', 'text', 'src')));
	once('build-studio', hashFiles(inputs), [join(folder, 'dist')], () => {
		console.error('Building apps/studio …');
		run(
			process.execPath,
			[join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error'],
			folder,
			PRODUCTION,
		);
	});
}

/** What a build may read: sources, bundled files, and the files at the top of the package. */
function listInputs(folder) {
	const folders = ['src', 'public', 'hands'].map((name) => join(folder, name)).filter((path) => existsSync(path));
	const top = readdirSync(folder, { withFileTypes: true }).filter((entry) => /\.(ts|json|html)$/.test(entry.name));
	return [...folders.flatMap(listFiles), ...top.map((entry) => join(folder, entry.name)).sort()];
}

/** Runs a command in the foreground; throws when it fails. */
export function run(command, args, cwd, env = {}) {
	execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Runs npm in the foreground; throws when it fails. */
export function runNpm(args, cwd) {
	run(...npm(args), cwd);
}

/** Does the work unless a stamp says that it was done for the same inputs and its outputs are still there. */
export function once(name, key, outputs, work) {
	const stamp = join(root, 'node_modules', '.cache', 'handreel', name);
	const isDone = existsSync(stamp) && readFileSync(stamp, 'utf8') === key && outputs.every((path) => existsSync(path));
	if (isDone) return;
	work();
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, key);
}

/** The package.json files of the workspace, except the root's. */
export function manifests() {
	const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	return workspaces
		.flatMap((pattern) => {
			if (!pattern.endsWith('/*')) return [pattern];
			const group = pattern.slice(0, -2);
			return existsSync(join(root, group)) ? readdirSync(join(root, group)).map((name) => `${group}/${name}`) : [];
		})
		.map((folder) => join(root, folder, 'package.json'))
		.filter((path) => existsSync(path));
}

/** All files below a folder, sorted. */
export function listFiles(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
		.sort();
}

/** A key for {@link once}: changes with the content of the files and with Node. */
export function hashFiles(paths) {
	const hash = createHash('sha256').update(process.version);
	for (const path of paths) hash.update(path).update(readFileSync(path));
	return hash.digest('hex');
}
