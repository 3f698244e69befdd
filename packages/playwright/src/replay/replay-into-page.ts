import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readRecording } from '@handreel/core';
import type { ReplayOptions } from '@handreel/webxr';
import { IWER_VERSION } from '@handreel/webxr/iwer';
import type { Page } from '@playwright/test';
import { type HandMeshes, routeHandMeshes } from '../hand-meshes/route-hand-meshes.ts';
import { XRReplay } from './xr-replay.ts';

/** What a page has for WebXR: the runtime that follows the specification, or the emulator IWER. */
export type Runtime = 'own' | 'iwer';

/** Characters of a recording that are sent at once. */
const PART = 16 * 1024 * 1024;

/** How {@link replayIntoPage} replays. */
export interface PageReplayOptions extends ReplayOptions {
	/**
	 * What the page has for WebXR. Default `'own'`. `'iwer'` also has controllers, planes and hit tests, and needs the package
	 * `iwer` in the version that `@handreel/webxr` names; its device is `handreel.device` in the page.
	 */
	readonly runtime?: Runtime;
	/** Where hand meshes of known libraries come from. Default `'minimal'`. */
	readonly handMeshes?: HandMeshes;
	/** The path of our own runtime's script, for those who bundle this package. Default: `@handreel/webxr/inject.js`. */
	readonly script?: string;
}

/** The defaults of {@link PageReplayOptions}, besides those of `ReplayOptions`. */
export const PAGE_REPLAY_DEFAULTS: Required<Pick<PageReplayOptions, 'runtime' | 'handMeshes'>> = {
	runtime: 'own',
	handMeshes: 'minimal',
};

/**
 * Prepares a page of Playwright, with its test runner or without, to have a recording replayed into it. Call it before the
 * page is opened: `navigator.xr` and the clock of every page that opens in it, and of frames inside, are ours. Throws `RecordingError` for bytes
 * that are no recording, `Error` if the runtime is not installed. Options go through JSON, so functions are lost.
 */
export async function replayIntoPage(
	page: Page,
	bytes: Uint8Array,
	{
		handMeshes = PAGE_REPLAY_DEFAULTS.handMeshes,
		runtime = PAGE_REPLAY_DEFAULTS.runtime,
		script,
		...options
	}: PageReplayOptions = {},
): Promise<XRReplay> {
	const recording = readRecording(bytes);
	await routeHandMeshes(page, handMeshes);
	const own = (): string =>
		script === undefined ? readScript('@handreel/webxr/inject.js') : readFileSync(script, 'utf8');
	const source = runtime === 'iwer' ? readIwerScripts() : own();
	const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
	const call = `handreel.install(handreelParts.join(''), ${JSON.stringify(options)})`;
	for (const content of splitScript(source, base64, call)) await page.addInitScript({ content });
	return new XRReplay(page, recording);
}

// A browser takes no message above 100 MB or so, hence parts, and Playwright promises no order, hence the last one makes
// the call, whichever that is.
function splitScript(source: string, base64: string, call: string): string[] {
	const parts: string[] = [];
	for (let start = 0; start < base64.length; start += PART) {
		parts.push(`handreelParts[${parts.length}] = '${base64.slice(start, start + PART)}'`);
	}
	const steps = [source, ...parts];
	return steps.map(
		(step) => `globalThis.handreelParts ??= Object.assign([], { missing: ${steps.length} });
			${step};
			if (--handreelParts.missing === 0) { ${call}; delete globalThis.handreelParts; }`,
	);
}

function readScript(name: string, from: string = import.meta.url): string {
	return readFileSync(createRequire(from).resolve(name), 'utf8');
}

// The one that belongs to our package, which knows its version.
function readIwerScripts(): string {
	const adapter = createRequire(import.meta.url).resolve('@handreel/webxr/inject-iwer.js');
	try {
		return `${readScript('iwer/build/iwer.min.js', adapter)};${readFileSync(adapter, 'utf8')}`;
	} catch (cause) {
		throw new Error(`runtime: 'iwer' is not installed: npm install --save-dev iwer@${IWER_VERSION}`, { cause });
	}
}
