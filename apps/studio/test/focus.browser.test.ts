import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const FAULTY = 'mrtk-2.6.0-full-5s.bin';
const studio = useStudio();

test('Space plays wherever the focus is, except in text fields', async () => {
	const page = await studio.sharePage({}, `open=samples/${FULL}&hands=bones`);
	await waitForRecording(page, FULL);
	let chooserCount = 0;
	page.on('filechooser', () => chooserCount++);
	for (const name of ['Open', 'Show gaze', 'Set loop start']) {
		await page.getByRole('button', { name, exact: true }).focus();
		await expectTransport(page);
	}
	expect(chooserCount).toBe(0);
	expect(await page.getByRole('button', { name: 'Show gaze' }).getAttribute('aria-pressed')).toBe('true');
	await page.keyboard.press('/');
	await page.keyboard.type('left index');
	expect(await page.getByRole('searchbox').inputValue()).toBe('left index');
});

test('keys operate boxes, lists, sliders and tabs after Tab, and playback after a click', async () => {
	const page = await studio.sharePage({}, `open=samples/${FULL}&hands=bones`);
	await waitForRecording(page, FULL);
	await page.locator('input[type=file]').setInputFiles(fixturePath(`recorded/${FAULTY}`));
	await waitForRecording(page, FAULTY);
	await page.getByRole('tab', { name: 'Compare' }).click();
	await expectTransport(page);
	const overlay = page.getByRole('combobox', { name: 'Overlay' });
	await overlay.selectOption({ label: FULL });
	const align = page.getByRole('checkbox', { name: /^Align/ });
	await align.waitFor();

	// A click on a list opens it, and a second click closes it.
	await overlay.click();
	await overlay.click();
	await expect.poll(() => overlay.evaluate((node) => node.matches(':focus:not(:open)'))).toBe(true);
	const chosen = await overlay.inputValue();
	await expectTransport(page);
	expect(await overlay.inputValue()).toBe(chosen);

	await align.click();
	expect(await align.isChecked()).toBe(true);
	await expectTransport(page);
	// The label moves the focus, too, after the pointer is released.
	await page.getByText('Align head positions').click();
	expect(await align.isChecked()).toBe(false);
	await expectTransport(page);
	expect(await align.isChecked()).toBe(false);
	const speed = page.getByRole('slider', { name: 'Speed' });
	await speed.click();
	const before = await speed.inputValue();
	await expectTransport(page);
	expect(await speed.inputValue()).toBe(before);

	// With Tab the same elements keep the keys that operate them.
	const offset = page.getByRole('spinbutton', { name: 'Time offset' });
	await offset.click();
	await page.keyboard.press('Tab');
	await page.keyboard.press('Space');
	expect(await align.isChecked()).toBe(true);
	await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
	// A box does not need arrows.
	await expectStep(page);
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Shift+Tab');
	expect(await overlay.evaluate((node) => node === document.activeElement)).toBe(true);
	const time = await readTime(page);
	await page.keyboard.press('ArrowUp');
	expect(await overlay.inputValue()).not.toBe(chosen);
	expect(await readTime(page)).toBe(time);
	await page.getByRole('tab', { name: 'Compare' }).focus();
	await page.keyboard.press('ArrowRight');
	await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
	expect(await readTime(page)).toBe(time);
});

/** Checks that Space plays and that arrows step, with the focus where it is. */
async function expectTransport(page: Page): Promise<void> {
	await page.keyboard.press('Space');
	await page.getByRole('button', { name: 'Pause' }).waitFor();
	await page.keyboard.press('Space');
	await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
	await expectStep(page);
}

async function expectStep(page: Page): Promise<void> {
	await page.keyboard.press('Home');
	await page.keyboard.press('ArrowRight');
	const first = await readTime(page);
	expect(first).toBeGreaterThan(0);
	await page.keyboard.press('ArrowRight');
	expect(await readTime(page)).toBeGreaterThan(first);
}
