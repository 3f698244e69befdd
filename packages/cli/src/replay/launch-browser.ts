import type { Browser } from 'playwright-core';
import { findChromium, THIS_MACHINE } from './find-chromium.ts';

/** How to start a browser. */
export interface LaunchOptions {
	/** The path of a Chromium browser. Default: an installed browser. */
	readonly chromium?: string;
	/** Whether the page is a local file. Such pages may load modules and data from other files. */
	readonly isLocal: boolean;
}

/** Milliseconds. */
const TIMEOUT = 30_000;

/** Starts headless Chromium. Throws an `Error` if there is no browser. */
export async function launchBrowser({ chromium: named, isLocal }: LaunchOptions): Promise<Browser> {
	const { chromium } = await import('playwright-core');
	const own = chromium.executablePath();
	const found = named ?? findChromium(THIS_MACHINE) ?? (THIS_MACHINE.isProgram(own) ? own : null);
	if (found === null) {
		throw new Error(
			'Chromium, Chrome or Edge not found; install one, or set its path with --chromium or HANDREEL_CHROMIUM',
		);
	}
	if (!THIS_MACHINE.isProgram(found))
		throw new Error(`${found}: not an executable file; use the path of Chromium, Chrome or Edge`);
	try {
		return await chromium.launch({
			executablePath: found,
			args: ['--disable-quic', ...(isLocal ? ['--allow-file-access-from-files'] : [])],
			timeout: TIMEOUT,
			// The command handles signals itself.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		});
	} catch (error) {
		const reason =
			error instanceof Error && error.name === 'TimeoutError'
				? `not ready within ${TIMEOUT / 1000} s`
				: 'the process ended';
		throw new Error(`${found}: could not be started: ${reason}`, { cause: error });
	}
}
