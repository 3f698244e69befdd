// Brings a clone into a state in which its commands work: packages installed, code built. Plain JavaScript, because it
// runs before anything is installed. Each step is skipped when nothing changed since the last time.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what the lock file says, unless it is the one that was installed last. Not `npm ci`, which insists on lock
 * entries for the binaries of every other platform; `--no-save` leaves the lock file alone.
 */
export function install() {
	const inputs = [join(root, 'package-lock.json'), join(root, 'package.json'), ...packageFiles()];
	once('install', hashFiles(inputs), [join(root, 'node_modules')], () => {
		console.error('Installing packages …');
		run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], root);
	});
}

/** The folders in `packages/`, in the order in which they need each other. */
export const PACKAGES = ['core', 'convert', 'node', 'webxr', 'playwright', 'cli'];

/** Builds every package and the studio unless its sources, and those of what comes before it, are those of the last build. */
export function build() {
	const inputs = [];
	for (const name of PACKAGES) {
		// The command carries the studio with it, and the script that replays.
		if (name === 'cli') buildStudio(inputs);
		const folder = join(root, 'packages', name);
		inputs.push(...listFiles(join(folder, 'src')), join(folder, 'package.json'), join(folder, 'tsdown.config.ts'));
		once(`build-${name}`, hashFiles(inputs), [join(folder, 'dist')], () => {
			console.error(`Building packages/${name} …`);
			run('npm', ['run', '--silent', 'build', '--', '--log-level', 'error'], folder);
		});
	}
}

// The studio is built from the sources of the packages.
function buildStudio(inputs) {
	const folder = join(root, 'apps', 'studio');
	// Bundled into the studio and the command as source.
	inputs.push(...listFiles(join(root, 'packages', 'text', 'src')));
	inputs.push(...['src', 'public'].flatMap((name) => listFiles(join(folder, name))));
	inputs.push(...['index.html', 'package.json', 'vite.config.ts'].map((name) => join(folder, name)));
	once('build-studio', hashFiles(inputs), [join(folder, 'dist')], () => {
		console.error('Building apps/studio …');
		run('npm', ['run', '--silent', 'build', '--', '--logLevel', 'error'], folder);
	});
}

/** Runs a command in the foreground; throws when it fails. */
export function run(command, args, cwd) {
	execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
}

// Does the work unless a stamp says that it was done for the same inputs and its outputs are still there.
function once(name, key, outputs, work) {
	const stamp = join(root, 'node_modules', '.cache', 'handreel', name);
	const isDone = existsSync(stamp) && readFileSync(stamp, 'utf8') === key && outputs.every((path) => existsSync(path));
	if (isDone) return;
	work();
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, key);
}

function packageFiles() {
	return ['packages', 'apps']
		.filter((group) => existsSync(join(root, group)))
		.flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name, 'package.json')))
		.filter((path) => existsSync(path));
}

function listFiles(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
		.sort();
}

function hashFiles(paths) {
	const hash = createHash('sha256').update(process.version);
	for (const path of paths) hash.update(path).update(readFileSync(path));
	return hash.digest('hex');
}
