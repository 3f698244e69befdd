import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecording } from '@handreel/core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type StudioServer, serveStudio } from '../../../packages/cli/src/view/serve.ts';
import { shareBrowser } from '../../../scripts/test-browser.ts';
import { removePickers, saveAs, waitForRecording } from './support/studio-page.ts';

const folder = fileURLToPath(new URL('../dist', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'handreel-offline-'));
/** The smallest sample. */
const SAMPLE = 'mrtk-2.8.3-lost.bin';
let context: BrowserContext | undefined;
afterAll(async () => {
	await context?.close();
	rmSync(scratch, { recursive: true, force: true });
});

test('works without its server, announces a new version, and gives way to another program', async () => {
	let server: StudioServer = await serveStudio({ folder, files: [] });
	const { port } = server;
	const origin = `http://127.0.0.1:${port}`;
	context = await (await shareBrowser()).newContext({ acceptDownloads: true, viewport: { width: 1280, height: 800 } });
	await removePickers(context);
	const page = await context.newPage();
	await page.goto(`${origin}/?aa=0`);
	await page.evaluate(() => navigator.serviceWorker.ready);
	await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

	// In the first visit, and after a reload.
	await server.close();
	await useEverything(page);
	await page.goto(`${origin}/?aa=0&again`);
	await useEverything(page);

	// A new version on the same port.
	const updated = join(scratch, 'studio');
	cpSync(folder, updated, { recursive: true });
	changeVersion(updated);
	server = await serveStudio({ folder: updated, files: [], port });
	await page.evaluate(() => navigator.serviceWorker.getRegistration().then((entry) => entry?.update()));
	await page.getByRole('button', { name: 'Reload for the new version' }).click();
	await page.waitForFunction(() => document.querySelector('script[src*="index-new"]') !== null);
	await expect.poll(() => page.getByRole('button', { name: 'Reload for the new version' }).count()).toBe(0);
	await server.close();

	// Another program on the same port.
	const other = await serveText(port, '<!doctype html><title>Other</title>');
	await page.goto(origin);
	expect(await page.title()).toBe('Other');
	// A page that came through the service worker keeps it until it is left.
	await page.goto(`${origin}/again`);
	await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
	await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
	await new Promise((done) => other.close(done));
});

// A sample, skinned hands, a converter and a comparison.
async function useEverything(page: Page): Promise<void> {
	await page.getByRole('button', { name: /Lost tracking/ }).click();
	await waitForRecording(page, SAMPLE);
	const skin = page.getByRole('button', { name: 'Show skin' });
	await expect.poll(() => skin.getAttribute('aria-pressed')).toBe('true');
	const { bytes } = await saveAs(page, 'json');
	expect(bytes.subarray(0, 1).toString()).toBe('{');
	const again = await saveAs(page, 'mrtk-1.1');
	expect(readRecording(again.bytes).duration).toBeCloseTo(2.75, 3);
	await page.locator('input[type=file]').setInputFiles([{ name: 'b.json', mimeType: '', buffer: bytes }]);
	await waitForRecording(page, 'b.json');
	await page.keyboard.press('d');
	await page.getByRole('combobox', { name: 'Overlay' }).selectOption({ label: SAMPLE });
	await page.getByRole('row', { name: /^Positions/ }).waitFor();
	for (const name of ['b.json', SAMPLE]) await page.getByRole('button', { name: `Close ${name}` }).click();
	// A reload restores what is still stored.
	await expect.poll(() => page.evaluate(countStored)).toBe(0);
}

// Runs in the page.
function countStored(): Promise<number> {
	return new Promise((done, fail) => {
		const opening = indexedDB.open('handreel-studio');
		opening.onerror = () => fail(opening.error);
		opening.onsuccess = () => {
			const request = opening.result.transaction('documents').objectStore('documents').count();
			request.onsuccess = () => done(request.result);
			request.onerror = () => fail(request.error);
			opening.result.close();
		};
	});
}

// Changes the name of the script of the page, as every build with changes does.
function changeVersion(copy: string): void {
	const assets = join(copy, 'assets');
	const script = /assets\/(index-[^"]+\.js)/.exec(readFileSync(join(copy, 'index.html'), 'utf8'))![1]!;
	const renamed = 'index-new.js';
	renameSync(join(assets, script), join(assets, renamed));
	for (const file of ['index.html', 'sw.js', ...readdirSync(assets).map((name) => `assets/${name}`)]) {
		if (!/\.(html|js)$/.test(file)) continue;
		const text = readFileSync(join(copy, file), 'utf8').replaceAll(script, renamed);
		writeFileSync(join(copy, file), file === 'sw.js' ? text.replace(/"version":"\w+"/, '"version":"new"') : text);
	}
}

function serveText(port: number, text: string): Promise<Server> {
	return new Promise((done) => {
		const server = createServer((_, response) => {
			response.setHeader('Content-Type', 'text/html');
			response.end(text);
		});
		server.listen(port, '127.0.0.1', () => done(server));
	});
}
