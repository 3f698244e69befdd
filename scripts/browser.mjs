// Finds the Chromium that tests use, and installs Debian's where it may: as root, with apt.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The path of a Chromium: the one that HANDREEL_CHROMIUM names, or the first on the PATH; `null` if there is none. */
export function findChromium() {
	const named = process.env.HANDREEL_CHROMIUM;
	if (named) return named;
	for (const folder of (process.env.PATH ?? '').split(delimiter)) {
		for (const name of NAMES) {
			const path = join(folder, name);
			if (isProgram(path)) return path;
		}
	}
	return null;
}

/** Makes sure that there is a Chromium, or says in one line what to install. */
export function ensureChromium() {
	if (findChromium() !== null) return;
	const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
	if (mayInstall) {
		console.error('Installing Chromium …');
		const options = {
			stdio: ['ignore', 'ignore', 'inherit'],
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		};
		const get = (...args) => spawnSync('apt-get', ['-qq', ...args], options).status === 0;
		const packages = ['install', '-y', '--no-install-recommends', 'chromium'];
		if ((get(...packages) || (get('update') && get(...packages))) && findChromium() !== null) return;
	}
	console.error(
		'The browser tests need Chromium: install it (Debian: apt install chromium) or set HANDREEL_CHROMIUM to its path.',
	);
	process.exit(1);
}

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
