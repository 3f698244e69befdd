import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Clicks the page's own button and runs frames until its session has started. */
export async function enterPage(page: Page): Promise<void> {
	await page.evaluate(() => handreel.driver.step(5));
	await page.click('#enter:enabled');
	const mode = await page.evaluate(async () => {
		const { driver } = handreel;
		for (let i = 0; i < 100 && driver.sessionMode === null; i++) await driver.step();
		return driver.sessionMode;
	});
	expect(mode).toBe('immersive-vr');
}
