// Finds the Redis server that the tests of the queue use, or installs the package of Debian.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['redis-server', 'valkey-server'];

/** The path of an installed Redis or Valkey server, or `null`. */
export function findRedis() {
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
	return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram) ?? null;
}

/** Installs Redis on Debian if it is missing and this is root. Prints a line if there is still none: its tests are skipped. */
export function ensureRedis() {
	if (findRedis() !== null) return;
	if (process.platform === 'linux' && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')) {
		console.error('Installing Redis …');
		const options = {
			stdio: ['ignore', 'ignore', 'inherit'],
			// Installs the server without starting it as a service: tests start servers of their own.
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
		};
		const get = (...args) => spawnSync('apt-get', ['-qq', ...args], options).status === 0;
		const packages = ['install', '-y', '--no-install-recommends', 'redis-server'];
		if (!get(...packages) && get('update')) get(...packages);
	}
	if (findRedis() === null) console.error('No Redis server: the tests of the queue run with PostgreSQL only.');
}

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
