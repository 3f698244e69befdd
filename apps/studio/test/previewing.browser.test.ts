import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { getKeyTime, iterateCurves, type Recording, readRecording } from '@handreel/core';
import { compareRecordings, moveRecording, smoothRecording, trimRecording } from '@handreel/core/edit';
import { getCurveWords, limitChanges } from '@handreel/core/internal';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listSerious } from './support/axe.ts';
import { expectSaved } from './support/expect-saved.ts';
import { fixturePath } from './support/fixture-path.ts';
import { followLink, pickFiles, saveAs } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const TIP = 'hands.right.joints.indexTip.position.x';
const full = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const reel = (await encodeRecording(trimRecording(full, { start: 0, end: 1.5 }), 'reel')).bytes;
const { recording } = await decodeRecording(reel);
const studio = useStudio();

const undo = (page: Page, title: string) => page.getByRole('button', { name: `Undo: ${title}` });
const ghost = (page: Page) => page.getByRole('group', { name: 'Hand states' }).getByText('Preview');
const numbers = (page: Page) => page.getByRole('status', { name: 'Preview' });

async function openTool(page: Page, title: string): Promise<void> {
	if (!(await page.getByRole('button', { name: title, exact: true }).isVisible())) await page.keyboard.press('q');
	await page.getByRole('button', { name: title, exact: true }).click();
}

test('shows the result of an edit as a ghost, dashed and in numbers, and takes it away again', async () => {
	const page = await studio.openPage();
	await pickFiles(page, { 'take.reel': reel });
	await followLink(page, `front=-1&t=0.75&channels=${TIP}&hands=bones`);
	await page.keyboard.press('q');
	const view = page.locator('.scene canvas');
	// What lies over the picture comes after it.
	await page.getByRole('button', { name: 'Fit to view' }).waitFor();
	await page.getByRole('group', { name: 'Hand states' }).waitFor();
	const before = await view.screenshot();
	const isSame = async (): Promise<boolean> => Buffer.compare(before, await view.screenshot()) === 0;
	expect(await isSame()).toBe(true);
	await openTool(page, 'Move');
	await page.getByRole('spinbutton', { name: 'Move by x' }).fill('0.1');
	await ghost(page).waitFor();
	const distance = compareRecordings(recording, moveRecording(recording, [0.1, 0, 0, 0, 0, 0, 1])).position!.max;
	await numbers(page)
		.getByText(`${(distance * 1000).toFixed(2)} mm`)
		.waitFor();
	expect(await isSame()).toBe(false);
	// The plot has the value of the result, too.
	const value = page.getByRole('status', { name: /indexTip position x value of the overlay/ });
	await value.waitFor();
	const own = page.locator('li[data-path] .value output');
	expect(Number(await value.innerText()) - Number(await own.innerText())).toBeCloseTo(0.1, 5);
	expect(await listSerious(page, {}, '[aria-label=Findings]')).toEqual([]);

	// Canceling leaves everything as it was.
	await page.getByRole('button', { name: 'Cancel' }).click();
	await ghost(page).waitFor({ state: 'detached' });
	await value.waitFor({ state: 'detached' });
	expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
	await expect.poll(isSame).toBe(true);
});

test('applies an edit to a hand in a range only, and leaves all other keys as they are', async () => {
	const page = await studio.sharePage();
	await pickFiles(page, { 'part.reel': reel });
	await page.keyboard.press('Home');
	await openTool(page, 'Smooth');
	const range = page.getByRole('checkbox', { name: /^Only in the range/ });
	expect(await range.isDisabled()).toBe(true);
	for (const [name, time] of [
		['Start of the range', '0.5'],
		['End of the range', '1'],
	] as const) {
		await page.getByRole('textbox', { name }).fill(time);
		await page.getByRole('textbox', { name }).press('Enter');
	}
	await page.getByRole('combobox', { name: 'Apply to' }).selectOption('Left hand');
	await range.check();
	await page.getByRole('spinbutton', { name: 'Cutoff at rest' }).fill('0.5');
	await ghost(page).waitFor();
	const smoothed = smoothRecording(recording, { minCutoff: 0.5 });
	const limited = limitChanges(recording, smoothed, { paths: ['hands.left'], start: 0.5, end: 1 });
	const { max } = compareRecordings(recording, limited).position!;
	await numbers(page)
		.getByText(`at most ${(max * 1000).toFixed(2)} mm`)
		.waitFor();
	await page.getByRole('button', { name: 'Apply' }).click();
	await undo(page, 'Smooth').waitFor();
	await expectSaved(page, limited);
	const saved = await decodeRecording((await saveAs(page, 'reel')).bytes);
	const after = new Map(iterateCurves(saved.recording));
	let changed = 0;
	for (const [path, curve] of iterateCurves(recording)) {
		const isInside = path.startsWith('hands.left.');
		const keep = (given: typeof curve): number[] => listWords(given, (time) => !isInside || time < 0.5 || time > 1);
		expect(keep(after.get(path)!), path).toEqual(keep(curve));
		if (isInside && listWords(after.get(path)!, () => true).join() !== listWords(curve, () => true).join()) changed++;
	}
	expect(changed).toBeGreaterThan(20);
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: 'Redo: Smooth' }).waitFor();
	await expectSaved(page, recording);
});

test('works by keyboard, for the plotted curves', async () => {
	const page = await studio.sharePage();
	await pickFiles(page, { 'plotted.reel': reel });
	await followLink(page, `front=-1&t=0.5&channels=${TIP}`);
	await openTool(page, 'Move');
	await page.getByRole('spinbutton', { name: 'Move by x' }).focus();
	await page.keyboard.type('0.25');
	const scope = page.getByRole('combobox', { name: 'Apply to' });
	await scope.focus();
	await page.keyboard.press('End');
	expect(await scope.locator('option:checked').innerText()).toBe('Plotted curves (1)');
	await ghost(page).waitFor();
	await page.getByRole('spinbutton', { name: 'Move by x' }).focus();
	await page.keyboard.press('Enter');
	await undo(page, 'Move').waitFor();
	const moved = moveRecording(recording, [0.25, 0, 0, 0, 0, 0, 1]);
	await expectSaved(page, limitChanges(recording, moved, { paths: [TIP] }));
});

test('a phone applies an edit to a hand by touch', async () => {
	const page = await studio.openPage('', { viewport: { width: 390, height: 844 }, hasTouch: true });
	await pickFiles(page, { 'phone.reel': reel });
	await page.keyboard.press('q');
	await page.getByRole('button', { name: 'Smooth', exact: true }).tap();
	await page.getByRole('combobox', { name: 'Apply to' }).selectOption('Right hand');
	await numbers(page).getByText('Changes the motion by at most').waitFor();
	await page.getByRole('button', { name: 'Apply' }).tap();
	await numbers(page).waitFor({ state: 'detached' });
	const limited: Recording = limitChanges(recording, smoothRecording(recording), { paths: ['hands.right'] });
	await expectSaved(page, limited);
});

function listWords(curve: Parameters<typeof getCurveWords>[0], isListed: (time: number) => boolean): number[] {
	const words = [...getCurveWords(curve)];
	return words.filter((_, i) => isListed(getKeyTime(curve, Math.floor(i / curve.stride))));
}
