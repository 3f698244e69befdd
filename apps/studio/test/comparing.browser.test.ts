import { readFileSync } from 'node:fs';
import { evaluateCurve, readRecording, writeRecording } from '@handreel/core';
import { compareRecordings, moveRecording, shiftRecording, trimRecording } from '@handreel/core/edit';
import { formatFloat } from '@handreel/text';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position.x';
const full = readRecording(readFileSync(fixturePath(`recorded/${FULL}`)));
/** Starts a second later, ends two seconds earlier, and is half a meter away. */
const part = moveRecording(trimRecording(full, { start: 1, end: 3 }), [0.5, 0, 0, 0, 0, 0, 1]);
const studio = useStudio();

test('compares the time that both recordings share, in table, lane, plot and picture', async () => {
	const page = await studio.openPage(`open=samples/${FULL}&channels=${TIP}&t=0.5&hands=bones`);
	await waitForRecording(page, FULL);
	const buffer = Buffer.from(writeRecording(part));
	await page.locator('input[type=file]').setInputFiles([{ name: 'part.bin', mimeType: '', buffer }]);
	await waitForRecording(page, 'part.bin');
	await page.keyboard.press('<');
	await waitForRecording(page, FULL);
	await page.keyboard.press('d');
	await page.getByRole('combobox', { name: 'Overlay' }).selectOption({ label: 'part.bin' });
	const row = page.getByRole('row', { name: /^Positions/ });
	await row.waitFor();
	const early = compareRecordings(full, part, { start: 0, end: part.duration });
	expect(await row.innerText()).toContain(`${(early.position!.max * 1000).toFixed(2)} mm`);
	await page.getByText('0.000 s to 2.000 s').waitFor();
	await row.getByRole('button').click();
	expect(await readTime(page)).toBeCloseTo(early.position!.time, 5);

	// Both curves.
	const other = page.getByRole('status', { name: /indexTip position x value of the overlay/ });
	const time = await readTime(page);
	const curve = part.hands!.right.joints.indexTip.position.x;
	await expect.poll(() => other.innerText()).toBe(formatFloat(evaluateCurve(curve, time)));

	// A second later, it is the same motion half a meter away.
	await page.getByRole('spinbutton', { name: 'Time offset' }).fill('1');
	await page.keyboard.press('Tab');
	await page.getByText('1.000 s to 3.000 s').waitFor();
	const shifted = compareRecordings(full, shiftRecording(part, 1), { start: 1, end: 3 });
	await expect.poll(() => row.innerText()).toContain(`${(shifted.position!.max * 1000).toFixed(2)} mm`);
	expect(shifted.position!.max).toBeCloseTo(0.5, 3);

	// The head of the part starts where the head of the whole is a second later, so only a part of the distance is left.
	await page.getByRole('checkbox', { name: /Align/ }).check();
	await expect.poll(() => row.innerText()).not.toContain('500.00 mm');
	await page.getByRole('checkbox', { name: /Align/ }).uncheck();
	await expect.poll(() => row.innerText()).toContain('500.00 mm');

	// Times are inside both recordings.
	for (const button of await page.locator('aside li button').all()) {
		await button.click();
		expect(await readTime(page)).toBeGreaterThanOrEqual(1);
		expect(await readTime(page)).toBeLessThanOrEqual(3.0001);
		if ((await page.locator('aside li button').count()) > 6) break;
	}
});
