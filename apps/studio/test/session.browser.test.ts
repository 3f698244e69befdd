import { readFileSync } from 'node:fs';
import { readRecording, writeRecording } from '@handreel/core';
import { repairBytes } from '@handreel/core/diagnose';
import type { Dialog, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeFaultyFile } from './support/faulty-file.ts';
import { fixturePath } from './support/fixture-path.ts';
import { pickFiles, readTime, saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FAULTY = 'faulty.bin';
const FULL = 'mrtk-2.8.3-full-5s.bin';
const LOST = 'mrtk-2.8.3-lost.bin';
const faulty = makeFaultyFile();
const studio = useStudio();

test('restores local files and unsaved copies after a reload and after a crash, and asks before they are lost', async () => {
	const page = await studio.openPage();
	await pickFiles(page, { [FAULTY]: faulty });
	await page.locator('input[type=file]').setInputFiles([{ name: FAULTY, mimeType: '', buffer: faulty }]);
	await waitForRecording(page, `${FAULTY} (2)`);
	await page.getByRole('button', { name: `Close ${FAULTY} (2)` }).click();
	await page.getByRole('button', { name: 'Repair and compare' }).click();
	const copy = 'faulty-repaired.bin';
	await waitForRecording(page, copy);
	await page.getByRole('row').or(page.getByText('No problems found')).first().waitFor();
	await waitForStorage(page);

	const asked: Dialog[] = [];
	page.on('dialog', (dialog) => {
		asked.push(dialog);
		void dialog.accept();
	});
	await page.reload();
	expect(asked.map((dialog) => dialog.type())).toEqual(['beforeunload']);
	await waitForRecording(page, copy);
	expect(await page.locator('.file').allInnerTexts()).toEqual([FAULTY, copy]);
	await page.getByRole('button', { name: 'Compare', exact: true }).click();
	await page.getByRole('tab', { name: 'Problems' }).click();
	await page.getByText('Repaired', { exact: true }).waitFor();

	// Closing asks, too.
	await page.getByRole('button', { name: `Close ${copy}` }).click();
	await page
		.getByRole('dialog', { name: /^Close/ })
		.getByRole('button', { name: 'Cancel' })
		.click();
	await waitForRecording(page, copy);
	await waitForStorage(page);

	// Kills the process of the page, so that nothing of the page can run any more.
	const context = page.context();
	const crashed = page.waitForEvent('crash');
	const protocol = await context.newCDPSession(page);
	protocol.send('Page.crash').catch(() => {});
	await crashed;
	const next = await context.newPage();
	await next.goto(`${studio.origin}/?aa=0`);
	await next.getByText('1 unsaved recording of an earlier session').waitFor();
	expect(await next.getByRole('button', { name: FAULTY }).count()).toBe(1);
	await next.getByRole('button', { name: 'Restore' }).click();
	await waitForRecording(next, copy);
	// A file with losses does not count as saved.
	await saveAs(next, 'bvh');
	await next.getByText('with losses, so the recording is still unsaved').waitFor();
	await next.getByRole('button', { name: `Close ${copy}` }).click();
	await next.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
	const saved = await saveAs(next, 'mrtk-1.1');
	const repaired = repairBytes(faulty).recording!;
	expect(saved.bytes.equals(writeRecording(repaired))).toBe(true);
	expect(readRecording(saved.bytes).duration).toBe(1);

	// A saved recording closes without a question.
	await next.getByRole('button', { name: `Close ${copy}` }).click();
	await next.getByRole('heading', { name: 'Recent files' }).waitFor();
	await next.getByRole('button', { name: FAULTY }).click();
	await waitForRecording(next, FAULTY);
});

test('a reload keeps the order of the tabs and the active tab, also during playback', async () => {
	// Small, with bones alone: playback draws as often as it can.
	const look = 'hands=bones&hide=trails,gaze,head,grid';
	const page = await studio.openPage(`open=samples/${FULL}&${look}`, { viewport: { width: 1000, height: 560 } });
	const names = [FULL, 'local.bin', LOST, 'last.bin'];
	await waitForRecording(page, FULL);
	const local = readFileSync(fixturePath(`recorded/${LOST}`));
	await pickFiles(page, { 'local.bin': local });
	// A second recording beside the page, as a link of a document would open it.
	await page.evaluate((name) => {
		location.hash = `${location.hash}&open=samples/${name}&front=1`;
	}, LOST);
	await waitForRecording(page, LOST);
	await pickFiles(page, { 'last.bin': local });
	const listTabs = (): Promise<string[]> => page.locator('.file').allInnerTexts();
	expect(await listTabs()).toEqual(names);

	// The index in the linked recordings, as the address has it.
	for (const [active, front] of [
		[LOST, '1'],
		['local.bin', '-1'],
		[FULL, null],
	] as const) {
		await page.keyboard.press('Home');
		await page.getByRole('button', { name: 'Play', exact: true }).click();
		await page.getByRole('button', { name: active, exact: true }).click();
		await waitForRecording(page, active);
		// Storage and address are written after changes.
		const listActive = async (): Promise<string[]> =>
			(await listStored(page)).filter(({ isActive }) => isActive).map(({ name }) => name);
		await expect.poll(listActive).toEqual([active]);
		await expect.poll(() => new URLSearchParams(page.url().split('#')[1]).get('front')).toBe(front);
		await page.reload();
		await expect.poll(listTabs).toEqual(names);
		await waitForRecording(page, active);
		expect(await listTabs()).toEqual(names);
	}
});

/** Waits until the browser's storage holds both recordings and the report of the repair: they are written after changes. */
async function waitForStorage(page: Page): Promise<void> {
	await expect.poll(() => listStored(page)).toHaveLength(2);
	await expect
		.poll(() => listStored(page))
		.toContainEqual(expect.objectContaining({ isActive: true, isUnsaved: true, isRepaired: true }));
}

/** The recordings in the browser's storage. */
function listStored(
	page: Page,
): Promise<{ name: string; isActive: boolean; isUnsaved: boolean; isRepaired: boolean; edits: number }[]> {
	return page.evaluate(async () => {
		const finish = <T>(request: IDBRequest<T>): Promise<T> =>
			new Promise((resolve, reject) => {
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
		const database = await finish(indexedDB.open('handreel-studio'));
		const documents = await finish(database.transaction('documents').objectStore('documents').getAll());
		database.close();
		return documents.map(({ kept, isActive, isUnsaved, repair, history }) => {
			const edits = history.versions.length - 1;
			return { name: kept.name, isActive, isUnsaved, isRepaired: repair !== null, edits };
		});
	});
}

test('an edit and a split survive a reload, with undo', async () => {
	const page = await studio.openPage(`open=samples/${LOST}&t=1`);
	page.on('dialog', (dialog) => void dialog.accept());
	await waitForRecording(page, LOST);
	await page.keyboard.press('Shift+S');
	await waitForRecording(page, 'mrtk-2.8.3-lost-2.bin');
	// The second part starts where the playhead was.
	expect(await readTime(page)).toBe(0);
	await page.keyboard.press('j');
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	const listEdits = async (): Promise<number[]> => (await listStored(page)).map(({ edits }) => edits);
	await expect.poll(listEdits).toEqual([1, 0, 1]);
	await expect.poll(() => page.url()).toContain('front=-1');
	await page.reload();
	await waitForRecording(page, 'mrtk-2.8.3-lost-2.bin');
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	await page.getByRole('button', { name: LOST, exact: true }).click();
	await page.getByRole('button', { name: 'Undo: Split' }).click();
	// The part with an edit stays.
	await expect.poll(() => page.locator('.file').count()).toBe(2);
});
