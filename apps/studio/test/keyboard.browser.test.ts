import { readFileSync } from 'node:fs';
import { readRecording } from '@handreel/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { download, readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const bytes = readFileSync(fixturePath(`recorded/${FULL}`));
const studio = useStudio();

test('can be used with the keyboard alone', async () => {
	const page = await studio.openPage();
	await page.getByRole('heading', { name: 'Inspect XR recordings' }).waitFor();
	await tabTo(page, /Two hands, head and gaze/);
	await page.keyboard.press('Enter');
	await waitForRecording(page, FULL);
	await page.keyboard.press('?');
	await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
	await page.keyboard.press('Escape');
	await page.keyboard.press('/');
	await page.keyboard.type('right indextip pos');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await page.locator('li[data-path="hands.right.joints.indexTip.position.x"]').waitFor();
	expect(await page.locator('.curves li').count()).toBe(1);
	await page.keyboard.press('c');
	expect(await page.getByRole('button', { name: 'Follow head' }).getAttribute('aria-pressed')).toBe('true');
	const before = page.url();
	await page.keyboard.press('Alt+ArrowLeft');
	await expect.poll(() => page.url()).not.toBe(before);
	await page.keyboard.press('End');
	expect(await readTime(page)).toBe(readRecording(bytes).duration);
	const saved = await download(page, async () => {
		await page.keyboard.press('s');
		await page.getByRole('dialog').waitFor();
		await tabTo(page, /^Save$/);
		await page.keyboard.press('Enter');
	});
	expect(saved.bytes.equals(bytes)).toBe(true);
});

/** Presses Tab until the element with a label or text has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
	for (let i = 0; i < 40; i++) {
		await page.keyboard.press('Tab');
		const text = await page.evaluate(
			() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
		);
		if (name.test(text)) return;
	}
	throw new Error(`Tab did not reach ${name}`);
}
