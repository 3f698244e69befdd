import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { moveFingers, spreadFingers } from './support/move-fingers.ts';
import { drawFrames, readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';

const OPTIONS = { hasTouch: true };
const studio = useStudio([fixturePath(`recorded/${FULL}`)]);

async function open(link: string): Promise<Page> {
	const page = await studio.sharePage(OPTIONS, `open=recordings/0/${FULL}&${link}`);
	await waitForRecording(page, FULL);
	return page;
}

test('draws the 3D view in every frame of playback, and timeline and plot only once', async () => {
	const page = await open(`channels=${TIP}.x`);
	await page.locator(`li[data-path="${TIP}.x"]`).waitFor();
	await page.keyboard.press('l');
	await page.keyboard.press('Space');
	await page.getByRole('button', { name: 'Pause' }).waitFor();
	const counts = await page.evaluate(async () => {
		const found = { frames: 0, drawn: 0, painted: 0 };
		let last: unknown = null;
		const draw = WebGL2RenderingContext.prototype.drawElements;
		WebGL2RenderingContext.prototype.drawElements = function (...args) {
			if (document.timeline.currentTime !== last) found.drawn++;
			last = document.timeline.currentTime;
			draw.apply(this, args);
		};
		const clear = CanvasRenderingContext2D.prototype.clearRect;
		CanvasRenderingContext2D.prototype.clearRect = function (...args) {
			found.painted++;
			clear.apply(this, args);
		};
		while (found.frames < 10) {
			await new Promise(requestAnimationFrame);
			found.frames++;
		}
		return found;
	});
	expect(counts.drawn).toBeGreaterThanOrEqual(counts.frames - 1);
	expect(counts.painted).toBe(0);
	await page.keyboard.press('Space');
	await page.keyboard.press('l');
});

test('waits during scrubbing and continues afterwards', async () => {
	const page = await open('t=0');
	const box = (await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox())!;
	await page.keyboard.press('l');
	await page.keyboard.press('Space');
	await page.mouse.move(box.x + box.width / 4, box.y + 12);
	await page.mouse.down();
	const held = await readTime(page);
	await drawFrames(page, 5);
	expect(await readTime(page)).toBe(held);
	await page.mouse.up();
	await expect.poll(() => readTime(page)).not.toBe(held);
	await page.keyboard.press('Space');
});

test('fingers orbit and zoom the 3D view, scrub and zoom the timeline, and leave no hover', async () => {
	const page = await open(`channels=${TIP}.x&t=1`);
	await page.locator(`li[data-path="${TIP}.x"]`).waitFor();
	const eye = async (): Promise<number[]> => {
		await expect.poll(() => page.url()).toContain('eye=');
		return /eye=([^&]+)/.exec(page.url())![1]!.split(',').map(Number);
	};
	const before = await eye();
	const scene = (await page.locator('.scene canvas').boundingBox())!;
	const [x, y] = [scene.x + scene.width / 2, scene.y + scene.height / 2];
	await moveFingers(page, [[x, y]], [[x + 100, y]]);
	await expect.poll(async () => (await eye())[0]).toBeCloseTo(before[0]! - 35, 0);
	await moveFingers(page, spreadFingers(x, y, 40), spreadFingers(x, y, 80));
	await expect.poll(async () => (await eye())[2]).toBeCloseTo(before[2]! / 2, 1);
	expect((await eye())[0]).toBeCloseTo(before[0]! - 35, 0);

	const slider = page.getByRole('slider', { name: 'Time', exact: true });
	const end = Number(await slider.getAttribute('aria-valuemax'));
	const box = (await slider.boundingBox())!;
	const middle = box.x + box.width / 2;
	await moveFingers(page, [[box.x + 50, box.y + 12]], [[middle, box.y + 12]]);
	expect(await readTime(page)).toBeCloseTo(end / 2, 2);
	await moveFingers(page, spreadFingers(middle, box.y + 12, 50), spreadFingers(middle, box.y + 12, 200));
	const visible = (): number => {
		const [from = 0, to = end] = /range=([^&]+)/.exec(page.url())?.[1]?.split(',').map(Number) ?? [];
		return to - from;
	};
	await expect.poll(visible).toBeCloseTo(end / 4, 1);

	const plot = (await page.locator('.plot').boundingBox())!;
	await page.touchscreen.tap(plot.x + plot.width / 2, plot.y + 80);
	await page.keyboard.press('Home');
	await expect.poll(() => page.locator('.curves .at').innerText()).toBe('at 0:00.0000');
});
