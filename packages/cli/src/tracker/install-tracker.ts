import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describePackages, PACKAGE_SPECIFIERS } from './packages.ts';
import { findTracker, makeTracker } from './tracker-files.ts';

/** Options of npm: no scripts of packages, and nothing beyond the packages. */
const OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--loglevel=error'];

/** Returns the folder of the tracker. Throws an `Error` with the command that installs it if there is none. */
export function requireTracker(cache: string): string {
	const folder = findTracker(cache);
	if (folder !== null) return folder;
	throw new Error(`hands in pictures are found by ${describePackages()}, which is not installed. To install it from npm into
${cache}, run
  handreel capture --install`);
}

/** Installs the tracker with npm into a folder, unless it is there, and returns its folder. */
export function installTracker(cache: string): string {
	const installed = findTracker(cache);
	if (installed !== null) return installed;
	mkdirSync(cache, { recursive: true });
	const folder = mkdtempSync(join(cache, 'install.'));
	try {
		// npm would look for a package in the folders above.
		writeFileSync(join(folder, 'package.json'), '{"private":true}');
		runNpm(['install', ...OPTIONS, ...PACKAGE_SPECIFIERS], folder);
		return makeTracker(join(folder, 'node_modules'), cache);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function runNpm(args: readonly string[], cwd: string): void {
	// The build replaces imports of this module, because most commands need none of it (tsdown.config.ts).
	const { spawnSync }: typeof import('node:child_process') = createRequire(__filename)('node:child_process');
	// On Windows npm is a script, which needs a shell. The arguments are constants.
	const shell = process.platform === 'win32';
	const { status, error, stderr } = spawnSync('npm', args, { cwd, shell, encoding: 'utf8', windowsHide: true });
	if (error !== undefined) throw new Error(`npm could not be started: ${error.message}`);
	if (status !== 0) throw new Error(`npm failed: ${stderr.trim().split('\n').slice(-3).join('; ')}`);
}
