import { readFileSync } from 'node:fs';
import { encodeRecording, FORMATS } from '@handreel/convert';
import { createCurve, createRecording, readOutline } from '@handreel/core';
import { getRecordingByteLength } from '@handreel/core/internal';
import type { JSHandle, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeFaultyFile } from './support/faulty-file.ts';
import { fixturePath } from './support/fixture-path.ts';
import { isInSight } from './support/is-in-sight.ts';
import { createRichRecording } from './support/rich-recording.ts';
import { download, drawFrames, followLink, pickFiles, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position.x';
const studio = useStudio();
const full = readFileSync(fixturePath(`recorded/${FULL}`));

const pick = (page: Page, name: string, bytes: Uint8Array): Promise<void> =>
	page.locator('input[type=file]').setInputFiles([{ name, mimeType: '', buffer: Buffer.from(bytes) }]);

// Shows recordings of the test in the page that tests share, at the start, without channels, and without the panels of tests before.
async function open(files: Readonly<Record<string, Uint8Array>>, width = 1280): Promise<Page> {
	const page = await studio.sharePage();
	await page.setViewportSize({ width, height: 800 });
	const close = page.getByRole('button', { name: 'Close Findings' });
	if (await close.isVisible()) await close.click();
	await pickFiles(page, files);
	await followLink(page, 'front=-1&t=0&eye=-20,15,2,0,1,0');
	return page;
}

test('shows controllers, tracks and information of a reel, and lists before saving what is lost', async () => {
	const rich = createRichRecording();
	const page = await open({ 'rich.reel': (await encodeRecording(rich, 'reel')).bytes });
	const panel = page.getByRole('tabpanel', { name: 'Recording' });
	for (const text of ['Quest 3', 'oculus-touch-v3', 'left controller'])
		expect((await panel.innerText()).toLowerCase()).toContain(text.toLowerCase());
	const labels = await page.locator('.labels').innerText();
	for (const lane of ['Left controller', 'Left trigger', 'log']) expect(labels).toContain(lane);
	await followLink(page, 'front=-1&t=1.333');
	await expect
		.poll(() => page.getByRole('group', { name: 'Hand states' }).innerText())
		.toMatch(/Left controller\s+trigger/);
	await page.keyboard.press('/');
	await page.keyboard.type('ball');
	await page.getByRole('treeitem', { name: /value/ }).click();
	const legend = page.locator('li[data-path="tracks.ball.value"]');
	await legend.waitFor();
	// The number of the key is in the line of the name, also where it is not a link to a byte.
	const middles = await legend.evaluate((row) =>
		[row.querySelector('span')!, row.querySelector('.key')!].map((part) => {
			const text = document.createRange();
			text.selectNodeContents(part);
			const { top, bottom } = text.getBoundingClientRect();
			return (top + bottom) / 2;
		}),
	);
	expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThan(1.5);

	// Size and losses are known before saving, and a lossy file gets another name.
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByText('Nothing is lost').waitFor();
	// Formats have their proper names.
	for (const { title, writes, name } of FORMATS)
		if (writes && name !== 'bin') await dialog.getByText(title, { exact: true }).waitFor();
	for (const title of ['Parquet', 'NPZ (NumPy)', 'MCAP']) await dialog.getByText(title, { exact: true }).waitFor();
	const places = await watchChoices(page);
	await dialog.getByRole('radio', { name: /^MRTK 2\.6–2\.8/ }).check();
	await dialog.getByText(/MRTK's files cannot store a controller/).waitFor();
	// Neither the calculation nor its result moves the choices.
	const seen = await places.jsonValue();
	expect(seen.map(([text]) => text)).toContain('Calculating the size…');
	expect(seen.at(-1)?.[0]).toContain('cannot store everything');
	expect(new Set(seen.map(([, place]) => place)).size).toBe(1);
	const size = getRecordingByteLength(rich, { layout: 'mrtk-1.1', onIssue: () => {} });
	expect(await dialog.innerText()).toContain(size.toLocaleString('en-US'));
	await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('finds displayed names in the byte map, shows bytes, and links rows to curves and problems to bytes', async () => {
	const page = await open({ [FULL]: full });
	await page.keyboard.press('y');
	const search = page.getByRole('searchbox', { name: 'Search bytes' });
	await search.fill('right indexTip pos x');
	const rows = page.locator('.list tbody tr');
	await expect.poll(() => rows.count()).toBe(2);
	const outline = readOutline(full).curves.find(({ path }) => path === TIP)!;
	await rows.nth(1).getByRole('button').nth(1).click();
	await page.locator(`li[data-path="${TIP}"]`).waitFor();
	const hex = page.getByRole('region', { name: 'Hexadecimal bytes' });
	const bytes = full
		.subarray(outline.keysOffset, outline.keysOffset + 8)
		.toString('hex')
		.match(/../g)!
		.join(' ');
	await expect.poll(() => hex.innerText()).toContain(bytes);
	expect(await hex.innerText()).toContain(outline.keysOffset.toString(16).padStart(6, '0'));
	// Offsets and sizes are complete.
	for (const cell of await page.locator('.list td:not(.what)').all()) {
		expect(await cell.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
	}

	const broken = readFileSync(fixturePath('broken/rotation-not-unit.bin'));
	await pick(page, 'broken.bin', broken);
	await waitForRecording(page, 'broken.bin');
	await page
		.getByRole('button', { name: /^byte / })
		.first()
		.click();
	await expect.poll(() => page.locator('.list tr.current').count()).toBe(1);

	// A channel without keys, a recording without a frame rate, and the same file twice.
	const still = createRecording({ head: { position: { y: createCurve([0, 1.6, 2.75, 1.7]) } } });
	for (const label of ['still.json', 'still.json (2)']) {
		await pick(page, 'still.json', (await encodeRecording(still, 'json')).bytes);
		await waitForRecording(page, label);
		await page.keyboard.press('i');
		await page.getByRole('heading', { name: label, exact: true }).waitFor();
	}
	await page.getByText('right indexTip position x: no keys in this recording').waitFor();
	expect(await page.locator('.curves').innerText()).not.toContain('NaN');
	expect(await page.locator('.transport').innerText()).not.toContain('Frame');
});

test('reports a salvage honestly, and messages hide no control', async () => {
	const page = await open({ 'whole.bin': full });
	await page.getByRole('button', { name: 'Problems' }).click();
	await pick(page, 'cut.bin', full.subarray(0, 40_000));
	await page.getByRole('alert').waitFor();
	for (const name of ['Close Findings', 'Save', 'Play', 'Fit to view'])
		await expect.poll(() => isInSight(page.getByRole('button', { name, exact: true })), { message: name }).toBe(true);
	await page.getByRole('button', { name: 'Open readable part' }).click();
	await waitForRecording(page, 'cut-repaired.bin');
	await page.getByText('Data lost.').waitFor();
	await page.getByText('1 problem, 1 note').waitFor();
	expect(await page.getByText('No problems found', { exact: true }).count()).toBe(0);
	expect(await page.getByRole('button', { name: 'Repair and compare' }).count()).toBe(0);
	expect(await page.getByText(/overlay is the original/).count()).toBe(0);
	const codes = await page.locator('.report b').allInnerTexts();
	expect(new Set(codes).size).toBe(codes.length);
});

test.each([1440, 1024])('opens Problems for every recording that has some, %d pixels wide', async (width) => {
	const [one, two, good] = ['one', 'two', 'good'].map((name) => `${name}-${width}.bin`) as [string, string, string];
	const faulty = makeFaultyFile();
	// All are opened at once, and the last one is shown.
	const page = await open({ [one]: faulty, [two]: faulty, [good]: full }, width);
	const shown = page.getByRole('tab', { name: 'Problems', selected: true });
	const show = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
	await show(one);
	await shown.waitFor();
	await show(good);
	await shown.waitFor({ state: 'detached' });
	await show(two);
	await shown.waitFor();

	// Closed by the user, it stays closed for this recording alone, also after an edit.
	await page.getByRole('button', { name: 'Close Findings' }).click();
	await show(one);
	await shown.waitFor();
	await page.keyboard.press('<');
	await page.keyboard.press('>');
	await shown.waitFor();
	await show(two);
	await page.keyboard.press('j');
	await page.getByRole('button', { name: 'Undo: Add marker' }).waitFor();
	await page.locator('.count').waitFor();
	await drawFrames(page, 2);
	expect(await page.getByRole('complementary', { name: 'Findings' }).count()).toBe(0);
	await page.keyboard.press('p');
	await shown.waitFor();

	// Another panel is not replaced.
	await page.keyboard.press('q');
	await show(one);
	await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
});

test('panels and plot are resizable and collapsible, labels are sharp, and keys that are apart are drawn', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&channels=${TIP}`, { deviceScaleFactor: 2 });
	await waitForRecording(page, FULL);
	await page.locator(`li[data-path="${TIP}"]`).waitFor();
	const width = async (): Promise<number> => (await page.locator('.scene').boundingBox())!.width;
	const before = await width();
	const edge = (await page.getByRole('separator', { name: 'Width of the left panel' }).boundingBox())!;
	await page.mouse.move(edge.x + 4, edge.y + 200);
	await page.mouse.down();
	await page.mouse.move(edge.x + 104, edge.y + 200, { steps: 3 });
	await page.mouse.up();
	expect(await width()).toBeCloseTo(before - 100, -1);
	await page.getByRole('separator', { name: 'Height of the plot' }).focus();
	const plot = async (): Promise<number> => (await page.locator('.plot').boundingBox())!.height;
	const low = await plot();
	for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
	await expect.poll(plot).toBe(low + 48);
	await page.keyboard.press('e');
	await expect.poll(width).toBe(1280);
	// The scene dominates: no problems, so no panel for them.
	expect(await page.getByRole('complementary').count()).toBe(0);

	// uPlot draws labels with 22 pixels at twice the resolution. Key marks are squares.
	const drawn = await page.evaluate(async () => {
		const found = { fonts: new Set<string>(), labels: 0, squares: 0 };
		const { fillText, fillRect } = CanvasRenderingContext2D.prototype;
		CanvasRenderingContext2D.prototype.fillText = function (...args) {
			if (this.canvas.closest('.plot')) {
				found.fonts.add(this.font);
				found.labels++;
			}
			fillText.apply(this, args);
		};
		CanvasRenderingContext2D.prototype.fillRect = function (...args) {
			if (this.canvas.closest('.plot') && args[2] === args[3]) found.squares++;
			fillRect.apply(this, args);
		};
		// The number of key marks in the plot as it is drawn after a key of the keyboard.
		const press = async (key: string): Promise<number> => {
			document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
			let drawn = Number.NaN;
			for (let i = 0, rest = 3; i < 300 && rest > 0; i++) {
				Object.assign(found, { labels: 0, squares: 0 });
				await new Promise(requestAnimationFrame);
				if (found.labels > 0) drawn = found.squares;
				else if (!Number.isNaN(drawn)) rest--;
			}
			return drawn;
		};
		return { near: await press('+'), fonts: [...found.fonts] };
	});
	expect(drawn.near).toBeGreaterThan(0);
	expect(drawn.fonts).not.toEqual([]);
	expect(drawn.fonts.every((font) => font.startsWith('22px'))).toBe(true);
	const saved = await download(page, () => page.keyboard.press('v'));
	expect(saved.bytes.toString()).toContain('<circle');
});

// Notes the text below the choices of the dialog and the places of all choices and buttons, now and after every change.
function watchChoices(page: Page): Promise<JSHandle<[text: string, places: string][]>> {
	return page.evaluateHandle(() => {
		const dialog = document.querySelector('dialog')!;
		const seen: [string, string][] = [];
		const note = (): void => {
			const places = [...dialog.querySelectorAll('input, header button, footer button')].map((part) => {
				const { x, y } = part.getBoundingClientRect();
				return `${x},${y}`;
			});
			seen.push([dialog.querySelector('[role=status]')!.textContent.trim(), places.join(' ')]);
		};
		note();
		new MutationObserver(note).observe(dialog, { subtree: true, childList: true, characterData: true });
		return seen;
	});
}
