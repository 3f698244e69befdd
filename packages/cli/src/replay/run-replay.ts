import { join } from 'node:path';
import { createRecording, type Recording } from '@handreel/core';
import { EnterButtonError, replayIntoPage, type XRReplay } from '@handreel/playwright/page';
import type { DeviceName, RenderMode, ReplayEvent } from '@handreel/webxr';
import type { Browser, Page } from 'playwright-core';
import { createProgress, type Progress } from '../print/progress.ts';
import { launchBrowser } from './launch-browser.ts';
import { openPage } from './open-page.ts';
import { servePage } from './serve-page.ts';
import { type EncodedVideo, VideoWriter } from './video-writer.ts';

/** A replay. Times are in seconds. */
export interface ReplayPlan {
	/** A file of any readable format. */
	readonly bytes: Uint8Array;
	readonly url: string;
	/** The time in the recording at which the replay ends. */
	readonly end: number;
	/** XR frames per second. */
	readonly frameRate: number;
	readonly render: RenderMode;
	/** The only supported immersive mode. Default: both. */
	readonly mode?: 'immersive-vr' | 'immersive-ar';
	/** Selector of the element to click to enter XR. Default: the button of a known library. */
	readonly enter?: string;
	readonly width: number;
	readonly height: number;
	/** The longest time for any operation of the page. */
	readonly timeout: number;
	readonly chromium?: string;
	/** Whether to accept invalid certificates. */
	readonly isInsecure: boolean;
	readonly hasScreenshot: boolean;
	readonly hasTrace: boolean;
	/** The headset to imitate. */
	readonly device?: DeviceName;
	/** Frames per second of the video. Default: no video. */
	readonly videoFrameRate?: number;
}

/** The result of a replay. */
export interface ReplayResult {
	/** Version of the browser. */
	readonly browser: string;
	/** The address of the page after redirects. */
	readonly url: string;
	readonly title: string;
	/** The mode of the session, or `null` if no session was started. */
	readonly mode: string | null;
	/** The time in the recording that was reached. */
	readonly time: number;
	/** XR frames until then. */
	readonly frames: number;
	readonly events: readonly ReplayEvent[];
	/** Uncaught errors of the page. */
	readonly pageErrors: readonly string[];
	readonly consoleErrors: readonly string[];
	readonly screenshot: Uint8Array | null;
	/** What the page saw, or `null`. */
	readonly trace: Recording | null;
	readonly video: EncodedVideo | null;
	/** Why the replay ended early, or `null`. */
	readonly error: string | null;
}

/** Seconds. Times that are closer are equal. */
const SAME_TIME = 1e-6;
const MAX_MESSAGES = 100;
/** Characters of a text of the page. */
const MAX_TEXT = 4000;
const MAX_ENTER_FRAMES = 10_000;
/** Playwright's selector for the first match. */
const FIRST = ' >> nth=0';

/**
 * Starts a browser and replays a recording into a page. Errors of the page are part of the result. Throws an `Error` if
 * the browser or the page cannot be opened.
 */
export async function runReplay(plan: ReplayPlan, isQuiet: boolean): Promise<ReplayResult> {
	const noun = plan.videoFrameRate === undefined ? 'seconds' : 'frames';
	const progress = createProgress(process.stderr, [...listStops(plan)].length, isQuiet, noun);
	const { url, nameFiles, close } = await servePage(plan.url);
	try {
		const browser = await launchBrowser(plan.chromium);
		try {
			return nameAddresses(await replayInBrowser(browser, { ...plan, url }, progress), nameFiles);
		} finally {
			await browser.close();
		}
	} catch (error) {
		throw new Error(nameFiles(readMessage(error)), { cause: error });
	} finally {
		progress.end();
		close();
	}
}

// The address of a local page is the same in every run: that of its file.
function nameAddresses(result: ReplayResult, name: (text: string) => string): ReplayResult {
	const { trace } = result;
	return {
		...result,
		url: name(result.url),
		pageErrors: result.pageErrors.map(name),
		consoleErrors: result.consoleErrors.map(name),
		trace: trace && createRecording({ ...trace, info: { ...trace.info, application: name(result.url) } }),
		error: result.error && name(result.error),
	};
}

async function replayInBrowser(browser: Browser, plan: ReplayPlan, progress: Progress): Promise<ReplayResult> {
	const { width, height, isInsecure, frameRate, videoFrameRate } = plan;
	const timeout = plan.timeout * 1000;
	const page = await browser.newPage({ viewport: { width, height }, ignoreHTTPSErrors: isInsecure });
	const { pageErrors, consoleErrors } = collectErrors(page);
	const xr = await replayIntoPage(page, plan.bytes, {
		script: join(__dirname, 'inject.js'),
		modules: join(__dirname, 'inject-modules.js'),
		probe: join(__dirname, 'scene-probe.js'),
		handMeshes: { left: join(__dirname, 'hands', 'left.glb'), right: join(__dirname, 'hands', 'right.glb') },
		frameRate,
		render: plan.render,
		// Entering may take some frames before the recording starts.
		traceFrames: plan.hasTrace ? Math.ceil(plan.end * frameRate) + MAX_ENTER_FRAMES : 0,
		device: plan.device,
		modes: plan.mode && ['inline', plan.mode],
	});
	xr.timeout = timeout;
	const { url, title } = await openPage(page, plan.url, timeout);
	const takeScreenshot = (): Promise<Buffer> => page.screenshot({ type: 'png', animations: 'disabled', timeout });
	let writer: VideoWriter | null = null;
	let screenshot: Uint8Array | null = null;
	let error: string | null = null;
	try {
		await enterSession(xr, plan);
		if (videoFrameRate !== undefined) {
			writer = await VideoWriter.open(browser, { width, height, frameRate: videoFrameRate, timeout });
		}
		for (const frame of listStops(plan)) {
			await stepToFrame(xr, frame, frameRate);
			await writer?.add(await takeScreenshot());
			progress.advance(1, videoFrameRate === undefined ? 'seconds' : 'frames');
		}
		await stepToFrame(xr, Math.floor(plan.end * frameRate + SAME_TIME), frameRate);
		await xr.stepTo(Math.max(xr.time, plan.end));
		// Navigation takes a while; this call throws if the page has navigated.
		await xr.settle();
		await xr.step(0);
		if (plan.hasScreenshot) screenshot = await takeScreenshot();
	} catch (thrown) {
		error = explain(thrown);
	}
	const video =
		(await writer?.finish().catch((thrown: unknown) => {
			error ??= explain(thrown);
		})) ?? null;
	// After a failure the page may be gone.
	const trace = plan.hasTrace ? await xr.trace().catch(() => null) : null;
	const { events, time } = xr;
	const mode = events.findLast(({ type }) => type === 'sessionstart')?.mode ?? null;
	const frames = mode === null ? 0 : Math.ceil(time * frameRate - SAME_TIME) + 1;
	const facts = { browser: browser.version(), url, title, mode, time, frames, events };
	return { ...facts, pageErrors, consoleErrors, screenshot, video, trace, error };
}

async function enterSession(xr: XRReplay, plan: ReplayPlan): Promise<void> {
	const timeout = plan.timeout * 1000;
	const { enter } = plan;
	await xr.enter({ timeout, by: enter && `${enter}${FIRST}` });
	// Starts the recording unless it has started.
	await xr.stepTo(xr.time);
}

// The frames at which to take a screenshot for the video or to report progress, counted from the first frame.
function* listStops({ end, frameRate, videoFrameRate }: ReplayPlan): Generator<number> {
	if (videoFrameRate === undefined) {
		for (let i = 1; i <= end; i++) yield Math.floor(i * frameRate + SAME_TIME);
		return;
	}
	for (let i = 0; i === 0 || i / videoFrameRate < end - SAME_TIME; i++) {
		yield Math.floor((i * frameRate) / videoFrameRate + SAME_TIME);
	}
}

// Steps by whole frames, so that the frames do not depend on the stops.
async function stepToFrame(xr: XRReplay, frame: number, frameRate: number): Promise<void> {
	const done = Math.round(xr.time * frameRate);
	if (frame > done) await xr.step(frame - done);
	// Without a session the time does not advance. `stepTo` throws an error with the reason.
	if (xr.time < frame / frameRate - SAME_TIME) await xr.stepTo(frame / frameRate);
}

function collectErrors(page: Page): { pageErrors: string[]; consoleErrors: string[] } {
	const pageErrors: string[] = [];
	const consoleErrors: string[] = [];
	const add = (list: string[], text: string): void => {
		if (list.length < MAX_MESSAGES) list.push(text.slice(0, MAX_TEXT));
	};
	page.on('pageerror', ({ message }) => add(pageErrors, message));
	page.on('console', (message) => {
		if (message.type() !== 'error') return;
		// The text has no address.
		const isAboutLoading = message.text().startsWith('Failed to load resource');
		add(consoleErrors, isAboutLoading ? `${message.text()}: ${message.location().url}` : message.text());
	});
	return { pageErrors, consoleErrors };
}

// The first line of an error, without names of functions that users of the command do not know.
function explain(error: unknown): string {
	const [line = ''] = readMessage(error).split('\n');
	return line
		.slice(0, MAX_TEXT)
		.replace(FIRST, '')
		.replace(/^(enter|step|stepTo|page\.\w+): /, '');
}

function readMessage(error: unknown): string {
	if (error instanceof EnterButtonError) return error.advise('pass --enter SELECTOR');
	return error instanceof Error ? error.message : String(error);
}
