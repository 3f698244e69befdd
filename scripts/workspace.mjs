// Brings a clone into a state in which its commands work: packages installed, code built. Plain JavaScript, because it
// runs before anything is installed. Each step is skipped when nothing changed since the last time.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what the lock file lists, unless it is the one that was installed last. `npm ci` removes node_modules first, with
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
	'landmarks',
	'convert',
	'hands',
	'plot',
	'samples',
	'node',
	'corpus',
	'webxr',
	'capture',
	'playwright',
	'cli',
	'three',
	'babylon',
	'player',
	'create-handreel',
];

const STUDIO = join(root, 'apps', 'studio');

/** Vitest sets NODE_ENV to "test", and Vite would build the studio for development then, without its service worker. */
const PRODUCTION = { NODE_ENV: 'production' };

/** Builds the packages and the studio. Skips those whose inputs, and the inputs of the packages before them, are unchanged. */
export function build() {
	const { studio, packages } = listBuilds();
	if (!isDone(studio)) {
		console.error('Building apps/studio …');
		const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
		run(process.execPath, [vite, 'build', '--logLevel', 'error'], studio.folder, PRODUCTION);
		markDone(studio);
	}
	const changed = packages.filter((entry) => !isDone(entry));
	if (changed.length === 0) return;
	// One process for all: loading the bundler takes longer than most builds.
	run(process.execPath, [join(root, 'scripts', 'build-package.mjs'), JSON.stringify(changed)], root, PRODUCTION);
}

/**
 * What is built, each with a key of its inputs and of those of the workspace packages that it depends on, directly or not. The studio
 * also contains sample recordings.
 */
function listBuilds() {
	const common = [join(root, 'package-lock.json'), join(root, 'LICENSE'), join(root, 'scripts', 'build-package.mjs')];
	const samples = listFiles(join(root, 'fixtures', 'recorded'));
	const workspace = new Map(
		manifests().map((path) => {
			const { name, dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'));
			return [name, { folder: dirname(path), needs: Object.keys({ ...dependencies, ...devDependencies }) }];
		}),
	);
	const collect = (name, found = new Set()) => {
		found.add(name);
		for (const need of workspace.get(name).needs) if (workspace.has(need) && !found.has(need)) collect(need, found);
		return found;
	};
	const describe = (name) => {
		const folders = [...collect(name)].map((need) => workspace.get(need).folder);
		const paths = [...common, ...folders.flatMap(listInputs), ...(folders.includes(STUDIO) ? samples : [])];
		const { folder } = workspace.get(name);
		return { name: `build-${basename(folder)}`, key: hashFiles(paths.sort()), folder, outputs: [join(folder, 'dist')] };
	};
	const names = new Map([...workspace].map(([name, { folder }]) => [folder, name]));
	return {
		studio: describe(names.get(STUDIO)),
		packages: PACKAGES.map((name) => describe(names.get(join(root, 'packages', name)))),
	};
}

/** What a build may read: sources, bundled files, and the files at the top of the package. */
function listInputs(folder) {
	const folders = ['src', 'public', 'hands', 'recordings']
		.map((name) => join(folder, name))
		.filter((path) => existsSync(path));
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

/** Does the work unless a stamp records that it was done for the same inputs and its outputs are still there. */
export function once(name, key, outputs, work) {
	if (isDone({ name, key, outputs })) return;
	work();
	markDone({ name, key });
}

function isDone({ name, key, outputs }) {
	const stamp = stampOf(name);
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === key && outputs.every((path) => existsSync(path));
}

/** Leaves the stamp that {@link once} looks for. */
export function markDone({ name, key }) {
	const stamp = stampOf(name);
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, key);
}

function stampOf(name) {
	return join(root, 'node_modules', '.cache', 'handreel', name);
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
