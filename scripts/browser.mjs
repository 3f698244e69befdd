// Finds the Chromium that the tests use, or installs the package of Debian.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Where installers put browsers that are not on the PATH. */
const PLACES = {
	darwin: ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`),
	win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
		['Google\\Chrome', 'Chromium'].map((app) => `${process.env[name]}\\${app}\\Application\\chrome.exe`),
	),
};

/** The path in HANDREEL_CHROMIUM, or of an installed Chromium or Chrome; `null` if there is none. */
export function findChromium() {
	const named = process.env.HANDREEL_CHROMIUM;
	if (named) return named;
	const folders = (process.env.PATH ?? '').split(delimiter);
	const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
	return [...paths, ...(PLACES[process.platform] ?? [])].find(isProgram) ?? null;
}

/** Whether Chromium is there or can be installed. If not, prints what to do. */
export function expectChromium() {
	if (findChromium() !== null || canInstall()) return true;
	console.error(
		'The browser tests need Chromium: install it (Debian: apt install chromium) or set HANDREEL_CHROMIUM to its path.',
	);
	return false;
}

/** Installs Chromium if it is missing. Returns `false` if there is still none. */
export function ensureChromium() {
	if (findChromium() !== null) return true;
	if (canInstall()) {
		console.error('Installing Chromium …');
		const options = {
			stdio: ['ignore', 'ignore', 'inherit'],
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		};
		const get = (...args) => spawnSync('apt-get', ['-qq', ...args], options).status === 0;
		const packages = ['install', '-y', '--no-install-recommends', 'chromium'];
		if (!get(...packages) && get('update')) get(...packages);
	}
	return findChromium() !== null;
}

function canInstall() {
	return process.platform === 'linux' && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
}

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
