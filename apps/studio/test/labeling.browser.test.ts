import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { readRecording, type Span } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
import { setSpans } from '@handreel/core/internal';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listSerious } from './support/axe.ts';
import { fixturePath } from './support/fixture-path.ts';
import { followLink, pickFiles, readTime, saveAs } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const full = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const plain = trimRecording(full, { start: 0, end: 2 });
const labeled = setSpans(plain, 'gesture', [
	{ start: 0.25, end: 0.75, label: 'reach', score: 0.5 },
	{ start: 1, end: 1.5, label: 'grasp' },
]);
const toReel = async (recording: typeof plain) => (await encodeRecording(recording, 'reel')).bytes;
const [plainReel, labeledReel] = [await toReel(plain), await toReel(labeled)];
const studio = useStudio();

const undone = (page: Page, title: string) => page.getByRole('button', { name: `Undo: ${title}` });

async function openLabels(page: Page): Promise<void> {
	if (!(await page.getByRole('region', { name: 'Labels' }).isVisible())) await page.keyboard.press('q');
	await page.getByRole('region', { name: 'Labels' }).waitFor();
}

async function selectRange(page: Page, start: string, end: string): Promise<void> {
	for (const [name, time] of [
		['Start of the range', start],
		['End of the range', end],
	] as const) {
		await page.getByRole('textbox', { name }).fill(time);
		await page.getByRole('textbox', { name }).press('Enter');
	}
}

async function readSpans(page: Page, name = 'gesture'): Promise<readonly Span[] | null> {
	const { recording } = await decodeRecording((await saveAs(page, 'reel')).bytes);
	const track = recording.tracks.find((candidate) => candidate.name === name);
	return track?.kind === 'spans' ? track.spans : null;
}

test('labels ranges on several tracks, edits them in the panel, and undoes everything', async () => {
	const page = await studio.sharePage();
	await pickFiles(page, { 'plain.reel': plainReel });
	await page.keyboard.press('Home');
	await openLabels(page);
	const panel = page.getByRole('region', { name: 'Labels' });
	const add = panel.getByRole('button', { name: 'Add' });
	expect(await add.isDisabled()).toBe(true);
	await selectRange(page, '0.5', '1');
	await panel.getByRole('combobox', { name: 'Track' }).fill('gesture');
	await panel.getByRole('combobox', { name: 'Track' }).press('Enter');
	await panel.getByRole('textbox', { name: 'New label' }).fill('reach');
	await panel.getByRole('textbox', { name: 'New label' }).press('Enter');
	await undone(page, 'Add label').waitFor();
	await page.locator('.labels').getByText('gesture').waitFor();
	expect(await readSpans(page)).toEqual([{ start: 0.5, end: 1, label: 'reach' }]);

	// A known label is a button, and labels of another track do not mix with it.
	await panel.getByRole('combobox', { name: 'Track' }).fill('phase');
	await panel.getByRole('combobox', { name: 'Track' }).press('Enter');
	await panel
		.getByRole('button', { name: /reach$/ })
		.first()
		.click();
	await page.locator('.labels').getByText('phase').waitFor();
	expect(await readSpans(page, 'phase')).toEqual([{ start: 0.5, end: 1, label: 'reach' }]);
	await panel.getByRole('textbox', { name: 'Label from 0.500 s' }).fill('approach');
	await panel.getByRole('textbox', { name: 'Label from 0.500 s' }).press('Enter');
	await undone(page, 'Rename label').waitFor();
	await panel.getByRole('textbox', { name: 'End of approach' }).fill('1.25');
	await panel.getByRole('textbox', { name: 'End of approach' }).press('Enter');
	await undone(page, 'Move label').waitFor();
	expect(await readSpans(page, 'phase')).toEqual([{ start: 0.5, end: 1.25, label: 'approach' }]);
	expect(await listSerious(page, {}, '[aria-label=Findings]')).toEqual([]);
	await panel.getByRole('button', { name: 'Delete approach' }).click();
	await undone(page, 'Delete label').waitFor();
	expect(await readSpans(page, 'phase')).toBeNull();

	for (const title of ['Delete label', 'Move label', 'Rename label', 'Add label', 'Add label']) {
		await undone(page, title).waitFor();
		await undone(page, title).click();
		await page.getByRole('button', { name: `Redo: ${title}` }).waitFor();
	}
	expect(Buffer.compare((await saveAs(page, 'reel')).bytes, Buffer.from(plainReel))).toBe(0);
});

test('drags labels and their ends on the timeline, and gives up on Escape', async () => {
	const page = await studio.sharePage();
	await pickFiles(page, { 'labeled.reel': labeledReel });
	await page.keyboard.press('Home');
	const box = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	const lane = (await page.locator('.labels').getByText('gesture').boundingBox())!;
	const xOf = (time: number): number => box.x + (time / plain.duration) * box.width;
	const y = lane.y + lane.height / 2;
	const drag = async (from: number, to: number, end: () => Promise<void> = () => page.mouse.up()): Promise<void> => {
		await page.mouse.move(xOf(from), y);
		await page.mouse.down();
		await page.mouse.move(xOf(to), y, { steps: 5 });
		await end();
	};
	await drag(0.5, 0.8, async () => {
		await page.keyboard.press('Escape');
		await page.mouse.up();
	});
	expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
	await drag(1.25, 1.5);
	await undone(page, 'Move label').waitFor();
	const [, moved] = (await readSpans(page))!;
	expect(moved!.start).toBeCloseTo(1.25, 1);
	expect(moved!.end - moved!.start).toBeCloseTo(0.5, 6);
	// The end of the first label, to a frame.
	await drag(0.749, 0.95);
	await expect.poll(async () => (await readSpans(page))![0]!.end).toBeCloseTo(0.95, 1);
	const [first] = (await readSpans(page))!;
	expect(first).toMatchObject({ start: 0.25, label: 'reach', score: 0.5 });

	// A click selects, and the key deletes.
	await page.mouse.click(xOf(0.5), y);
	await page.keyboard.press('Delete');
	await undone(page, 'Delete label').waitFor();
	expect((await readSpans(page))!.map(({ label }) => label)).toEqual(['grasp']);
});

test('labels with keys during playback', async () => {
	const page = await studio.openPage();
	await pickFiles(page, { 'playing.reel': labeledReel });
	await followLink(page, 'front=-1&t=0');
	await openLabels(page);
	// Slowly: two seconds are short on a busy machine.
	for (let i = 0; i < 3; i++) await page.keyboard.press(',');
	await page.keyboard.press(' ');
	const names = page.getByRole('group', { name: 'Known labels' });
	await page.keyboard.press('2');
	await names.getByRole('button', { name: /grasp$/, pressed: true }).waitFor();
	const start = await readTime(page);
	await expect.poll(() => readTime(page)).toBeGreaterThan(start + 0.01);
	// Another key ends it and begins the next; pausing ends that.
	await page.keyboard.press('1');
	await names.getByRole('button', { name: /reach$/, pressed: true }).waitFor();
	const next = await readTime(page);
	await expect.poll(() => readTime(page)).toBeGreaterThan(next + 0.01);
	await page.keyboard.press(' ');
	await expect.poll(() => names.getByRole('button', { pressed: true }).count()).toBe(0);
	await undone(page, 'Add label').waitFor();
	const spans = (await readSpans(page))!;
	const added = spans.filter(
		(span) =>
			!labeled.tracks.some((track) => track.kind === 'spans' && track.spans.some((own) => own.start === span.start)),
	);
	expect(added.map(({ label }) => label).sort()).toEqual(['grasp', 'reach']);
	for (const { start, end } of added) expect(end).toBeGreaterThan(start);
	// Without playback, the keys are those of the view.
	const count = spans.length;
	await page.keyboard.press('2');
	expect((await readSpans(page))!.length).toBe(count);
});

test('a phone labels by taps', async () => {
	const page = await studio.openPage('', { viewport: { width: 390, height: 844 }, hasTouch: true });
	await pickFiles(page, { 'phone.reel': labeledReel });
	await openLabels(page);
	const panel = page.getByRole('region', { name: 'Labels' });
	await panel.getByText('tap a label at its start').waitFor();
	await selectRange(page, '0.8', '0.9');
	await panel
		.getByRole('button', { name: /grasp$/ })
		.first()
		.tap();
	await panel.getByRole('textbox', { name: 'Start of grasp' }).nth(1).waitFor();
	expect((await readSpans(page))!.map(({ start, label }) => [start, label])).toContainEqual([0.8, 'grasp']);
});
