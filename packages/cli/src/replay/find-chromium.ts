import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** The machine that is searched for a browser. */
export interface Machine {
	readonly platform: NodeJS.Platform;
	readonly env: NodeJS.ProcessEnv;
	/** Whether a path is an executable file. */
	readonly isProgram: (path: string) => boolean;
}

const PROGRAMS = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome',
	'microsoft-edge',
	'microsoft-edge-stable',
	'msedge',
	// Without a window, for servers.
	'chromium-headless-shell',
	'chrome-headless-shell',
	'headless-shell',
];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_PROGRAMS = [
	['Google', 'Chrome', 'Application', 'chrome.exe'],
	['Chromium', 'Application', 'chrome.exe'],
	['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** This machine. */
export const THIS_MACHINE: Machine = {
	platform: process.platform,
	env: process.env,
	isProgram: (path) => {
		try {
			accessSync(path, constants.X_OK);
			return statSync(path).isFile();
		} catch {
			return false;
		}
	},
};

/**
 * The path of an installed Chromium, Chrome or Edge: `HANDREEL_CHROMIUM`, the first browser on the `PATH`, or a browser in
 * its usual place. `null` if there is none.
 */
export function findChromium(machine: Machine): string | null {
	const named = machine.env['HANDREEL_CHROMIUM'];
	if (named) return named;
	return listPlaces(machine).find(machine.isProgram) ?? null;
}

function listPlaces({ platform, env }: Machine): string[] {
	const isWindows = platform === 'win32';
	const { join, delimiter } = isWindows ? win32 : posix;
	// Names of environment variables are case-insensitive on Windows, but not in copies of `process.env`.
	const read = (name: string): string | undefined =>
		isWindows ? Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] : env[name];
	const folders = (read('PATH') ?? '').split(delimiter).filter(Boolean);
	const places = folders.flatMap((folder) => PROGRAMS.map((name) => join(folder, isWindows ? `${name}.exe` : name)));
	if (platform === 'darwin') {
		for (const folder of ['/Applications', ...(env['HOME'] ? [join(env['HOME'], 'Applications')] : [])]) {
			places.push(...MAC_APPS.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)));
		}
	}
	if (isWindows) {
		for (const name of ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']) {
			const folder = read(name);
			if (folder) places.push(...WINDOWS_PROGRAMS.map((parts) => join(folder, ...parts)));
		}
	}
	return places;
}
