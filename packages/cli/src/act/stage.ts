import { join } from 'node:path';
import {
	EnterButtonError,
	LivePerformer,
	type PageErrorMode,
	replayIntoPage,
	type XRReplay,
} from '@handreel/playwright/page';
import { attachScene, type Scene } from '@handreel/playwright/scene';
import { type DeviceName, REPLAY_DEFAULTS } from '@handreel/webxr';
import type { Browser, Page } from 'playwright-core';
import { type OpenPage, openPage } from '../replay/open-page.ts';
import { ConsoleLog } from './console-log.ts';

/** How to open a page. */
export interface StagePlan {
	/** The address that the browser opens. */
	readonly address: string;
	/** Whether hands act in a session, where time stands still between commands. */
	readonly isXR: boolean;
	readonly device?: DeviceName | undefined;
	/** The bytes of a recording to replay. */
	readonly recording?: Uint8Array | undefined;
	/** The element to click to enter XR. */
	readonly enter?: string | undefined;
	readonly input?: 'hands' | 'controllers' | undefined;
	readonly width: number;
	readonly height: number;
	/** Milliseconds: the time limit of each operation of the page. */
	readonly timeout: number;
	readonly isInsecure: boolean;
}

/** A page that is open, with its scene. */
export interface Stage {
	readonly page: Page;
	readonly scene: Scene;
	/** The session; `null` in real time. */
	readonly xr: XRReplay | null;
	readonly console: ConsoleLog;
	readonly opened: OpenPage;
}

/** Ten minutes at 60 Hz. */
const TRACE_FRAMES = 36_000;
/** As in the fixture of `@handreel/playwright`, so that a written test does the same. */
const RANDOM_SEED = 1;

/** Opens a page, and enters its session if there shall be one. Throws `Error` with the reason if that is impossible. */
export async function openStage(
	browser: Browser,
	plan: StagePlan,
	// A page that throws is reported by the console, and the next command works.
	pageErrors: PageErrorMode = 'ignore',
): Promise<Stage> {
	const { width, height, isInsecure, timeout, address } = plan;
	const page = await browser.newPage({
		viewport: { width, height },
		ignoreHTTPSErrors: isInsecure,
		acceptDownloads: false,
	});
	try {
		page.setDefaultTimeout(timeout);
		const log = new ConsoleLog(page);
		if (!plan.isXR) {
			const scene = await attachScene(page, { probe: join(__dirname, 'scene-probe.js') });
			return { page, scene, xr: null, console: log, opened: await openPage(page, address, timeout) };
		}
		const xr = await prepareSession(page, plan, pageErrors);
		const opened = await openPage(page, address, timeout);
		await xr.enter({ timeout, by: plan.enter }).catch((error: unknown) => {
			throw error instanceof EnterButtonError ? new Error(error.advise('pass --enter SELECTOR')) : error;
		});
		return { page, scene: xr.scene, xr, console: log, opened };
	} catch (error) {
		await page.close().catch(() => {});
		throw error;
	}
}

async function prepareSession(page: Page, plan: StagePlan, pageErrors: PageErrorMode): Promise<XRReplay> {
	const { device, recording, input, timeout } = plan;
	// As in the fixture, also for headsets with another frame rate.
	const motion = recording ?? new LivePerformer({ frameRate: REPLAY_DEFAULTS.frameRate, ...(input && { input }) });
	const xr = await replayIntoPage(page, motion, {
		script: join(__dirname, 'inject.js'),
		modules: join(__dirname, 'inject-modules.js'),
		probe: join(__dirname, 'scene-probe.js'),
		handMeshes: { left: join(__dirname, 'hands', 'left.glb'), right: join(__dirname, 'hands', 'right.glb') },
		render: 'last',
		randomSeed: RANDOM_SEED,
		traceFrames: TRACE_FRAMES,
		pageErrors,
		device,
	});
	xr.timeout = timeout;
	return xr;
}
