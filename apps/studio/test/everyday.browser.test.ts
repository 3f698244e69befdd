import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { readRecording, writeRecording } from '@handreel/core';
import { addMarker, trimRecording } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { download, followLink, pickFiles, readTime, saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const full = readRecording(readFileSync(fixturePath(`recorded/${FULL}`)));
const short = trimRecording(full, { start: 0, end: 1.5 });
const shortBin = writeRecording(short);
const sample = (name: string): Buffer =>
	readFileSync(new URL(`../../../packages/samples/recordings/${name}`, import.meta.url));
const studio = useStudio();

const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });

async function openShort(name: string): Promise<Page> {
	const page = await studio.sharePage();
	await pickFiles(page, { [name]: shortBin });
	return page;
}

async function openEdits(page: Page): Promise<void> {
	if (!(await page.getByRole('tab', { name: 'Edit', selected: true }).isVisible())) await page.keyboard.press('q');
	await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
}

test('Enter does what a dialog is for', async () => {
	const page = await openShort('enter.bin');
	const saved = await download(page, async () => {
		await page.keyboard.press('s');
		await page.getByRole('dialog', { name: /^Save/ }).waitFor();
		await page.keyboard.press('Enter');
	});
	expect(saved.name).toBe('enter.bin');
	expect(saved.bytes.equals(shortBin)).toBe(true);
	await page.getByRole('dialog').waitFor({ state: 'detached' });

	// A name that is typed, too.
	const named = await download(page, async () => {
		await page.keyboard.press('s');
		const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
		await name.fill('my/take');
		await name.press('Enter');
	});
	expect(named.name).toBe('my_take.bin');
	await page.getByRole('dialog').waitFor({ state: 'detached' });

	const exported = await download(page, async () => {
		await page.keyboard.press('Shift+E');
		const dialog = page.getByRole('dialog', { name: /^Export/ });
		await dialog.waitFor();
		await dialog.locator('input[type=radio][value=png]').check();
		await page.keyboard.press('Enter');
	});
	expect(exported.name).toBe('enter.png');
	await page.getByRole('dialog').waitFor({ state: 'detached' });

	// Closing with changes: Enter saves.
	await page.keyboard.press('j');
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	await page.keyboard.press('Shift+W');
	await page.getByRole('dialog', { name: /^Close/ }).waitFor();
	await page.keyboard.press('Enter');
	await page.getByRole('dialog', { name: /^Save/ }).waitFor();
	await page.keyboard.press('Escape');
	await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a renamed marker returns the focus', async () => {
	const page = await openShort('rename.bin');
	await openEdits(page);
	await page.keyboard.press('j');
	const name = page.getByRole('textbox', { name: /^Name of the marker/ });
	await name.fill('grab');
	await name.press('Enter');
	await page.getByRole('button', { name: 'Undo: Rename marker' }).waitFor();
	await page.keyboard.press('Space');
	await page.getByRole('button', { name: 'Pause' }).waitFor();
	await page.keyboard.press('Space');
	expect(await name.inputValue()).toBe('grab');
	await page.keyboard.press('Control+z');
	await expect.poll(() => name.inputValue()).toBe('Marker 1');
});

test('markers that are added quickly have different names', async () => {
	const page = await openShort('quick.bin');
	await openEdits(page);
	for (let i = 0; i < 8; i++) await page.keyboard.press('j');
	const names = page.getByRole('textbox', { name: /^Name of the marker/ });
	await expect.poll(() => names.count()).toBe(8);
	const values = await names.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
	expect(new Set(values).size).toBe(8);
});

test('Ctrl S saves in place where the browser can, and never the page', async () => {
	const page = await studio.openPage();
	// The picker of the system, which a test cannot operate, returns a real file.
	await page.evaluate(
		async (bytes) => {
			const folder = await navigator.storage.getDirectory();
			const write = async (name: string): Promise<FileSystemFileHandle> => {
				const handle = await folder.getFileHandle(name, { create: true });
				const stream = await handle.createWritable();
				await stream.write(Uint8Array.from(bytes));
				await stream.close();
				return handle;
			};
			Object.assign(window, {
				showOpenFilePicker: async () => [await write('take.bin')],
				showSaveFilePicker: ({ suggestedName }: { suggestedName: string }) =>
					folder.getFileHandle(suggestedName, { create: true }),
			});
		},
		[...shortBin],
	);
	const read = async (name: string): Promise<Buffer> => {
		const list = await page.evaluate(async (file) => {
			const folder = await navigator.storage.getDirectory();
			const handle = await folder.getFileHandle(file);
			return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
		}, name);
		return Buffer.from(list);
	};
	await page.getByRole('button', { name: 'Open recordings' }).click();
	await waitForRecording(page, 'take.bin');
	await page.keyboard.press('j');
	await page.keyboard.press('Control+s');
	await page.getByRole('status').getByText('Saved take.bin').waitFor();
	const marked = readRecording(await read('take.bin'));
	expect(marked.markers).toEqual([{ time: 0, name: 'Marker 1' }]);
	expect(await page.locator('.file i').count()).toBe(0);

	// The first save of a recording without a file asks for a name and a folder, the next does not.
	await page.keyboard.press('Home');
	await pickFiles(page, { 'local.bin': shortBin });
	await page.keyboard.press('j');
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	await page.keyboard.press('Control+s');
	const dialog = page.getByRole('dialog', { name: /^Save/ });
	await dialog.locator('input[value=reel]').check();
	await page.keyboard.press('Enter');
	await dialog.waitFor({ state: 'detached' });
	await page.keyboard.press('End');
	await page.keyboard.press('j');
	await page.getByRole('status').getByText('Add marker').waitFor();
	await page.locator('body').press('Control+s');
	await page.getByRole('status').getByText('Saved local.reel').waitFor();
	const { recording } = await decodeRecording(await read('local.reel'));
	expect(recording.markers.map(({ name }) => name)).toEqual(['Marker 1', 'Marker 2']);

	// A file whose format cannot store everything is not replaced without a question.
	await page.getByRole('button', { name: 'take.bin', exact: true }).click();
	await openEdits(page);
	const before = await read('take.bin');
	await page.getByRole('button', { name: 'Smooth' }).click();
	await page.getByRole('button', { name: 'Apply' }).click();
	await page.getByRole('button', { name: 'Undo: Smooth' }).waitFor();
	await page.keyboard.press('Control+s');
	const outcome = page.getByText('Saved take.bin').or(page.getByText('cannot store everything'));
	await outcome.first().waitFor();
	if (await dialog.isVisible()) expect((await read('take.bin')).equals(before)).toBe(true);
});

test('popovers close by Escape and by a click outside', async () => {
	const page = await openShort('popover.bin');
	const toggle = page.getByRole('button', { name: 'View options' });
	const options = page.getByRole('region', { name: 'View options' });
	await toggle.click();
	await options.waitFor();
	await page.keyboard.press('Escape');
	await options.waitFor({ state: 'detached' });
	await toggle.click();
	await options.getByRole('slider', { name: 'Trail length' }).click();
	await options.waitFor();
	const scene = (await page.locator('.scene').boundingBox())!;
	await page.mouse.click(scene.x + scene.width - 40, scene.y + 120);
	await options.waitFor({ state: 'detached' });
	await toggle.click();
	await options.waitFor();
	await toggle.click();
	await options.waitFor({ state: 'detached' });
});

test('closing while an edit runs asks', async () => {
	const page = await studio.sharePage();
	await pickFiles(page, { 'running.bin': writeRecording(full) });
	await openEdits(page);
	await page.getByRole('button', { name: 'Smooth' }).click();
	await page.getByRole('button', { name: 'Apply' }).click();
	await page.keyboard.press('Shift+W');
	const dialog = page.getByRole('dialog', { name: 'Close running.bin?' });
	await dialog.waitFor();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await page.getByRole('button', { name: 'Undo: Smooth' }).waitFor();
	await waitForRecording(page, 'running.bin');
});

test('the palette finds edits, formats and exports, and the channel that is meant', async () => {
	const page = await openShort('palette.bin');
	const find = async (text: string): Promise<string> => {
		await page.keyboard.press('Control+k');
		const input = page.getByRole('combobox', { name: 'Search commands, channels and joints' });
		await input.fill(text);
		return (await page.getByRole('option', { selected: true }).locator('.title').innerText()).trim();
	};
	const run = async (): Promise<void> => {
		await page.keyboard.press('Enter');
		await page.getByRole('listbox').waitFor({ state: 'detached' });
	};
	expect(await find('right index tip position x')).toBe('Plot right indexTip position x');
	await run();
	await page.locator('li[data-path="hands.right.joints.indexTip.position.x"]').waitFor();
	expect(await page.locator('li[data-path]').count()).toBe(1);
	expect(await find('smooth')).toBe('Smooth');
	await run();
	await page.getByRole('spinbutton', { name: 'Cutoff at rest' }).waitFor();
	expect(await find('optimize')).toBe('Optimize');
	await run();
	await page.getByRole('slider', { name: /^Tolerance/ }).waitFor();
	expect(await find('save reel')).toBe('Save as Reel');
	await run();
	const dialog = page.getByRole('dialog');
	expect(await dialog.locator('input[value=reel]').isChecked()).toBe(true);
	await page.keyboard.press('Escape');
	expect(await find('export gif')).toBe('Export GIF');
	await run();
	await dialog.locator('input[value=gif]:checked').waitFor();
	await page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'detached' });
	expect(await find('mirror')).toBe('Mirror');
	await run();
	await page.getByRole('button', { name: 'Undo: Mirror' }).waitFor();
});

test('range, time and markers take numbers and snap to frames, and a trim has the bytes of the command', async () => {
	const page = await openShort('numbers.bin');
	await openEdits(page);
	await followLink(page, 'front=-1&t=0');
	const now = page.getByRole('textbox', { name: 'Current time' });
	await now.fill('0:00.5');
	await now.press('Enter');
	expect(await readTime(page)).toBe(0.5);
	await now.fill('nonsense');
	await now.press('Enter');
	expect(await now.inputValue()).toBe('0:00.500');
	expect(await readTime(page)).toBe(0.5);

	await page.keyboard.press('j');
	const time = page.getByRole('textbox', { name: 'Time of Marker 1' });
	await time.fill('0,25');
	await time.press('Enter');
	await page.getByRole('button', { name: 'Undo: Move marker' }).waitFor();
	await expect.poll(() => time.inputValue()).toBe('0.25');

	const range = page.getByRole('slider', { name: /^Range/ });
	const readRange = async (): Promise<number[]> =>
		(await Promise.all([0, 1].map((i) => range.nth(i).getAttribute('aria-valuenow')))).map(Number);
	const start = page.getByRole('textbox', { name: 'Start of the range' });
	await start.fill('0.2');
	await start.press('Enter');
	expect(await readRange()).toEqual([0.2, short.duration]);
	await page.keyboard.press('\\');

	// Both ends by dragging: about 1 s is 1 s, and elsewhere it is a frame.
	const track = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	const xOf = (seconds: number): number => track.x + (seconds / short.duration) * track.width;
	const y = track.y + 10;
	const drag = async (from: number, to: number): Promise<void> => {
		await page.mouse.move(from, y);
		await page.mouse.down();
		await page.mouse.move(to, y, { steps: 4 });
		await page.mouse.up();
	};
	await page.keyboard.down('Shift');
	await drag(xOf(0) + 2, xOf(0.8));
	await page.keyboard.up('Shift');
	const end = (await range.nth(1).boundingBox())!;
	await drag(end.x + end.width / 2, xOf(1) + 2);
	expect(await readRange()).toEqual([0, 1]);
	await page.getByRole('button', { name: 'Trim to range' }).click();
	await page.getByRole('button', { name: 'Undo: Trim' }).waitFor();
	const marked = addMarker(short, { time: 0.25, name: 'Marker 1' });
	const expected = writeRecording(trimRecording(marked, { start: 0, end: 1 }));
	expect((await saveAs(page, 'mrtk-1.1')).bytes.equals(Buffer.from(expected))).toBe(true);

	// A click with jitter is a click.
	await page.keyboard.down('Shift');
	await drag(xOf(0.3), xOf(0.3) + 2);
	await page.keyboard.up('Shift');
	expect(await range.count()).toBe(0);
	expect(await page.getByRole('button', { name: 'Loop', exact: true }).getAttribute('aria-pressed')).toBe('false');
	expect(await undo(page).getAttribute('title')).toContain('Undo Trim');
});

test('totals count controllers, hands that were not tracked yet are not drawn, and messages use names', async () => {
	const page = await studio.sharePage();
	const bytes = sample('controllers-and-hands.reel');
	await pickFiles(page, { 'controllers-and-hands.reel': bytes });
	const panel = page.getByRole('tabpanel', { name: 'Recording' });
	const table = panel.getByRole('table');
	const cell = async (row: RegExp, column: number): Promise<number> =>
		Number((await table.getByRole('row', { name: row }).getByRole('cell').nth(column).innerText()).replaceAll(',', ''));
	const parts = await Promise.all(
		[/^Head/, /^Left hand/, /^Right hand/, /^Eye gaze/, /^Controllers/].map((row) => cell(row, 1).catch(() => 0)),
	);
	expect(await cell(/^Total/, 1)).toBe(parts.reduce((sum, count) => sum + (count || 0), 0));
	expect(parts[4]).toBeGreaterThan(1000);

	// The right hand is lost at 1.98 s and found at 2.7 s. A trim makes it come later.
	const { recording: lost } = await decodeRecording(sample('tracking-loss.reel'));
	const late = await encodeRecording(trimRecording(lost, { start: 2.2, end: 4 }), 'reel');
	await pickFiles(page, { 'late.reel': late.bytes });
	await page.keyboard.press('Home');
	const states = page.getByRole('group', { name: 'Hand states' });
	await states.getByText('not tracked').waitFor();
	const expectFound = async (text: string, name: string): Promise<void> => {
		await page.keyboard.press('Control+k');
		await page.getByRole('combobox', { name: 'Search commands, channels and joints' }).fill(text);
		await page.getByRole('dialog').getByText(name, { exact: true }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
	};
	await expectFound('pick right wrist', 'Nothing found');
	await page.keyboard.press('End');
	await expect.poll(() => states.getByText('not tracked').count()).toBe(0);
	await expectFound('pick right wrist', 'Pick right wrist');

	await page.locator('input[type=file]').setInputFiles([{ name: 'empty.bin', mimeType: '', buffer: Buffer.alloc(0) }]);
	const message = page.getByRole('alert').filter({ hasText: 'empty.bin' });
	await message.getByText(/^\s*The file is empty/).waitFor();
	await page.getByRole('button', { name: 'Dismiss message about empty.bin' }).click();
});
