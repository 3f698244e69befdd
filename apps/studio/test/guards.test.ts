import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StudioBrowser, startStudio, waitForRecording } from './studio-page.ts';

const MAX_FIRST_LOAD = 300_000;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let studio: StudioBrowser;
beforeAll(async () => {
	studio = await startStudio();
});
afterAll(() => studio?.close());

test('the first load is below 300 kB of HTML, JavaScript and CSS, gzipped', async () => {
	const page = await studio.openPage('', { viewport: { width: 1280, height: 800 } });
	const context = page.context();
	const fresh = await context.newPage();
	const bodies: Promise<number>[] = [];
	const names: string[] = [];
	fresh.on('response', (response) => {
		if (!/html|javascript|css/.test(response.headers()['content-type'] ?? '')) return;
		names.push(new URL(response.url()).pathname);
		bodies.push(response.body().then((body) => gzipSync(body).length));
	});
	await fresh.goto(studio.origin);
	await fresh.getByRole('heading', { name: 'See what was recorded' }).waitFor();
	await fresh.waitForLoadState('networkidle');
	const sizes = await Promise.all(bodies);
	expect(names).toContain('/');
	expect(names.some((name) => /\/worker-.*\.js$/.test(name))).toBe(true);
	expect(names.some((name) => /gltf|mesh|csv|json/.test(name))).toBe(false);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_LOAD);
	await context.close();
});

describe.each(['light', 'dark'] as const)('axe-core finds nothing serious in the %s', (colorScheme) => {
	const hash = 'open=samples/mrtk-2.6.0-full-5s.bin&t=2&channels=camera.position.x,camera.position.y';
	test.each([
		['first page', '', async () => {}],
		[
			'recording with problems and curves',
			hash,
			async (page: Page) => {
				await page.getByRole('button', { name: /rotation-w-lost/ }).first().waitFor();
			},
		],
		[
			'channels',
			hash,
			async (page: Page) => {
				await page.getByRole('tab', { name: 'Channels' }).click();
			},
		],
		[
			'bytes',
			hash,
			async (page: Page) => {
				await page.getByRole('tab', { name: 'Bytes' }).click();
			},
		],
		[
			'repair and comparison',
			hash,
			async (page: Page) => {
				await page.getByRole('button', { name: 'Repair and compare' }).click();
				await page.getByRole('tab', { name: 'Compare' }).click();
				await page.getByRole('row', { name: /^Rotations/ }).waitFor();
			},
		],
		[
			'keyboard sheet',
			hash,
			async (page: Page) => {
				await page.keyboard.press('?');
			},
		],
		[
			'save dialog',
			hash,
			async (page: Page) => {
				await page.keyboard.press('s');
			},
		],
		[
			'broken file',
			'',
			async (page: Page) => {
				const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no recording') };
				await page.locator('input[type=file]').setInputFiles([file]);
				await page.getByRole('alert').waitFor();
			},
		],
	])('%s', async (_, start, prepare) => {
		const page = await studio.openPage(start, { colorScheme });
		if (start !== '') await waitForRecording(page, 'mrtk-2.6.0-full-5s.bin');
		await prepare(page);
		// Evaluated from outside, as the page's own policy would refuse an inline script.
		await page.evaluate(axe);
		const { violations } = await page.evaluate<AxeResults>('axe.run()');
		const serious = violations
			.filter(({ impact }) => impact === 'serious' || impact === 'critical')
			.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
		await page.context().close();
		expect(serious).toEqual([]);
		expect(studio.complaints).toEqual([]);
	});
});
