// A headset in tests: Chromium with a recording as the device, on the page of a capture server.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReplayDriver } from '@handreel/webxr';
import type { BrowserContext, Page } from 'playwright-core';
import { openContext as openSharedContext } from '../../../../scripts/test-browser.ts';
import { root } from '../../../../scripts/workspace.mjs';
import type { PanelState } from '../../src/page/panel-model.ts';

declare const handreel: { readonly driver: ReplayDriver };

const WEBXR = join(root, 'packages', 'webxr', 'dist');
const IWER = join(root, 'node_modules', 'iwer', 'build', 'iwer.min.js');

/** A page to open. */
export interface HeadsetRequest {
	readonly url: string;
	/** A recording: its path from the root of the workspace, or an absolute path. */
	readonly recording: string;
	readonly runtime?: 'own' | 'iwer';
	readonly options?: Readonly<Record<string, unknown>>;
	/** Runs in the page before its scripts. */
	readonly prepare?: () => void;
}

/** Opens a context: a headset with its own storage. */
export function openContext(): Promise<BrowserContext> {
	return openSharedContext({ viewport: { width: 960, height: 600 }, ignoreHTTPSErrors: true });
}

/** Opens a page with a recording as its device. */
export async function openHeadset(context: BrowserContext, request: HeadsetRequest): Promise<Page> {
	const { url, recording, runtime = 'own', options = {}, prepare } = request;
	const page = await context.newPage();
	if (prepare !== undefined) await page.addInitScript(prepare);
	if (runtime === 'iwer') await page.addInitScript({ path: IWER });
	await page.addInitScript({ path: join(WEBXR, runtime === 'iwer' ? 'inject-iwer.js' : 'inject.js') });
	const base64 = readFileSync(resolve(root, recording)).toString('base64');
	await page.addInitScript(`handreel.install('${base64}', ${JSON.stringify(options)})`);
	await page.goto(url);
	return page;
}

/** Milliseconds until a page counts as stuck, on a busy machine. */
const PATIENCE = 60_000;

/**
 * Runs frames until the capture page is in a phase, or the newest take has a file. Answers of the server come in real time,
 * frames in recorded time: the way to the page and back between frames is what keeps both together.
 */
export async function stepUntil(page: Page, phase: PanelState['phase'] | 'saved'): Promise<void> {
	let state = '';
	for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
		const reached = await page.evaluate(async (wanted) => {
			const { state: now } = globalThis.handreelCapture?.flow ?? { state: null };
			if (wanted === 'saved' ? now?.file != null : now?.phase === wanted) return true;
			await handreel.driver.step();
			return JSON.stringify(now);
		}, phase);
		if (reached === true) return;
		state = reached;
	}
	throw new Error(`the page is not '${phase}': ${state}`);
}

/** Presses a button of the page. As an event, because IWER covers the page with a canvas. */
export async function press(page: Page, id: string): Promise<void> {
	await page.locator(`button[data-id="${id}"]`).dispatchEvent('click');
}

/** Enters a session: the page is ready to record. */
export async function enterSession(page: Page): Promise<void> {
	// The clock of the page stands still, so it cannot wait by itself. Asking takes a moment, in which it loads.
	while (!(await page.evaluate(() => globalThis.handreelCapture !== undefined)));
	await page.evaluate(() => handreel.driver.step());
	await press(page, 'enter');
	await stepUntil(page, 'ready');
}

declare global {
	var handreelCapture: { readonly flow: { readonly state: PanelState } } | undefined;
}
