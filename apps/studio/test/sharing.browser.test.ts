// A page with the player and a recording inside, as somebody who gets it by mail opens it: from disk, without a network.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRecording } from '@handreel/core';
import { addMarker, compareRecordings, trimRecording } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContext } from '../../../scripts/test-browser.ts';
import { listSerious } from './support/axe.ts';
import { exportFile } from './support/export-dialog.ts';
import { fixturePath } from './support/fixture-path.ts';
import { download, pickFiles } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

/** Bytes of a page without its recording. */
const MAX_PAGE = 480_000;
const HOSTILE = '"><img src=x onerror=alert(1)> %RECORDING%.reel';

const full = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const marked = addMarker(full, { time: 1, name: '</script><script>alert(1)</script>' });
const studio = useStudio();
let folder = '';
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'handreel-share-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a file from disk in a browser without a network. */
async function openFromDisk(bytes: Uint8Array): Promise<{ page: Page; complaints: string[] }> {
	const path = join(folder, 'shared.html');
	writeFileSync(path, bytes);
	const context = await openContext({ viewport: { width: 900, height: 600 }, offline: true, acceptDownloads: true });
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on('pageerror', ({ message }) => complaints.push(message));
	await page.addInitScript(() => {
		const { fetch } = window;
		// What the page loads, besides its own data.
		window.fetch = (address, ...others) => {
			document.documentElement.dataset['loaded'] =
				`${document.documentElement.dataset['loaded'] ?? ''} ${String(address).slice(0, 22)}`;
			return fetch(address, ...others);
		};
	});
	page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(message.text());
	});
	page.on('request', (request) => {
		if (!/^(file|data|blob):/.test(request.url())) complaints.push(request.url());
	});
	await page.goto(pathToFileURL(path).href);
	return { page, complaints };
}

const readTime = (page: Page): Promise<number> =>
	page.evaluate('document.querySelector("handreel-player").currentTime');

test('a shared page plays from disk without a network, and has the recording without loss', async () => {
	const page = await studio.sharePage();
	await pickFiles(page, { [HOSTILE]: encodeReel(marked) });
	const saved = await exportFile(page, 'html');
	expect(saved.name).toMatch(/\.html$/);
	expect(saved.bytes.length).toBeLessThan(MAX_PAGE + (encodeReel(marked).length * 4) / 3 + 1000);

	const shared = await openFromDisk(saved.bytes);
	await shared.page.locator('handreel-player canvas').waitFor();
	expect(await shared.page.title()).toBe(HOSTILE);
	expect(await shared.page.locator('img[src=x]').count()).toBe(0);
	expect(await shared.page.evaluate('document.querySelector("handreel-player").recording.markers.length')).toBe(1);
	expect(await listSerious(shared.page)).toEqual([]);
	// The models of both hands are in the page.
	const models = ['data:model/gltf-binary', 'data:model/gltf-binary'];
	expect(await shared.page.locator('html').getAttribute('data-loaded')).toBe(` ${models.join(' ')}`);
	// The keyboard works as in every player.
	await expect.poll(() => readTime(shared.page)).toBeGreaterThan(0.1);
	await shared.page.getByRole('button', { name: 'Pause' }).press('Enter');
	const time = await readTime(shared.page);
	await shared.page.getByRole('slider', { name: 'Time' }).press('ArrowRight');
	expect(await readTime(shared.page)).not.toBe(time);

	const inside = await download(shared.page, () =>
		shared.page.getByRole('link', { name: 'Save the recording' }).click(),
	);
	const { position, rotation, onlyInA, onlyInB } = compareRecordings(decodeReel(inside.bytes), marked);
	expect([position?.max, rotation?.max, onlyInA, onlyInB]).toEqual([0, 0, [], []]);
	expect(shared.complaints).toEqual([]);
	await shared.page.context().close();
});

test('a shared page can have the loop alone', async () => {
	const page = await studio.sharePage();
	await pickFiles(page, { 'loop.reel': encodeReel(marked) });
	const time = page.getByRole('textbox', { name: 'Current time' });
	for (const [text, key] of [
		['1', '['],
		['2', ']'],
	] as const) {
		await time.fill(text);
		await time.press('Enter');
		await page.locator('body').press(key);
	}
	const saved = await exportFile(page, 'html', { Range: 'loop' });
	const shared = await openFromDisk(saved.bytes);
	await shared.page.locator('handreel-player canvas').waitFor();
	const duration = await shared.page.evaluate('document.querySelector("handreel-player").duration');
	expect(duration).toBeCloseTo(trimRecording(marked, { start: 1, end: 2 }).duration, 5);
	expect(shared.complaints).toEqual([]);
	await shared.page.context().close();
});
