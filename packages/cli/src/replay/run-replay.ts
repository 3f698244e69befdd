import { join } from 'node:path';
import { replayIntoPage, type XRReplay } from '@handreel/playwright/page';
import type { RenderMode, ReplayEvent } from '@handreel/webxr';
import type { Browser, Page } from 'playwright-core';
import { createProgress, type Progress } from '../print/progress.ts';
import { launchBrowser } from './launch-browser.ts';
import { openPage } from './open-page.ts';
import { type EncodedVideo, VideoWriter } from './video-writer.ts';

/** What is replayed, where and how. Times are in seconds. */
export interface ReplayPlan {
	/** A .bin file. */
	readonly bytes: Uint8Array;
	readonly url: string;
	/** Where in the recording the replay ends. */
	readonly end: number;
	/** Frames per second that the page sees. */
	readonly rate: number;
	readonly render: RenderMode;
	/** The only immersive mode that there is. Default: both. */
	readonly mode?: 'immersive-vr' | 'immersive-ar';
	/** What to click to enter. Default: the button of a known library. */
	readonly enter?: string;
	readonly width: number;
	readonly height: number;
	/** How long the page may take for anything. */
	readonly timeout: number;
	readonly chromium?: string;
	/** Whether certificates are believed unseen. */
	readonly isInsecure: boolean;
	readonly hasScreenshot: boolean;
	/** Pictures per second of a video. Default: no video. */
	readonly fps?: number;
}

/** What came of a replay. */
export interface ReplayResult {
	/** The browser's version. */
	readonly browser: string;
	/** Where the page ended up. */
	readonly url: string;
	readonly title: string;
	/** The mode of the session; `null` if there was none. */
	readonly mode: string | null;
	/** How far it came, in seconds of the recording. */
	readonly time: number;
	/** Frames that the page saw until then. */
	readonly frames: number;
	readonly events: readonly ReplayEvent[];
	/** What the page threw and did not catch. */
	readonly pageErrors: readonly string[];
	readonly consoleErrors: readonly string[];
	readonly screenshot: Uint8Array | null;
	readonly video: EncodedVideo | null;
	/** Why it ended early; `null` if it did not. */
	readonly error: string | null;
}

/** Two times closer than this are the same. */
const SAME_TIME = 1e-6;
const MAX_MESSAGES = 100;
/** What Playwright calls the first of several. */
const FIRST = ' >> nth=0';

/**
 * Replays a recording into a page of a browser that is started for it. What the page does wrong ends up in the result, with
 * what came before. Throws an `Error` if there is no browser or no page.
 */
export async function runReplay(plan: ReplayPlan, isQuiet: boolean): Promise<ReplayResult> {
	const noun = plan.fps === undefined ? 'seconds' : 'pictures';
	const progress = createProgress(process.stderr, [...listStops(plan)].length, isQuiet, noun);
	const isLocal = plan.url.startsWith('file:');
	const { chromium } = plan;
	const browser = await launchBrowser({ isLocal, ...(chromium === undefined ? {} : { chromium }) });
	try {
		return await replayInBrowser(browser, plan, progress);
	} finally {
		progress.end();
		await browser.close();
	}
}

async function replayInBrowser(browser: Browser, plan: ReplayPlan, progress: Progress): Promise<ReplayResult> {
	const { width, height, isInsecure, rate, fps } = plan;
	const timeout = plan.timeout * 1000;
	const page = await browser.newPage({ viewport: { width, height }, ignoreHTTPSErrors: isInsecure });
	const { pageErrors, consoleErrors } = collectErrors(page);
	const xr = await replayIntoPage(page, plan.bytes, {
		script: join(__dirname, 'inject.js'),
		frameRate: rate,
		render: plan.render,
		...(plan.mode === undefined ? {} : { modes: ['inline', plan.mode] }),
	});
	xr.timeout = timeout;
	const { url, title } = await openPage(page, plan.url, timeout);
	const takePicture = (): Promise<Buffer> => page.screenshot({ type: 'png', animations: 'disabled', timeout });
	let writer: VideoWriter | null = null;
	let screenshot: Uint8Array | null = null;
	let error: string | null = null;
	try {
		await enterSession(xr, plan);
		writer = fps === undefined ? null : await VideoWriter.open(browser, { width, height, fps, timeout });
		for (const frame of listStops(plan)) {
			await stepToFrame(xr, frame, rate);
			await writer?.add(await takePicture());
			progress.advance(1, fps === undefined ? 'seconds' : 'pictures');
		}
		await stepToFrame(xr, Math.floor(plan.end * rate + SAME_TIME), rate);
		await xr.stepTo(Math.max(xr.time, plan.end));
		// Going elsewhere takes a while; this call notices it.
		await xr.settle();
		await xr.step(0);
		if (plan.hasScreenshot) screenshot = await takePicture();
	} catch (thrown) {
		error = explain(thrown);
	}
	const video =
		(await writer?.finish().catch((thrown: unknown) => {
			error ??= explain(thrown);
		})) ?? null;
	const { events, time } = xr;
	const mode = events.findLast(({ type }) => type === 'sessionstart')?.mode ?? null;
	const frames = mode === null ? 0 : Math.ceil(time * rate - SAME_TIME) + 1;
	const facts = { browser: browser.version(), url, title, mode, time, frames, events };
	return { ...facts, pageErrors, consoleErrors, screenshot, video, error };
}

async function enterSession(xr: XRReplay, plan: ReplayPlan): Promise<void> {
	const timeout = plan.timeout * 1000;
	const { enter } = plan;
	await xr.enter({ timeout, ...(enter === undefined ? {} : { by: `${enter}${FIRST}` }) });
	// The recording begins with this frame, unless it has begun.
	await xr.stepTo(xr.time);
}

// The frames after which something is to be done, counted from the first: take a picture, or tell how far it is.
function* listStops({ end, rate, fps }: ReplayPlan): Generator<number> {
	if (fps === undefined) for (let i = 1; i <= end; i++) yield Math.floor(i * rate + SAME_TIME);
	else for (let i = 0; i === 0 || i / fps < end - SAME_TIME; i++) yield Math.floor((i * rate) / fps + SAME_TIME);
}

// Whole frames, so that the page sees the same ones wherever the stops are.
async function stepToFrame(xr: XRReplay, frame: number, rate: number): Promise<void> {
	const done = Math.round(xr.time * rate);
	if (frame > done) await xr.step(frame - done);
	// Without a session time stands still; this says so.
	if (xr.time < frame / rate - SAME_TIME) await xr.stepTo(frame / rate);
}

function collectErrors(page: Page): { pageErrors: string[]; consoleErrors: string[] } {
	const pageErrors: string[] = [];
	const consoleErrors: string[] = [];
	const add = (list: string[], text: string): void => {
		if (list.length < MAX_MESSAGES) list.push(text);
	};
	page.on('pageerror', ({ message }) => add(pageErrors, message));
	page.on('console', (message) => {
		if (message.type() !== 'error') return;
		// The text does not say what could not be loaded.
		const isAboutLoading = message.text().startsWith('Failed to load resource');
		add(consoleErrors, isAboutLoading ? `${message.text()}: ${message.location().url}` : message.text());
	});
	return { pageErrors, consoleErrors };
}

// One line, without the names of functions that the user of the command has not called.
function explain(error: unknown): string {
	const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
	return line
		.replace(FIRST, '')
		.replace(/^(enter|step|stepTo|page\.\w+): /, '')
		.replace(/(no known button was found, so say what to click)/, '$1 (--enter SELECTOR)');
}
