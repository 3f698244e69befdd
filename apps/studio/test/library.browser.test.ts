// The library of an indexed folder, as `handreel view` serves it, in Chromium.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLibrary } from '../../../packages/cli/src/view/library.ts';
import { updateCatalog } from '../../../packages/corpus/src/index.ts';
import { listSerious } from './support/axe.ts';
import { fixturePath } from './support/fixture-path.ts';
import { makeCatalog } from './support/many-recordings.ts';
import { type StudioBrowser, startStudio, waitForRecording } from './support/studio-page.ts';

const PATIENCE = 180_000;
const MANY = 5000;
const RECORDINGS = [
	['day 1/full.bin', 'mrtk-2.8.3-full-5s.bin'],
	['day 1/old #1.bin', 'mrtk-2.6.0-full-5s.bin'],
	['markers.bin', 'mrtk-2.5.4-markers.bin'],
	['lost.bin', 'mrtk-2.5.4-lost.bin'],
] as const;
const CATALOG = 'library/.handreel/catalog.parquet';

let folder = '';
let studio: StudioBrowser;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'handreel-library-'));
	mkdirSync(join(folder, 'day 1'));
	for (const [name, file] of RECORDINGS) copyFileSync(fixturePath(`recorded/${file}`), join(folder, name));
	writeFileSync(join(folder, 'broken.bin'), 'no recording');
	await updateCatalog(folder);
	studio = await startStudio([], openLibrary(folder)!);
}, PATIENCE);
afterAll(async () => {
	await studio?.close();
	rmSync(folder, { recursive: true, force: true });
}, PATIENCE);

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Recordings' }).locator('.body [role=row]');
const count = (page: Page, text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();
const readNames = (page: Page): Promise<string[]> => rows(page).locator('.path > :first-child').allTextContents();

function readBoxes(elements: Element[]): { readonly left: number; readonly middle: number }[] {
	const boxes = elements.map((element) => element.getBoundingClientRect());
	return boxes.map(({ left, top, bottom }) => ({ left: Math.round(left), middle: Math.round((top + bottom) / 2) }));
}

test(
	'filters find a recording, a click opens it, and Back returns to them',
	async () => {
		const page = await studio.openPage(`library=${CATALOG}`, { viewport: { width: 1440, height: 900 } });
		await count(page, '5 of 5');
		expect(await page.title()).toBe('Library – handreel studio');
		expect(await readNames(page)).toEqual(['broken.bin', 'full.bin', 'old #1.bin', 'lost.bin', 'markers.bin']);
		expect(await rows(page).first().getByRole('img', { name: 'No hands' }).isVisible()).toBe(true);
		expect(await page.getByRole('img', { name: /^Both hands at \d/ }).count()).toBeGreaterThan(0);
		// All cells are in a line, below their headings.
		const cells = await rows(page).first().getByRole('cell').evaluateAll(readBoxes);
		const headings = await page.getByRole('columnheader').evaluateAll(readBoxes);
		expect(cells.map(({ left }) => left)).toEqual(headings.map(({ left }) => left));
		const middles = cells.map(({ middle }) => middle);
		expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
		expect(await listSerious(page), 'library').toEqual([]);

		await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click();
		await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click();
		await page.locator('[role=columnheader][aria-sort=descending]', { hasText: 'Duration' }).waitFor();
		// Recordings without a value are last.
		expect((await readNames(page)).at(-1)).toBe('broken.bin');

		await page.getByRole('combobox', { name: 'Filter by measure' }).selectOption('left_tracking_share');
		const range = page.getByRole('group', { name: 'Left tracking share' });
		await range.getByRole('spinbutton', { name: 'At least' }).fill('0.1');
		await range.getByRole('spinbutton', { name: 'At least' }).press('Enter');
		await page.getByRole('columnheader', { name: 'Left tracking share' }).waitFor();
		await page.getByText('broken.bin').waitFor({ state: 'detached' });
		await page.getByRole('combobox', { name: 'Problems' }).selectOption('rotation-w-lost');
		await page.getByRole('searchbox', { name: 'Search recordings' }).fill('DAY old');
		await count(page, '1 of 5');
		expect(await listSerious(page), 'filters').toEqual([]);

		await rows(page).first().getByRole('link', { name: 'old #1.bin' }).click();
		await waitForRecording(page, 'old #1.bin');
		await page.locator('canvas[role=img]').waitFor();
		await page.waitForFunction(() => location.hash.includes('eye='));
		await page.goBack();
		await count(page, '1 of 5');
		expect(await page.getByRole('searchbox').inputValue()).toBe('DAY old');
		expect(await range.getByRole('spinbutton', { name: 'At least' }).inputValue()).toBe('0.1');
		await page.goForward();
		await waitForRecording(page, 'old #1.bin');
		await page.keyboard.press('Shift+L');
		await count(page, '1 of 5');

		// The address has the filters, too.
		await page.reload();
		await count(page, '1 of 5');
		expect(await page.locator('.file').allInnerTexts()).toEqual(['old #1.bin']);
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await count(page, '5 of 5');
		await page.getByRole('link', { name: 'broken.bin' }).click();
		await page.getByRole('alert').filter({ hasText: 'broken.bin' }).waitFor();
		await count(page, '5 of 5');
		await page.getByRole('searchbox').fill('nothing like this');
		await page.getByText('No recordings match these filters').waitFor();
		await page.context().close();
		expect(studio.complaints).toEqual([]);
	},
	PATIENCE,
);

test(
	'several recordings are chosen, with Shift a range of them, and opened together',
	async () => {
		const page = await studio.openPage(`library=${CATALOG}`, { viewport: { width: 1440, height: 900 } });
		await count(page, '5 of 5');
		const choose = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true });
		await choose('day 1/full.bin').click();
		await choose('lost.bin').click({ modifiers: ['Shift'] });
		await page.getByText('3 recordings chosen').waitFor();
		await choose('day 1/old #1.bin').press('Space');
		const bar = page.getByRole('toolbar', { name: 'Chosen recordings' });
		await bar.getByText('2 recordings chosen').waitFor();
		expect(await listSerious(page)).toEqual([]);
		await bar.getByRole('button', { name: 'Open' }).click();
		await waitForRecording(page, 'lost.bin');
		expect(await page.locator('.file').allInnerTexts()).toEqual(['full.bin', 'lost.bin']);
		await page.context().close();
		expect(studio.complaints).toEqual([]);
	},
	PATIENCE,
);

test(
	'a dropped catalog lists thousands of names without opening them',
	async () => {
		const page = await studio.openPage('', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
		await page.getByRole('heading', { name: 'Inspect XR recordings' }).waitFor();
		const file = { name: 'catalog.parquet', mimeType: '', buffer: makeCatalog(MANY) };
		await page.locator('input[type=file]').setInputFiles([file]);
		await count(page, '5,000 of 5,000');
		await page.getByText('opened without its recordings').waitFor();
		expect(await page.getByRole('table').getByRole('link').count()).toBe(0);
		expect(await rows(page).count()).toBeLessThan(40);
		expect(await listSerious(page), 'names on a phone').toEqual([]);

		await page.getByRole('combobox', { name: 'Sort by' }).selectOption('left_tracking_share');
		await page.getByRole('button', { name: 'Reverse order' }).click();
		await rows(page)
			.first()
			.getByText(`take ${MANY - 1}.bin`)
			.waitFor();
		await page.getByRole('table').evaluate((list) => list.scrollTo(0, list.scrollHeight));
		await rows(page).last().getByText('take 0.bin', { exact: true }).waitFor();
		expect(await rows(page).last().getAttribute('aria-rowindex')).toBe(String(MANY + 1));
		expect(await rows(page).count()).toBeLessThan(40);
		await page.getByRole('searchbox').fill('take 4999');
		await count(page, '1 of 5,000');

		await page.goBack();
		await page.getByRole('heading', { name: 'Inspect XR recordings' }).waitFor();
		await page.getByRole('button', { name: 'Library' }).click();
		await count(page, '1 of 5,000');

		// A missing catalog is explained.
		await page.goto(`${studio.origin}/?aa=0&again#library=library/nothing.parquet`);
		await page.getByRole('alert').filter({ hasText: 'Could not read the catalog: file not found' }).waitFor();
		await page.context().close();
		// The browser reports the missing file, as it should.
		expect(studio.complaints.filter((text) => !text.includes('404'))).toEqual([]);
	},
	PATIENCE,
);
