import type { Browser } from 'playwright-core';
import { findChromium, THIS_MACHINE } from './find-chromium.ts';

/** How a browser is started. */
export interface LaunchOptions {
	/** The path of a Chromium. Default: one that is found. */
	readonly chromium?: string;
	/** Whether the page is a file, which may then load modules and data from other files. */
	readonly isLocal: boolean;
}

/** Milliseconds that a browser may take to start. */
const TIMEOUT = 30_000;

/** Starts a Chromium without a window. Throws an `Error` that says what to install if there is none. */
export async function launchBrowser({ chromium: named, isLocal }: LaunchOptions): Promise<Browser> {
	const { chromium } = await import('playwright-core');
	const own = chromium.executablePath();
	const found = named ?? findChromium(THIS_MACHINE) ?? (THIS_MACHINE.isProgram(own) ? own : null);
	if (found === null) {
		throw new Error(
			'no Chromium, Chrome or Edge was found; install one, or name it with --chromium or in HANDREEL_CHROMIUM',
		);
	}
	if (!THIS_MACHINE.isProgram(found)) throw new Error(`${found}: no such program; it should be a Chromium`);
	try {
		return await chromium.launch({
			executablePath: found,
			args: ['--disable-quic', ...(isLocal ? ['--allow-file-access-from-files'] : [])],
			timeout: TIMEOUT,
			// The command has its own way to end.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		});
	} catch (error) {
		const reason =
			error instanceof Error && error.name === 'TimeoutError' ? `not ready after ${TIMEOUT / 1000} s` : 'it ended';
		throw new Error(`${found}: could not be started as a browser: ${reason}`, { cause: error });
	}
}
