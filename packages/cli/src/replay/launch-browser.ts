import type { Browser, LaunchOptions } from 'playwright-core';
import { writeError } from '../print/output.ts';
import { findChromium, THIS_MACHINE } from './find-chromium.ts';

/** Milliseconds. */
const TIMEOUT = 30_000;

/** What Chromium writes where it cannot have its sandbox: containers and systems without user namespaces, and root. */
const NO_SANDBOX = /No usable sandbox|Failed to move to new namespace|without --no-sandbox is not supported/;

/**
 * Starts headless Chromium, with its sandbox wherever the system allows it, and prints a warning where it does not. `named` is the path of
 * a browser; default: an installed browser. Throws an `Error` if there is no browser.
 */
export async function launchBrowser(named?: string): Promise<Browser> {
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
	const start = (options: LaunchOptions): Promise<Browser> =>
		chromium.launch({
			executablePath: found,
			args: ['--disable-quic'],
			timeout: TIMEOUT,
			// The command handles signals itself.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
			...options,
		});
	try {
		return await startInSandbox(start);
	} catch (error) {
		const reason =
			error instanceof Error && error.name === 'TimeoutError'
				? `not ready within ${TIMEOUT / 1000} s`
				: 'the process ended';
		throw new Error(`${found}: could not be started: ${reason}`, { cause: error });
	}
}

async function startInSandbox(start: (options: LaunchOptions) => Promise<Browser>): Promise<Browser> {
	const isRoot = process.platform === 'linux' && process.geteuid?.() === 0;
	if (!isRoot) {
		try {
			return await start({ chromiumSandbox: true });
		} catch (error) {
			if (!NO_SANDBOX.test(String(error))) throw error;
		}
	}
	const reason = isRoot ? 'root cannot have it' : 'this system does not allow it';
	writeError(`handreel: Chromium runs without its sandbox, because ${reason}; open only pages that you trust`);
	return start({ chromiumSandbox: false });
}
