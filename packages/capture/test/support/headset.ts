// A headset in tests: Chromium with a recording as the device, on the page of a capture server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
	/** A recording under the root of the workspace. */
	readonly recording: string;
	readonly runtime?: 'own' | 'iwer';
	readonly options?: Readonly<Record<string, unknown>>;
	/** Runs in the page before its scripts. */
	readonly prepare?: () => void;
}

/** Opens a context: a headset with storage of its own. */
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
	const base64 = readFileSync(join(root, recording)).toString('base64');
	await page.addInitScript(`handreel.install('${base64}', ${JSON.stringify(options)})`);
	await page.goto(url);
	return page;
}

/** Runs frames until the capture page is in a phase, or the newest take has a file. */
export async function stepUntil(page: Page, phase: PanelState['phase'] | 'saved'): Promise<void> {
	const reached = await page.evaluate(async (wanted) => {
		for (let i = 0; i < 600; i++) {
			const { state } = globalThis.handreelCapture?.flow ?? { state: null };
			if (wanted === 'saved' ? state?.file != null : state?.phase === wanted) return true;
			// Answers of the server come in real time, frames in recorded time.
			const { port1, port2 } = new MessageChannel();
			const turn = new Promise((resolve) => {
				port1.onmessage = resolve;
			});
			port2.postMessage(null);
			await turn;
			await handreel.driver.step();
		}
		return JSON.stringify(globalThis.handreelCapture?.flow.state);
	}, phase);
	if (reached !== true) throw new Error(`the page is not '${phase}': ${reached}`);
}

/** Presses a button of the page. */
export async function press(page: Page, id: string): Promise<void> {
	await page.click(`button[data-id="${id}"]`);
}

/** Enters a session: the page is ready to record. */
export async function enterSession(page: Page): Promise<void> {
	// The clock of the page stands still, so it cannot wait by itself.
	while (!(await page.evaluate(() => globalThis.handreelCapture !== undefined))) await page.waitForTimeout(20);
	await page.evaluate(() => handreel.driver.step());
	await press(page, 'enter');
	await stepUntil(page, 'ready');
}

declare global {
	var handreelCapture: { readonly flow: { readonly state: PanelState } } | undefined;
}
