import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readRecording } from '@handreel/core';
import type { ReplayOptions } from '@handreel/webxr';
import { IWER_VERSION } from '@handreel/webxr/iwer';
import type { Page } from '@playwright/test';
import { type HandMeshSource, routeHandMeshes } from '../hand-meshes/route-hand-meshes.ts';
import { XRReplay } from './xr-replay.ts';

/** The WebXR implementation of a page: the runtime of `@handreel/webxr`, or the emulator IWER. */
export type Runtime = 'own' | 'iwer';

/** Characters of a recording per message. */
const PIECE_LENGTH = 16 * 1024 * 1024;

/** Options of {@link replayIntoPage}. */
export interface PageReplayOptions extends ReplayOptions {
	/**
	 * The WebXR implementation of the page. Default `'own'`. `'iwer'` adds controllers, planes and hit tests. It requires the
	 * package `iwer` in the version `IWER_VERSION` of `@handreel/webxr/iwer`. The device is `handreel.device` in the page.
	 */
	readonly runtime?: Runtime;
	/** The source of the hand meshes that known libraries load. Default `'minimal'`. */
	readonly handMeshes?: HandMeshSource;
	/** The path of the runtime's script, for applications that bundle this package. Default: `@handreel/webxr/inject.js`. */
	readonly script?: string;
}

/** The defaults of {@link PageReplayOptions}, besides those of `ReplayOptions`. */
export const PAGE_REPLAY_DEFAULTS: Required<Pick<PageReplayOptions, 'runtime' | 'handMeshes'>> = {
	runtime: 'own',
	handMeshes: 'minimal',
};

/**
 * Prepares a Playwright page to replay a recording. Call it before `page.goto`: it replaces `navigator.xr` and the clock
 * of every document that opens in the page, including frames.
 *
 * Options are sent as JSON, so functions are lost. Throws `RecordingError` for bytes that are not a recording, and `Error`
 * if the runtime is not installed.
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
	const call = `handreel.install(handreelPieces.join(''), ${JSON.stringify(options)})`;
	for (const content of splitScript(source, base64, call)) await page.addInitScript({ content });
	return new XRReplay(page, recording);
}

// Browsers refuse messages above about 100 MB, so the recording is sent in pieces. Playwright does not guarantee their
// order, so the piece that arrives last makes the call.
function splitScript(source: string, base64: string, call: string): string[] {
	const pieces: string[] = [];
	for (let start = 0; start < base64.length; start += PIECE_LENGTH) {
		pieces.push(`handreelPieces[${pieces.length}] = '${base64.slice(start, start + PIECE_LENGTH)}'`);
	}
	const steps = [source, ...pieces];
	return steps.map(
		(step) => `globalThis.handreelPieces ??= Object.assign([], { missing: ${steps.length} });
			${step};
			if (--handreelPieces.missing === 0) { ${call}; delete globalThis.handreelPieces; }`,
	);
}

function readScript(name: string, from: string = import.meta.url): string {
	return readFileSync(createRequire(from).resolve(name), 'utf8');
}

// Resolved from @handreel/webxr, which depends on a version of IWER.
function readIwerScripts(): string {
	const adapter = createRequire(import.meta.url).resolve('@handreel/webxr/inject-iwer.js');
	try {
		return `${readScript('iwer/build/iwer.min.js', adapter)};${readFileSync(adapter, 'utf8')}`;
	} catch (cause) {
		throw new Error(`runtime: 'iwer' is not installed; run npm install --save-dev iwer@${IWER_VERSION}`, { cause });
	}
}
