import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bundleModels } from './model-bundle.ts';
import { PACKAGE_FILES, PALM_MODEL } from './packages.ts';

/** The files of an installed tracker, with their media types. */
export const TRACKER_FILES = {
	'vision.js': 'text/javascript',
	'wasm.js': 'text/javascript',
	'wasm.wasm': 'application/wasm',
	'hand.task': 'application/octet-stream',
} as const;

/** The version of what is made of the packages. */
const FOLDER = 'hand-tracker-1';

/** The folder for files of this user that can be made again. */
export function findCacheFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
	const { LOCALAPPDATA, XDG_CACHE_HOME } = env;
	if (platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'handreel', 'cache');
	if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'handreel');
	return platform === 'darwin'
		? join(homedir(), 'Library', 'Caches', 'handreel')
		: join(homedir(), '.cache', 'handreel');
}

/** Returns the folder of the installed tracker, or `null` if there is none. */
export function findTracker(cache: string): string | null {
	const folder = join(cache, FOLDER);
	return Object.keys(TRACKER_FILES).every((name) => existsSync(join(folder, name))) ? folder : null;
}

/**
 * Makes the files of the tracker out of its packages, and returns their folder. Throws an `Error` if a package has other content than
 * the version that is used. The folder gets its name when it is complete.
 */
export function makeTracker(nodeModules: string, cache: string): string {
	const read = ({ path, hash }: { readonly path: string; readonly hash: string }): Uint8Array => {
		const bytes = readFileSync(join(nodeModules, path));
		const found = createHash('sha256').update(bytes).digest('hex');
		if (found !== hash) throw new Error(`${path} is not the file that was published: its SHA-256 is ${found}`);
		return bytes;
	};
	const { code, loader, wasm, landmarks, assets } = PACKAGE_FILES;
	const palm = read(assets).subarray(PALM_MODEL.start, PALM_MODEL.end);
	const contents: Readonly<Record<keyof typeof TRACKER_FILES, Uint8Array>> = {
		'vision.js': read(code),
		'wasm.js': read(loader),
		'wasm.wasm': read(wasm),
		'hand.task': bundleModels(palm, read(landmarks)),
	};
	mkdirSync(cache, { recursive: true });
	const folder = join(cache, FOLDER);
	const aside = mkdtempSync(`${folder}.`);
	try {
		for (const [name, bytes] of Object.entries(contents)) writeFileSync(join(aside, name), bytes);
		// What is incomplete there cannot be used.
		if (findTracker(cache) === null) {
			rmSync(folder, { recursive: true, force: true });
			renameSync(aside, folder);
		}
	} finally {
		rmSync(aside, { recursive: true, force: true });
	}
	return folder;
}
