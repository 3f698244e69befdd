import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { pickFiles, startStudio, waitForRecording } from './support/studio-page.ts';

const bytes = readFileSync(fixturePath('recorded/mrtk-2.8.3-lost.bin'));

// The first worker of a page gets another script, or none.
async function openWith(
	answerFirst: (route: Route) => Promise<void>,
): Promise<{ page: Page; close: () => Promise<void> }> {
	// A script that is gone is logged, so these pages may complain.
	const studio = await startStudio();
	const page = await studio.openPage();
	let count = 0;
	await page.route(/\/worker-[^/]*\.js$/, (route) => (count++ === 0 ? answerFirst(route) : route.fallback()));
	await page.clock.install();
	await page.addInitScript(() => {
		globalThis.Worker = class extends Worker {
			constructor(url: string | URL, options?: WorkerOptions) {
				super(url, options);
				this.addEventListener('error', () => document.documentElement.setAttribute('data-failed-worker', ''));
			}
		};
	});
	await page.reload();
	await expect.poll(() => count).toBe(1);
	return { page, close: () => studio.close() };
}

const choose = (page: Page, name: string): Promise<void> =>
	page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: bytes });

test('opens files although the first worker could not be loaded while nothing was to do', async () => {
	const { page, close } = await openWith((route) => route.abort());
	try {
		await page.locator('html[data-failed-worker]').waitFor();
		await pickFiles(page, { 'lost.bin': bytes });
	} finally {
		await close();
	}
});

test('explains what to do if no worker can be loaded', async () => {
	const studio = await startStudio();
	const page = await studio.openPage();
	await page.route(/\/worker-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
	await page.reload();
	try {
		await choose(page, 'lost.bin');
		await page
			.getByText('Could not open lost.bin: a part of the studio could not be loaded; reload the page')
			.waitFor();
	} finally {
		await studio.close();
	}
});

test('gives up a file that never ends, names it, and opens the next', async () => {
	const { page, close } = await openWith((route) =>
		route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => { for (;;); };' }),
	);
	try {
		await choose(page, 'endless.bin');
		await page.getByText('endless.bin').first().waitFor();
		await page.clock.fastForward(121_000);
		await page.getByText('Could not open endless.bin: the file takes more than 2 minutes to read').waitFor();
		await choose(page, 'next.bin');
		await waitForRecording(page, 'next.bin');
	} finally {
		await close();
	}
});
