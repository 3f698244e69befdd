// How fast a page is replayed, in Chromium: frames a second of a three.js page that shows two hands, and what the runtime
// costs before the page starts. Numbers, not ratios: what a test author waits for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Page } from 'playwright-core';
import { TestBrowser } from '../packages/webxr/test/support/browser.ts';
import { root } from '../scripts/workspace.mjs';
import { type Benchmark, type Effort, median } from './harness.ts';

const PAGE = '/packages/webxr/test/pages/three.html';
const FILE = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const FRAMES: Readonly<Record<Effort, number>> = { full: 1200, quick: 240 };
const ROUNDS: Readonly<Record<Effort, number>> = { full: 5, quick: 3 };

/** Benchmarks of replaying into a page. */
export function listWebXRBenchmarks(): Benchmark[] {
	const shared = { isLarge: false } as const;
	return [
		{
			...shared,
			name: 'webxr frames a second, nothing drawn',
			target: 1000,
			better: 'higher',
			run: (effort) => withBrowser((browser) => measureFrames(browser, 'none', effort)),
		},
		{
			...shared,
			name: 'webxr frames a second, last one drawn',
			target: null,
			better: 'higher',
			run: (effort) => withBrowser((browser) => measureFrames(browser, 'last', effort)),
		},
		{
			...shared,
			name: 'webxr frames a second, all drawn',
			target: null,
			better: 'higher',
			run: (effort) => withBrowser((browser) => measureFrames(browser, 'all', effort)),
		},
		{
			...shared,
			name: 'webxr milliseconds to start the runtime',
			target: null,
			better: 'lower',
			run: (effort) => withBrowser((browser) => measureStart(browser, effort)),
		},
	];
}

async function withBrowser(work: (browser: TestBrowser) => Promise<number>): Promise<number> {
	const browser = await TestBrowser.launch();
	try {
		return await work(browser);
	} finally {
		await browser.close();
	}
}

async function measureFrames(browser: TestBrowser, render: 'none' | 'last' | 'all', effort: Effort): Promise<number> {
	const page = await browser.open({ url: PAGE, recording: FILE, options: { render } });
	await page.click('#enter');
	await run(page, 60);
	const rates: number[] = [];
	for (let round = 0; round < ROUNDS[effort]; round++) {
		const start = performance.now();
		await run(page, FRAMES[effort]);
		rates.push((FRAMES[effort] * 1000) / (performance.now() - start));
	}
	return median(rates);
}

// Waits until everything that was drawn is on the canvas.
async function run(page: Page, frames: number): Promise<void> {
	await page.evaluate(`(async () => {
		await handreel.driver.step(${frames});
		const gl = document.querySelector('canvas').getContext('webgl2');
		gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
	})()`);
}

async function measureStart(browser: TestBrowser, effort: Effort): Promise<number> {
	const script = readFileSync(join(root, 'packages', 'webxr', 'dist', 'inject.js'), 'utf8');
	const base64 = readFileSync(join(root, FILE)).toString('base64');
	const times: number[] = [];
	for (let round = 0; round < ROUNDS[effort] * 2 + 1; round++) {
		const page = await browser.open({});
		const time = await page.evaluate(`(() => {
			handreel.driver.uninstall();
			const start = performance.now();
			(0, eval)(${JSON.stringify(script)});
			const driver = handreel.install('${base64}');
			driver.uninstall();
			return performance.now() - start;
		})()`);
		times.push(Number(time));
		await page.close();
	}
	return median(times);
}
