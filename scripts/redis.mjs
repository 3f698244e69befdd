// Finds the Redis server that the tests of the queue use, or installs the package of Debian.
import { canInstall, findProgram, installPackage } from './system-packages.mjs';

/** The path of an installed Redis or Valkey server, or `null`. */
export function findRedis() {
	return findProgram(['redis-server', 'valkey-server'], ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']);
}

/** Installs Redis on Debian if it is missing and this is root. Prints a line if there is still none: its tests are skipped. */
export function ensureRedis() {
	if (findRedis() === null && canInstall()) {
		console.error('Installing Redis …');
		installPackage('redis-server');
	}
	if (findRedis() === null) console.error('No Redis server: the tests of the queue run with PostgreSQL only.');
}
