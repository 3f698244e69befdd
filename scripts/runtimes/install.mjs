// Installs Node 22, Deno and Bun into a separate folder: a `node` in the workspace's node_modules/.bin would replace the
// Node that runs everything else.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNpm } from '../workspace.mjs';

export const here = join(root, 'scripts', 'runtimes');
export const folder = join(root, '.cache', 'runtimes');

/** Does nothing if the versions in package.json are installed. */
export function installRuntimes() {
	const manifest = join(here, 'package.json');
	const stamp = join(folder, 'installed');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(manifest, 'utf8')) return;
	console.error('Installing Node 22, Deno and Bun (about 380 MB, once) …');
	mkdirSync(folder, { recursive: true });
	copyFileSync(manifest, join(folder, 'package.json'));
	// The manifest pins exact versions; a lock file would have to list the packages of every platform.
	runNpm(['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'], folder);
	copyFileSync(manifest, stamp);
}
