import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';

const studio = useStudio();

test('fits a screen of 1024 × 700', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&channels=${TIP}.x`, {
		viewport: { width: 1024, height: 700 },
	});
	await waitForRecording(page, FULL);
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
	const page = await studio.openPage(`open=samples/${FULL}`, { viewport: { width, height } });
	await waitForRecording(page, FULL);
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
});

// A window of 1280 × 800 at 200%.
test('everything is reachable at 200% zoom', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&channels=${TIP}.x,${TIP}.y`, {
		viewport: { width: 640, height: 400 },
	});
	await waitForRecording(page, FULL);
	await page.locator(`li[data-path="${TIP}.y"]`).waitFor();
	const scene = (await page.locator('.scene').boundingBox())!;
	expect(scene.height).toBeGreaterThan(150);
	for (const name of ['Open', 'Problems', 'Compare', 'Save', 'Orbit', 'Fit to view', 'Play', 'Zoom in', 'Clear']) {
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
	const page = await studio.openPage(`open=samples/${FULL}&channels=${TIP}.x,${TIP}.y`, {
		viewport: { width: 820, height: 1180 },
		hasTouch: true,
		isMobile: true,
	});
	await waitForRecording(page, FULL);
	await page.locator(`li[data-path="${TIP}.y"]`).waitFor();
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
	const viewport = { width: 390, height: 844 };
	const page = await studio.openPage(`open=samples/${FULL}`, { viewport, hasTouch: true, isMobile: true });
	await waitForRecording(page, FULL);
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

test('800 × 600 has room for scene, plot and timeline', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&channels=${TIP}.x,${TIP}.y`, {
		viewport: { width: 800, height: 600 },
	});
	await waitForRecording(page, FULL);
	await page.locator(`li[data-path="${TIP}.y"]`).waitFor();
	expect((await page.locator('.scene').boundingBox())!.height).toBeGreaterThanOrEqual(200);
	expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
	const timeline = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	expect(timeline.y + timeline.height).toBeLessThanOrEqual(600);
});

test('view directions and fitting leave the first-person camera, by key and by button', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&camera=head`);
	await waitForRecording(page, FULL);
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

// Whether a click in the middle of an element would reach it.
function isInSight(element: Locator): Promise<boolean> {
	return element.evaluate((node) => {
		const { left, top, width, height } = node.getBoundingClientRect();
		const hit = document.elementFromPoint(left + width / 2, top + height / 2);
		return hit !== null && node.contains(hit);
	});
}
