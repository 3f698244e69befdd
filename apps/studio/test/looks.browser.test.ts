// What the page shows where: the plot, the overview of a zoomed timeline, the start page.
import { expect, test } from 'vitest';
import { listSerious } from './support/axe.ts';
import { drawFrames, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';

const studio = useStudio();

test('at least 60 % of the plot is plot, with a legend that does not fit and with the numbers of keys', async () => {
	const channels = ['x', 'y', 'z'].map((axis) => `${TIP}.${axis}`);
	const hash = `open=samples/${FULL}&t=1&channels=${channels.join(',')},head.position.x,head.position.y`;
	const page = await studio.openPage(hash, { viewport: { width: 1440, height: 900 } });
	await waitForRecording(page, FULL);
	await page.locator(`li[data-path="${TIP}.z"]`).waitFor();
	const measure = (): Promise<number> =>
		page.evaluate(() => {
			const heightOf = (name: string): number => document.querySelector(name)?.getBoundingClientRect().height ?? 0;
			return heightOf('.u-over') / heightOf('.curves');
		});
	expect(await measure()).toBeGreaterThan(0.6);
	await page.keyboard.press('q');
	const before = (await page.locator('.u-over').boundingBox())!;
	await page.getByRole('button', { name: 'Select keys' }).click();
	await page.getByRole('textbox', { name: 'Value' }).waitFor();
	expect(await measure()).toBeGreaterThan(0.6);
	expect(await page.locator('.u-over').boundingBox()).toEqual(before);
	// What does not fit can be scrolled to.
	const clear = page.getByRole('button', { name: 'Deselect' });
	await clear.scrollIntoViewIfNeeded();
	await clear.click();
	expect(await listSerious(page)).toEqual([]);
});

test('the overview scrolls a zoomed timeline by pointer and keys, and zooming moves nothing else', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&t=1`, { viewport: { width: 1440, height: 900 } });
	await waitForRecording(page, FULL);
	const strip = page.getByRole('slider', { name: 'Visible range' });
	const readStart = async (): Promise<number> => Number(await strip.getAttribute('aria-valuenow'));
	const scene = await page.locator('.scene').boundingBox();
	for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
	expect(await page.locator('.scene').boundingBox()).toEqual(scene);
	const start = await readStart();
	expect(start).toBeGreaterThan(0);
	const box = (await strip.boundingBox())!;
	const y = box.y + box.height / 2;
	const perSecond = box.width / Number(await strip.getAttribute('aria-valuemax'));

	await page.mouse.move(box.x + perSecond, y);
	await page.mouse.down();
	await page.mouse.move(box.x + perSecond * 2, y, { steps: 4 });
	expect(await readStart()).toBeCloseTo(start + 1, 2);
	await page.keyboard.press('Escape');
	expect(await readStart()).toBeCloseTo(start, 5);
	await page.mouse.up();

	await page.mouse.move(box.x + perSecond, y);
	await page.mouse.down();
	await page.mouse.move(box.x + perSecond * 2, y, { steps: 4 });
	await page.mouse.up();
	await page.mouse.move(box.x + perSecond * 4, y);
	await drawFrames(page, 2);
	expect(await readStart()).toBeCloseTo(start + 1, 2);
	// The playhead stays: looking elsewhere is not seeking.
	expect(await page.getByRole('slider', { name: 'Time', exact: true }).getAttribute('aria-valuenow')).toBe('1');

	const moved = await readStart();
	await strip.press('ArrowRight');
	expect(await readStart()).toBeGreaterThan(moved);
	await strip.press('ArrowLeft');
	expect(await readStart()).toBeCloseTo(moved, 5);
});

test('the start page names the formats, and speaks of fingers where there are fingers', async () => {
	const page = await studio.openPage('', { viewport: { width: 1440, height: 900 } });
	await page.getByText('or drop a file, or a folder').waitFor();
	await page.locator('.formats', { hasText: 'Unity XR Hands' }).waitFor();
	const touch = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
	const phone = await studio.openPage('', touch);
	await phone.getByText('Tap to choose files').waitFor();
	expect(await phone.getByText('or drop').count()).toBe(0);
});
