// Pages of one or two built studios in the same Chromium, which draws in software so that machines with and without a
// graphics card compare the same work.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { serveStudio } from '../packages/cli/src/view/serve.ts';
import { findChromium } from '../scripts/browser.mjs';

const PRESENT = fileURLToPath(new URL('../apps/studio/dist', import.meta.url));
const ARGUMENTS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
// Frames do not wait for the next refresh of the screen, so that a step that takes 5 ms is not measured as 17 ms.
const UNLIMITED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
/** Share of a core below which a browser counts as idle. */
const IDLE = 0.08;
const IDLE_MS = 250;
const MAX_IDLE_CHECKS = 240;

// Notes when the first 3D picture is complete, and in how many frames of the page anything was drawn in 3D. Reading a pixel
// waits for the graphics process.
const WATCH_DRAWING = `
	globalThis.drawn = { first: 0, frames: 0, last: -1 };
	for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
		const draw = WebGL2RenderingContext.prototype[name];
		WebGL2RenderingContext.prototype[name] = function (...args) {
			const frame = document.timeline.currentTime;
			if (drawn.last === -1) queueMicrotask(() => {
				this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4));
				drawn.first = performance.now();
			});
			if (frame !== drawn.last) drawn.frames++;
			drawn.last = frame;
			return draw.apply(this, args);
		};
	}
`;

/** A built studio that is being measured. */
export interface StudioSide {
	/** Opens the start page in a separate profile, and waits until it is idle. */
	openPage(): Promise<Page>;
	/** Opens the recording by its link, as `handreel view` does, and does not wait. */
	openLink(): Promise<Page>;
}

/** The studios of a run, and their browser. */
export interface StudioRun {
	readonly present: StudioSide;
	/** An earlier version; `null` without. */
	readonly baseline: StudioSide | null;
	/** Waits until nothing is computed in the background. */
	waitUntilIdle(): Promise<void>;
}

/** What to measure, and how. */
export interface StudioSetup {
	/** The recording. */
	readonly bytes: Uint8Array;
	/** A checkout with a built studio, or a built studio; `null` to measure the present studio alone. */
	readonly baseline: string | null;
	/** Whether frames wait for the refresh of a screen. */
	readonly hasFrameLimit: boolean;
}

/** Finds the built studio of a checkout, or in a folder. Throws if there is none. */
export function findBuiltStudio(folder: string): string {
	const found = ['apps/studio/dist', 'dist', '.']
		.map((name) => join(folder, name))
		.find((name) => existsSync(join(name, 'index.html')) && existsSync(join(name, 'assets')));
	if (found === undefined) throw new Error(`${folder} has no built studio; run vite build in its apps/studio`);
	return found;
}

/** Serves the studios and a recording, and passes them to `work`. */
export async function withStudios<T>(
	{ bytes, baseline, hasFrameLimit }: StudioSetup,
	work: (run: StudioRun) => Promise<T>,
): Promise<T> {
	const executablePath = findChromium();
	if (executablePath === null) throw new Error('there is no Chromium');
	const folder = mkdtempSync(join(tmpdir(), 'handreel-bench-'));
	const path = join(folder, 'bench.bin');
	writeFileSync(path, bytes);
	const folders = baseline === null ? [PRESENT] : [PRESENT, findBuiltStudio(baseline)];
	const servers = await Promise.all(folders.map((dist) => serveStudio({ folder: dist, files: [path] })));
	const browser = await chromium.launch({
		executablePath,
		args: hasFrameLimit ? ARGUMENTS : [...ARGUMENTS, ...UNLIMITED],
	});
	try {
		const session = await browser.newBrowserCDPSession();
		const waitUntilIdle = (): Promise<void> => waitForIdle(session);
		const newPage = async (): Promise<Page> => {
			// Where the pictures of the gallery move, no browser becomes idle.
			const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
			await page.addInitScript(WATCH_DRAWING);
			return page;
		};
		const [present, earlier] = servers.map(({ port }): StudioSide => {
			const address = `http://127.0.0.1:${port}/?aa=0`;
			return {
				async openPage() {
					const page = await newPage();
					await page.goto(`${address}#recordings/0/bench.bin`);
					await page.getByRole('heading', { name: 'Inspect XR recordings' }).waitFor();
					await waitUntilIdle();
					return page;
				},
				async openLink() {
					const page = await newPage();
					await page.goto(`${address}#open=recordings/0/bench.bin`, { waitUntil: 'commit' });
					return page;
				},
			};
		});
		return await work({ present: present!, baseline: earlier ?? null, waitUntilIdle });
	} finally {
		await browser.close();
		await Promise.all(servers.map((server) => server.close()));
		rmSync(folder, { recursive: true, force: true });
	}
}

async function waitForIdle(session: CDPSession): Promise<void> {
	let before = await readProcessorTime(session);
	for (let i = 0; i < MAX_IDLE_CHECKS; i++) {
		await sleep(IDLE_MS);
		const now = await readProcessorTime(session);
		if ((now - before) * 1000 < IDLE * IDLE_MS) return;
		before = now;
	}
	throw new Error('the browser did not become idle');
}

// Seconds that all processes of the browser have used.
async function readProcessorTime(session: CDPSession): Promise<number> {
	const { processInfo } = await session.send('SystemInfo.getProcessInfo');
	return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
