// The studio in Chromium: how long until a file is on screen, and how smoothly it plays. Plain numbers of this machine,
// most of all of its graphics: without a graphics card Chromium draws in software.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { serveStudio } from '../packages/cli/src/view/serve.ts';
import { findChromium } from '../scripts/browser.mjs';
import { makeFile } from './data.ts';
import { type Benchmark, median } from './harness.ts';

const DIST = fileURLToPath(new URL('../apps/studio/dist', import.meta.url));
const ROUNDS = 5;
const PLAY_MS = 3000;

// Notes when anything was drawn in 3D, and in how many frames of the page.
const WATCH_DRAWING = `
	globalThis.drawn = { first: 0, frames: 0, last: -1 };
	for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
		const draw = WebGL2RenderingContext.prototype[name];
		WebGL2RenderingContext.prototype[name] = function (...args) {
			const frame = document.timeline.currentTime;
			if (frame !== drawn.last) drawn.frames++;
			drawn.last = frame;
			drawn.first ||= performance.now();
			return draw.apply(this, args);
		};
	}
`;

// Hands a file to the page as its picker does, and waits for the first picture.
const OPEN_FILE = `(async () => {
	const blob = await (await fetch(location.hash.slice(1))).blob();
	const transfer = new DataTransfer();
	transfer.items.add(new File([blob], 'bench.bin'));
	const input = document.querySelector('input[type=file]');
	input.files = transfer.files;
	const start = performance.now();
	input.dispatchEvent(new Event('change', { bubbles: true }));
	while (drawn.first === 0 && performance.now() - start < 60_000) await new Promise((done) => setTimeout(done, 1));
	return drawn.first - start;
})()`;

const CHANNELS = ['x', 'y', 'z'].map((axis) => `hands.right.joints.indexTip.position.${axis}`);

// Zooms in and out by keyboard, and waits for the picture of each step.
const ZOOM = `(async () => {
	const times = [];
	for (const key of ['+', '-', '+', '+', '-', '-', '+', '-', '+', '-']) {
		const start = performance.now();
		document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
		await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
		times.push(performance.now() - start);
	}
	return times;
})()`;

/** Everything about the studio. */
export function listStudioBenchmarks(): Benchmark[] {
	const sizes = [
		['300 kB', 300e3],
		['5 MB', 5e6],
		['50 MB', 50e6],
	] as const;
	return [
		...sizes.map(([name, byteLength]) =>
			measureLater(`studio, ms to the first frame, ${name}`, 'lower', byteLength, async (openPage) => {
				const times: number[] = [];
				for (let round = 0; round < ROUNDS; round++) {
					const page = await openPage();
					times.push(await page.evaluate<number>(OPEN_FILE));
					await page.close();
				}
				return median(times);
			}),
		),
		measureLater('studio, frames a second while playing', 'higher', 5e6, async (openPage) => {
			const page = await openPage();
			await page.evaluate(OPEN_FILE);
			await page.keyboard.press('Space');
			await page.waitForTimeout(500);
			const frames = await page.evaluate<number>(
				`(async () => {
					const { frames } = drawn;
					const start = performance.now();
					await new Promise((done) => setTimeout(done, ${PLAY_MS}));
					return ((drawn.frames - frames) * 1000) / (performance.now() - start);
				})()`,
			);
			await page.close();
			return frames;
		}),
		measureLater('studio, ms per zoom step with three plotted curves, 50 MB', 'lower', 50e6, async (openPage) => {
			const page = await openPage();
			await page.evaluate(OPEN_FILE);
			await page.evaluate(`location.hash = 'channels=${CHANNELS.join(',')}'`);
			await page.locator(`li[data-path="${CHANNELS.at(-1)}"]`).waitFor();
			const times = await page.evaluate<number[]>(ZOOM);
			await page.close();
			return median(times);
		}),
	];
}

// A benchmark whose work has to be waited for: it is measured while it is prepared.
function measureLater(
	name: string,
	better: Benchmark['better'],
	byteLength: number,
	work: (openPage: () => Promise<Page>) => Promise<number>,
): Benchmark {
	let result = Number.NaN;
	return {
		name,
		target: null,
		better,
		isLarge: false,
		async prepare() {
			result = await withStudio(byteLength, work);
		},
		run: () => result,
	};
}

async function withStudio(
	byteLength: number,
	work: (openPage: () => Promise<Page>) => Promise<number>,
): Promise<number> {
	const executablePath = findChromium();
	if (executablePath === null) throw new Error('there is no Chromium');
	const folder = mkdtempSync(join(tmpdir(), 'handreel-bench-'));
	const path = join(folder, 'bench.bin');
	writeFileSync(path, makeFile('simple', byteLength));
	const server = await serveStudio({ folder: DIST, files: [path] });
	const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
	const browser = await chromium.launch({ executablePath, args });
	try {
		return await work(async () => {
			const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
			await page.addInitScript(WATCH_DRAWING);
			await page.goto(`http://127.0.0.1:${server.port}/?aa=0#recordings/0/bench.bin`);
			await page.getByRole('heading', { name: 'Inspect XR recordings' }).waitFor();
			return page;
		});
	} finally {
		await browser.close();
		await server.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
