// Finds programs, and installs packages of Debian where that is allowed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of the programs that is in a folder of the PATH or in another one; `null` if there is none. */
export function findProgram(names, otherFolders = []) {
	const folders = [...(process.env.PATH ?? '').split(delimiter), ...otherFolders];
	return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null;
}

/** Whether a path leads to a file that can be run. */
export function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Whether packages can be installed: as root on Debian. */
export function canInstall() {
	return process.platform === 'linux' && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
}

/** Installs a package of Debian. Servers are not started as services: tests start their own servers. */
export function installPackage(name) {
	const options = {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
	};
	const get = (...args) => spawnSync('apt-get', ['-qq', ...args], options).status === 0;
	const install = ['install', '-y', '--no-install-recommends', name];
	if (!get(...install) && get('update')) get(...install);
}
