import { readFileSync } from 'node:fs';
import { readRecording, writeRecording } from '@handreel/core';
import { repairBytes } from '@handreel/core/diagnose';
import type { Dialog } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixturePath } from './support/fixture-path.ts';
import { saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FAULTY = 'mrtk-2.6.0-full-5s.bin';
const studio = useStudio();

test('restores local files and unsaved copies after a reload and after a crash, and asks before they are lost', async () => {
	const page = await studio.openPage();
	await page.locator('input[type=file]').setInputFiles(fixturePath(`recorded/${FAULTY}`));
	await waitForRecording(page, FAULTY);
	await page.locator('input[type=file]').setInputFiles(fixturePath(`recorded/${FAULTY}`));
	await waitForRecording(page, `${FAULTY} (2)`);
	await page.getByRole('button', { name: `Close ${FAULTY} (2)` }).click();
	await page.getByRole('button', { name: 'Repair and compare' }).click();
	const copy = 'mrtk-2.6.0-full-5s-repaired.bin';
	await waitForRecording(page, copy);
	await page.getByRole('row').or(page.getByText('No problems found')).first().waitFor();
	// Documents are written shortly after a change.
	await page.waitForTimeout(700);

	const asked: Dialog[] = [];
	page.on('dialog', (dialog) => {
		asked.push(dialog);
		void dialog.accept();
	});
	await page.reload();
	expect(asked.map((dialog) => dialog.type())).toEqual(['beforeunload']);
	await waitForRecording(page, copy);
	expect(await page.locator('.file').allInnerTexts()).toEqual([FAULTY, copy]);
	await page.getByRole('button', { name: 'Compare', exact: true }).click();
	await page.getByRole('tab', { name: 'Problems' }).click();
	await page.getByText('Repaired', { exact: true }).waitFor();

	// Closing asks, too.
	await page.getByRole('button', { name: `Close ${copy}` }).click();
	await page
		.getByRole('dialog', { name: /^Close/ })
		.getByRole('button', { name: 'Cancel' })
		.click();
	await waitForRecording(page, copy);
	await page.waitForTimeout(500);

	// Kills the process of the page, so that nothing of the page can run any more.
	const context = page.context();
	const crashed = page.waitForEvent('crash');
	const protocol = await context.newCDPSession(page);
	protocol.send('Page.crash').catch(() => {});
	await crashed;
	const next = await context.newPage();
	await next.goto(`${studio.origin}/?aa=0`);
	await next.getByText('1 unsaved recording of an earlier session').waitFor();
	expect(await next.getByRole('button', { name: FAULTY }).count()).toBe(1);
	await next.getByRole('button', { name: 'Restore' }).click();
	await waitForRecording(next, copy);
	const saved = await saveAs(next, 'mrtk-1.1');
	const repaired = repairBytes(readFileSync(fixturePath(`recorded/${FAULTY}`))).recording!;
	expect(saved.bytes.equals(writeRecording(repaired))).toBe(true);
	expect(readRecording(saved.bytes).duration).toBeGreaterThan(4);

	// A saved recording closes without a question.
	await next.getByRole('button', { name: `Close ${copy}` }).click();
	await next.getByRole('heading', { name: 'Recent files' }).waitFor();
	await next.getByRole('button', { name: FAULTY }).click();
	await waitForRecording(next, FAULTY);
});
