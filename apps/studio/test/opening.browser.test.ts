import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { download, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';

const studio = useStudio();

async function openFull(link: string): Promise<Page> {
	const page = await studio.sharePage({}, `open=samples/${FULL}&${link}`);
	await waitForRecording(page, FULL);
	return page;
}

test('activates the recording of a link, and opens each recording once', async () => {
	const page = await studio.sharePage();
	const sample = page.getByRole('button', { name: /Two hands, head and gaze/ });
	await sample.dblclick();
	await waitForRecording(page, FULL);
	expect(await page.locator('.file').count()).toBe(1);
	await page.goto(`${studio.origin}/?aa=0&again#open=samples/mrtk-2.8.3-lost.bin&open=samples/mrtk-2.6.0-full-5s.bin`);
	await page.getByRole('button', { name: 'mrtk-2.6.0-full-5s.bin', exact: true }).click();
	await waitForRecording(page, 'mrtk-2.6.0-full-5s.bin');
	await expect.poll(() => page.url()).toContain('front=1');
	await page.reload();
	await page.getByRole('button', { name: 'mrtk-2.6.0-full-5s.bin', exact: true }).waitFor();
	await waitForRecording(page, 'mrtk-2.6.0-full-5s.bin');
	expect(await page.locator('.file').allInnerTexts()).toEqual(['mrtk-2.8.3-lost.bin', 'mrtk-2.6.0-full-5s.bin']);
});

test('a link on an open page restores the whole view', async () => {
	const page = await openFull('t=0.3');
	await expect.poll(() => page.url()).toMatch(/t=0.3&.*eye=/);
	const link = new URL(page.url()).hash;
	await page.keyboard.press('g');
	await page.keyboard.press('a');
	await expect.poll(() => page.url()).toContain('hide=gaze');
	await page.evaluate((hash) => {
		location.hash = hash;
	}, link);
	const gaze = page.getByRole('button', { name: 'Show gaze' });
	await expect.poll(() => gaze.getAttribute('aria-pressed')).toBe('true');
	expect(await page.getByRole('button', { name: 'Show rotations' }).getAttribute('aria-pressed')).toBe('false');
});

test('fits the recording into windows of any shape', async () => {
	const page = await openFull('hide=grid,trails,gaze');
	for (const viewport of [
		{ width: 1280, height: 600 },
		{ width: 800, height: 1100 },
	]) {
		await page.setViewportSize(viewport);
		// The 3D view gets its new size with the next frame.
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		await page.keyboard.press('f');
		for (const time of ['Home', 'End']) {
			await page.keyboard.press(time);
			const { bytes } = await download(page, () => page.keyboard.press('x'));
			expect(listTouchedEdges(PNG.sync.read(bytes)), `${time} at ${viewport.width}`).toEqual([]);
		}
	}
	await page.setViewportSize({ width: 1280, height: 800 });
});

test('never shows the values of one recording under the name of another', async () => {
	const page = await openFull(`t=0.3&channels=${TIP}.x`);
	await page.locator(`li[data-path="${TIP}.x"]`).waitFor();
	// Simulates a slow disk: reading curves never finishes.
	await page.evaluate(() => {
		const { arrayBuffer } = Blob.prototype;
		Blob.prototype.arrayBuffer = () => new Promise(() => {});
		Object.assign(globalThis, { repairDisk: () => Object.assign(Blob.prototype, { arrayBuffer }) });
	});
	await page.locator('input[type=file]').setInputFiles(fixturePath('recorded/mrtk-2.8.3-pruned.bin'));
	await waitForRecording(page, 'mrtk-2.8.3-pruned.bin');
	expect(await page.locator('.curves li').count()).toBe(0);
	await page.evaluate('repairDisk()');
});

test('shows a message for a recording without keys', async () => {
	const page = await studio.sharePage();
	await page.locator('input[type=file]').setInputFiles(fixturePath('recorded/mrtk-2.8.3-nothing.bin'));
	await waitForRecording(page, 'mrtk-2.8.3-nothing.bin');
	await page.getByText('there is nothing to draw').waitFor();
	for (const key of ['Space', 'ArrowRight', 'Shift+ArrowRight', 'End', '+', 'f', 'n', 'k', 'v'])
		await page.keyboard.press(key);
	await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
});

test('scrolls to the active one of many recordings', async () => {
	const page = await studio.sharePage();
	await page.setViewportSize({ width: 1024, height: 700 });
	const buffer = readFileSync(fixturePath('recorded/mrtk-2.8.3-n001.bin'));
	const files = Array.from({ length: 9 }, (_, i) => ({ name: `take-${i}.bin`, mimeType: '', buffer }));
	await page.locator('input[type=file]').setInputFiles(files);
	await waitForRecording(page, 'take-8.bin');
	const expectInSight = async (name: string): Promise<void> => {
		await waitForRecording(page, name);
		const isInSight = await page.locator('.file.current').evaluate((file) => {
			const { left, top, width, height } = file.getBoundingClientRect();
			return file.contains(document.elementFromPoint(left + width - 12, top + height / 2));
		});
		expect(isInSight, name).toBe(true);
	};
	await expectInSight('take-8.bin');
	await page.keyboard.press('>');
	await expectInSight((await page.locator('.file').allInnerTexts())[0]!);
});

test('messages about many unreadable files can be dismissed', async () => {
	const page = await studio.sharePage();
	await page.setViewportSize({ width: 1280, height: 800 });
	const files = Array.from({ length: 9 }, (_, i) => ({
		name: `notes-${i}.txt`,
		mimeType: 'text/plain',
		buffer: Buffer.from('no recording'),
	}));
	await page.locator('input[type=file]').setInputFiles(files);
	await expect.poll(() => page.getByRole('alert').count()).toBe(9);
	const box = (await page.locator('.messages').boundingBox())!;
	expect(box.y + box.height).toBeLessThanOrEqual(800);
	await page.getByRole('button', { name: 'Dismiss all 9 messages' }).click();
	expect(await page.getByRole('alert').count()).toBe(0);
});

// The edges of an image that anything but the background touches. The first pixel is background.
function listTouchedEdges({ data, width, height }: PNG): string[] {
	const differs = (x: number, y: number): boolean =>
		[0, 1, 2].some((i) => Math.abs(data[(y * width + x) * 4 + i]! - data[i]!) > 24);
	const columns = Array.from({ length: width }, (_, x) => x);
	const rows = Array.from({ length: height }, (_, y) => y);
	return [
		['top', columns.some((x) => differs(x, 0))],
		['bottom', columns.some((x) => differs(x, height - 1))],
		['left', rows.some((y) => differs(0, y))],
		['right', rows.some((y) => differs(width - 1, y))],
	].flatMap(([edge, isTouched]) => (isTouched ? [String(edge)] : []));
}
