import { findChromium } from './browser.mjs';
import { build } from './workspace.mjs';

/**
 * The command line and the package checks are tested as built, so build what changed first. Programs that tests start use the same
 * browser as the tests.
 */
export function setup(): void {
	build();
	process.env['HANDREEL_CHROMIUM'] ??= findChromium() ?? '';
}
