import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readRecording } from '@handreel/core';
import type { ReplayOptions } from '@handreel/webxr';
import type { Page } from '@playwright/test';
import { type HandMeshes, routeHandMeshes } from './route-hand-meshes.ts';
import { XRReplay } from './xr-replay.ts';

/** How {@link replayIntoPage} replays. */
export interface PageReplayOptions extends ReplayOptions {
	/** Where hand meshes of known libraries come from. Default `'minimal'`. */
	readonly handMeshes?: HandMeshes;
	/** The path of the script that replays, for those who bundle this package. Default: `@handreel/webxr/inject.js`. */
	readonly runtime?: string;
}

/**
 * Prepares a page of Playwright, with its test runner or without, to have a recording replayed into it. Call it before the
 * page is opened: `navigator.xr` and the clock of every page that opens in it are ours. Throws `RecordingError` for bytes
 * that are no recording. Options go through JSON, so functions are lost.
 */
export async function replayIntoPage(
	page: Page,
	bytes: Uint8Array,
	{ handMeshes = 'minimal', runtime, ...options }: PageReplayOptions = {},
): Promise<XRReplay> {
	const recording = readRecording(bytes);
	await routeHandMeshes(page, handMeshes);
	const path = runtime ?? createRequire(import.meta.url).resolve('@handreel/webxr/inject.js');
	const script = readFileSync(path, 'utf8');
	const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
	const call = `handreel.install('${base64}', ${JSON.stringify(options)})`;
	// Only the page itself: frames inside it keep their clock.
	await page.addInitScript({ content: `if (globalThis === globalThis.top) {${script};${call}}` });
	return new XRReplay(page, recording);
}
