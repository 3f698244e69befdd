import { gzipSync } from 'node:zlib';
import { listSamples } from '@handreel/samples';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSerious } from './support/axe.ts';
import { type StudioBrowser, startStudio, waitForRecording } from './support/studio-page.ts';

const MAX_FIRST_LOAD = 300_000;
/** Other rules do not look at colors, so their results are the same in light and dark. */
const COLORS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

let studio: StudioBrowser;
let page: Page;
beforeAll(async () => {
	studio = await startStudio();
	// Colors on their way to the other scheme have too little contrast.
	page = await studio.openPage('', { colorScheme: 'light', reducedMotion: 'reduce' });
});
afterAll(() => studio?.close());

test('the first load is below 300 kB of gzipped HTML, JavaScript and CSS', async () => {
	const fresh = await page.context().newPage();
	// Too low to see the pictures of the gallery: their code is for decoration, and comes when they are in sight.
	await fresh.setViewportSize({ width: 1280, height: 300 });
	const bodies: Promise<number>[] = [];
	const names: string[] = [];
	fresh.on('response', (response) => {
		if (!/html|javascript|css/.test(response.headers()['content-type'] ?? '')) return;
		names.push(new URL(response.url()).pathname);
		bodies.push(response.body().then((body) => gzipSync(body).length));
	});
	await fresh.goto(studio.origin);
	await fresh.getByRole('heading', { name: 'Samples' }).waitFor();
	expect(await fresh.getByRole('region', { name: 'Samples' }).getByRole('button').count()).toBe(listSamples().length);
	await fresh.waitForLoadState('networkidle');
	const sizes = await Promise.all(bodies);
	expect(names).toContain('/');
	expect(names.some((name) => /\/index-.*\.js$/.test(name))).toBe(true);
	expect(names.some((name) => /\/worker-.*\.js$/.test(name))).toBe(true);
	expect(names.some((name) => /gltf|mesh|csv|(en|de)code-json/.test(name))).toBe(false);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_LOAD);
	await fresh.setViewportSize({ width: 1280, height: 800 });
	await fresh.locator('canvas[data-time]').first().waitFor();
	expect(names.some((name) => /\/moving-pictures-.*\.js$/.test(name))).toBe(true);
	await fresh.close();
});

// A walk through the studio for both: its parts are the same in light and dark.
test('axe-core finds no serious problems, light and dark', async () => {
	let scheme: 'light' | 'dark' = 'light';
	// In the scheme that the state before ended with, and then in the other. `part` is what changed since the state before.
	const expectNoProblems = async (state: string, part?: string): Promise<void> => {
		expect(await listSerious(page, {}, part), `${state}, ${scheme}`).toEqual([]);
		scheme = scheme === 'light' ? 'dark' : 'light';
		await page.emulateMedia({ colorScheme: scheme });
		await page.waitForFunction((name) => matchMedia(`(prefers-color-scheme: ${name})`).matches, scheme);
		expect(await listSerious(page, COLORS, part), `${state}, ${scheme}`).toEqual([]);
	};
	await page.getByRole('heading', { name: 'Inspect XR recordings' }).waitFor();
	await expectNoProblems('first page');

	const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no recording') };
	await page.locator('input[type=file]').setInputFiles([file]);
	await page.getByRole('alert').waitFor();
	await expectNoProblems('broken file', '.notices');
	await page.getByRole('button', { name: /^Dismiss/ }).click();

	await page.getByRole('button', { name: /Missing rotations/ }).click();
	await waitForRecording(page, 'mrtk-2.6.0-full-5s.bin');
	await page
		.getByRole('button', { name: /rotation-w-lost/ })
		.first()
		.click();
	await page.locator('li[data-path="head.rotation.w"]').waitFor();
	await expectNoProblems('recording with problems and curves');

	await page.getByRole('tab', { name: 'Channels' }).click();
	await expectNoProblems('channels', '.left');
	await page.getByRole('button', { name: 'Repair and compare' }).click();
	await page.getByRole('tab', { name: 'Bytes' }).click();
	await page.getByText('Repaired', { exact: true }).waitFor();
	await expectNoProblems('bytes and repair');

	await page.getByRole('tab', { name: 'Compare' }).click();
	await page.getByRole('row', { name: /^Rotations/ }).waitFor();
	await expectNoProblems('comparison', '.right');

	await page.getByRole('tab', { name: 'Statistics' }).click();
	await page
		.getByRole('img', { name: /^Histogram/ })
		.first()
		.waitFor();
	await page.getByRole('button', { name: 'View options' }).click();
	await expectNoProblems('statistics', '.center, .right');

	await page.getByRole('tab', { name: 'Edit' }).click();
	await page.keyboard.press('j');
	await page.getByRole('textbox', { name: /^Name of the marker/ }).waitFor();
	for (const name of ['Optimize', 'Move', 'Strip']) {
		await page.getByRole('button', { name, exact: true }).click();
		await expectNoProblems(`edit: ${name}`, '.right');
	}
	await page.getByRole('button', { name: 'Select keys' }).click();
	await expectNoProblems('selected keys and a marker');

	for (const [key, name] of [
		['?', 'Keyboard shortcuts'],
		['s', /^Save/],
		['Shift+E', /^Export/],
		['Control+k', 'Search'],
	] as const) {
		await page.keyboard.press(key);
		await page.getByRole('dialog', { name }).waitFor();
		await expectNoProblems(`dialog ${name}`, 'dialog');
		await page.keyboard.press('Escape');
	}
	expect(studio.complaints).toEqual([]);
});
