// Finds the Chromium that the tests use, or installs the package of Debian. They prefer the headless shell, which starts three times
// as fast and draws the same pictures.
import { canInstall, findProgram, installPackage, isProgram } from './system-packages.mjs';

/** Debian's name of the headless shell. */
const SHELL = 'chromium-headless-shell';

const NAMES = [
	SHELL,
	'chrome-headless-shell',
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome',
];

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
	return findProgram(NAMES) ?? (PLACES[process.platform] ?? []).find(isProgram) ?? null;
}

/** Whether Chromium is there or can be installed. If not, prints what to do. */
export function expectChromium() {
	if (findChromium() !== null || canInstall()) return true;
	console.error(
		`The browser tests need Chromium: install it (Debian: apt install ${SHELL}) or set HANDREEL_CHROMIUM to its path.`,
	);
	return false;
}

/** Installs the headless shell if it is missing. Returns `false` if there is no Chromium at all. */
export function ensureChromium() {
	if (!process.env.HANDREEL_CHROMIUM && findProgram([SHELL]) === null && canInstall()) {
		console.error('Installing Chromium …');
		installPackage(SHELL);
	}
	return findChromium() !== null;
}
