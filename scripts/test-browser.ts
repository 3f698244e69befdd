import { statfsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { findChromium } from './browser.mjs';

/**
 * The arguments of Chromium in tests: nothing from the network, and the same picture on every machine. WebGL runs in
 * software. Pages are put together without it, because SwiftShader takes four times as long as Chromium's own software.
 */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
	'--no-sandbox',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--use-angle=swiftshader',
	'--enable-unsafe-swiftshader',
	'--disable-gpu-compositing',
	'--force-color-profile=srgb',
	'--font-render-hinting=none',
];

/**
 * The arguments of Playwright that tests leave out. It keeps shared memory in files, because containers may have little of it. Where
 * there is enough, files only cost time.
 */
const UNUSED_ARGUMENTS: readonly string[] = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];

/**
 * Milliseconds until an action or a wait gives up. Playwright's own 30 seconds are too short for a busy machine. Pages that hang
 * fail all the same, only later.
 */
export const PATIENCE = 90_000;

let shared: Browser | null = null;

/**
 * Returns a Chromium that all test files of a worker share. It ends with the worker's process. Open pages in a context of
 * your own, and close the context. After a crash, the next call starts another browser.
 */
export async function shareBrowser(): Promise<Browser> {
	if (shared?.isConnected() !== true) {
		shared = await chromium.launch({
			executablePath: requireChromium(),
			args: [...CHROMIUM_ARGUMENTS],
			ignoreDefaultArgs: [...UNUSED_ARGUMENTS],
		});
	}
	return shared;
}

/** Opens a context in the shared browser. Its pages wait long enough for a busy machine. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
	const context = await (await shareBrowser()).newContext(options);
	context.setDefaultTimeout(PATIENCE);
	return context;
}

/** The path of Chromium. Throws an `Error` that explains what to do if there is none. */
export function requireChromium(): string {
	const path = findChromium();
	if (path === null) throw new Error('Chromium not found: install it or set HANDREEL_CHROMIUM to its path');
	return path;
}

function hasSharedMemory(): boolean {
	try {
		const { bavail, bsize } = statfsSync('/dev/shm');
		return bavail * bsize >= 2 ** 31;
	} catch {
		return false;
	}
}
