import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listSerious } from './support/axe.ts';
import { isInSight } from './support/is-in-sight.ts';
import { followLink, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const studio = useStudio();

/** Shows a recording in a page that tests share, in a window of the given size, with channels and without what tests before left. */
async function show(
	size: { readonly width: number; readonly height: number },
	{ channels = [], camera = 'orbit', options = {} }: { channels?: string[]; camera?: string; options?: object } = {},
): Promise<Page> {
	const page = await studio.sharePage(options);
	await page.setViewportSize(size);
	const message = page.getByRole('button', { name: /^Dismiss message/ });
	if (await message.isVisible()) await message.click();
	const panel = page.getByRole('button', { name: 'Close Findings' });
	if (await panel.isVisible()) await panel.click();
	await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
	// Clears the loop.
	await page.keyboard.press('\\');
	const plot = channels.length === 0 ? '' : `&channels=${channels.join(',')}`;
	await followLink(page, `open=samples/${FULL}&t=0&camera=${camera}&eye=-20,15,2,0,1,0${plot}`);
	await waitForRecording(page, FULL);
	if (channels.length === 0) await page.locator('.curves').waitFor({ state: 'detached' });
	for (const path of channels) await page.locator(`li[data-path="${path}"]`).waitFor();
	return page;
}

test('fits a screen of 1024 × 700', async () => {
	const page = await show({ width: 1024, height: 700 }, { channels: [`${TIP}.x`] });
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(overflow).toBeLessThanOrEqual(0);
	for (const name of ['Open', 'Save', 'Play', 'Zoom in', 'Orbit']) {
		const box = await page.getByRole('button', { name, exact: true }).boundingBox();
		expect(box!.x + box!.width, name).toBeLessThanOrEqual(1024);
		expect(box!.y + box!.height, name).toBeLessThanOrEqual(700);
	}
	const scene = (await page.locator('.scene').boundingBox())!;
	expect(scene.height).toBeGreaterThan(180);
});

test.each([
	[1024, 700],
	[820, 1180],
])('shows every panel beside the 3D view at %d × %d', async (width, height) => {
	const page = await show({ width, height });
	const expectBeside = async (panel: string): Promise<void> => {
		const side = (await page.getByRole('complementary', { name: panel }).boundingBox())!;
		const scene = (await page.locator('.scene').boundingBox())!;
		expect(side.x + side.width, panel).toBeLessThanOrEqual(scene.x);
		expect(scene.x + scene.width).toBeLessThanOrEqual(width);
		expect(scene.width).toBeGreaterThan(width / 2);
		expect(await page.getByRole('complementary').count()).toBe(1);
	};
	await expectBeside('Recording');
	await page.getByRole('button', { name: 'Problems' }).click();
	await page.getByText('No problems found').waitFor();
	await expectBeside('Findings');
	await page.keyboard.press('d');
	await expectBeside('Findings');
	await page.keyboard.press('/');
	await page.keyboard.type('indextip');
	expect(await page.getByRole('searchbox').inputValue()).toBe('indextip');
	await expectBeside('Recording');
	// For the next size, in the same page.
	await page.getByRole('searchbox').fill('');
});

// A window of 1280 × 800 at 200%.
test('everything is reachable at 200% zoom', async () => {
	const page = await show({ width: 640, height: 400 }, { channels: [`${TIP}.x`, `${TIP}.y`] });
	const scene = (await page.locator('.scene').boundingBox())!;
	expect(scene.height).toBeGreaterThan(150);
	for (const name of ['Open', 'Problems', 'More', 'Save', 'Orbit', 'Fit to view', 'Play', 'Zoom in', 'Clear']) {
		const button = page.getByRole('button', { name, exact: true });
		await button.scrollIntoViewIfNeeded();
		await expect.poll(() => isInSight(button), { message: name }).toBe(true);
	}
	const time = page.getByRole('slider', { name: 'Time', exact: true });
	await time.scrollIntoViewIfNeeded();
	expect(await isInSight(time)).toBe(true);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('buttons on a tablet are large enough for fingers', async () => {
	const page = await show({ width: 820, height: 1180 }, { channels: [`${TIP}.x`, `${TIP}.y`], options: PHONE });
	const boxes = await page.locator('button').evaluateAll((buttons) =>
		buttons.map((button) => {
			const { width, height } = button.getBoundingClientRect();
			return { name: button.getAttribute('aria-label') ?? button.textContent, width, height };
		}),
	);
	expect(boxes.length).toBeGreaterThan(30);
	expect(boxes.filter(({ width, height }) => Math.min(width, height) < 24)).toEqual([]);
	for (const name of ['Play', 'Next frame', 'Orbit', 'Zoom in']) {
		expect(boxes.find((box) => box.name === name)!.height, name).toBeGreaterThanOrEqual(34);
	}
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('a phone shows the 3D view on half the screen, and panels over the page', async () => {
	const page = await show(PHONE.viewport, { options: PHONE });
	expect((await page.locator('.scene').boundingBox())!.height).toBeGreaterThan(400);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
	expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
	await page.getByRole('button', { name: 'Play', exact: true }).tap();
	await page.getByRole('button', { name: 'Pause' }).tap();
	await page.getByRole('button', { name: 'Details' }).tap();
	const panel = (await page.getByRole('complementary', { name: 'Recording' }).boundingBox())!;
	expect(panel.width).toBe(390);
	await page.getByRole('button', { name: 'Close Recording' }).tap();
	for (const name of ['Fit to view', 'Zoom in', 'Save']) {
		const button = page.getByRole('button', { name, exact: true });
		await button.scrollIntoViewIfNeeded();
		await expect.poll(() => isInSight(button), { message: name }).toBe(true);
	}
});

// 720 × 450 and 640 × 400 are windows of 1440 × 900 and 1280 × 800 at 200%.
test.each([
	[800, 600],
	[390, 844],
	[720, 450],
	[640, 400],
	[844, 390],
])('%d × %d has room for scene, plot and timeline, also with a selected key and a message', async (width, height) => {
	const page = await show({ width, height }, { channels: [`${TIP}.x`] });
	const expectRoom = async (state: string, sceneHeight: number): Promise<void> => {
		const overflow = (): Promise<number[]> =>
			page.evaluate(() => {
				const { scrollWidth, scrollHeight } = document.documentElement;
				return [Math.max(scrollWidth - innerWidth, 0), Math.max(scrollHeight - innerHeight, 0)];
			});
		await expect.poll(overflow, { message: state }).toEqual([0, 0]);
		for (const [part, min] of [
			['.scene', sceneHeight],
			['.plot', 90],
			['.timeline', 66],
		] as const) {
			const box = (await page.locator(part).boundingBox())!;
			expect(box.height, `${part}, ${state}`).toBeGreaterThanOrEqual(min);
			expect(box.y + box.height, `${part}, ${state}`).toBeLessThanOrEqual(height);
		}
		// The time axes of plot and timeline are the same.
		const plot = (await page.locator('.plot .u-over').boundingBox())!;
		const time = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
		expect(Math.abs(plot.x - time.x), state).toBeLessThan(1);
		expect(Math.abs(plot.width - time.width), state).toBeLessThan(1);
	};
	const sceneHeight = height < 520 ? 340 : width === 390 ? 280 : 200;
	await expectRoom('plot', sceneHeight);

	// Selects one key: the only one in the loop range.
	const isPhone = (await page.locator('.app.phone').count()) > 0;
	if (isPhone) await page.getByRole('button', { name: 'Keys', exact: true }).click();
	else await page.keyboard.press('q');
	for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', '[', 'ArrowRight', 'ArrowRight', ']'])
		await page.keyboard.press(key);
	await page.getByRole('button', { name: 'Select keys' }).click();
	await page.getByText('1 key', { exact: true }).waitFor();
	await expectRoom('selected key', sceneHeight);
	const value = page.getByRole('textbox', { name: 'Value' });
	await value.scrollIntoViewIfNeeded();
	expect(await isInSight(value)).toBe(true);
	if (height === 450) expect(await listSerious(page)).toEqual([]);
	await page.getByRole('button', { name: 'Deselect' }).click();
	if (isPhone) await page.getByRole('button', { name: 'Keys', exact: true }).click();

	const broken = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no recording') };
	await page.locator('input[type=file]').setInputFiles([broken]);
	await page.getByRole('alert').waitFor();
	await expectRoom('message', 120);
});

test('a phone has a menu with the actions that do not fit', async () => {
	const page = await show(PHONE.viewport, { options: PHONE });
	// Nothing of the bar is hidden behind its edge.
	for (const name of ['Open', 'Details', 'Problems', 'Save', 'More'])
		expect(await isInSight(page.getByRole('button', { name, exact: true })), name).toBe(true);
	const names = ['Statistics', 'Compare', 'Edit', 'Undo', 'Redo', 'Export', 'Save image', 'Copy link', 'Search'];
	const more = page.getByRole('button', { name: 'More', exact: true });
	expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
	await more.tap();
	for (const name of names) expect(await isInSight(page.getByRole('button', { name, exact: true })), name).toBe(true);
	expect(await listSerious(page)).toEqual([]);
	// A tap beside the menu closes it.
	await page.touchscreen.tap(60, 300);
	await page.getByRole('button', { name: 'Export' }).waitFor({ state: 'hidden' });
	await more.tap();
	await page.getByRole('button', { name: 'Export' }).tap();
	await page.getByRole('dialog', { name: /^Export/ }).waitFor();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Save', exact: true }).tap();
	await page.getByRole('dialog', { name: /^Save/ }).waitFor();
	await page.keyboard.press('Escape');
	// With the keyboard, too.
	await more.focus();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await page.getByRole('tab', { name: 'Statistics', selected: true }).waitFor();
});

test('rows that scroll sideways fade where they continue', async () => {
	const page = await show({ width: 390, height: 844 });
	const row = page.getByRole('toolbar', { name: 'View' });
	await row.evaluate((node) => node.scrollTo(0, 0));
	const readHints = (): Promise<string[]> =>
		row.evaluate((node) => [...node.classList].filter((name) => name.startsWith('more-')).sort());
	await expect.poll(readHints).toEqual(['more-right']);
	await row.evaluate((node) => node.scrollTo(60, 0));
	await expect.poll(readHints).toEqual(['more-left', 'more-right']);
	await page.getByRole('button', { name: 'Fit to view' }).scrollIntoViewIfNeeded();
	await row.evaluate((node) => node.scrollTo(node.scrollWidth, 0));
	await expect.poll(readHints).toEqual(['more-left']);
	await page.setViewportSize({ width: 1440, height: 900 });
	await expect.poll(readHints).toEqual([]);
});

test('view directions and fitting leave the first-person camera, by key and by button', async () => {
	const page = await show({ width: 1280, height: 800 }, { camera: 'head' });
	const head = page.getByRole('button', { name: 'First person' });
	for (const leave of [
		() => page.getByRole('button', { name: 'View from the front' }).click(),
		() => page.keyboard.press('2'),
		() => page.getByRole('button', { name: 'Fit to view' }).click(),
		() => page.keyboard.press('f'),
	]) {
		await head.click();
		expect(await head.getAttribute('aria-pressed')).toBe('true');
		await leave();
		expect(await head.getAttribute('aria-pressed')).toBe('false');
	}
});
