// npm run tool -- pictures: takes the pictures of the guides in the built studio. Look at them before you commit.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRecording } from '@handreel/core';
import { repairBytes } from '@handreel/core/diagnose';
import type { Page } from 'playwright-core';
import { startStudio, waitForRecording } from '../../apps/studio/test/support/studio-page.ts';
import { root } from '../../scripts/workspace.mjs';
import { pages } from './generate/pages.ts';

const NAME = 'mrtk-2.6.0-full-5s.bin';
/** The person has turned around, so that the lost W shows. */
const VIEW = 't=4.2&hands=mesh&eye=205,18,0.8,0.19,1.56,0.14&hide=trails,gaze,head';
/** The middle of the 3D view, without its buttons. */
const SIZE = { width: 560, height: 380 };

const folder = mkdtempSync(join(tmpdir(), 'handreel-pictures-'));
const original = join(root, 'fixtures', 'recorded', NAME);
const { recording } = repairBytes(await readFile(original));
if (recording === null) throw new Error(`${NAME} could not be repaired`);
const repaired = join(folder, NAME);
writeFileSync(repaired, writeRecording(recording));

for (const [name, file] of [
	['repair-before', original],
	['repair-after', repaired],
] as const) {
	const studio = await startStudio([file]);
	const page = await studio.openPage(`open=recordings/0/${NAME}&${VIEW}`, {
		viewport: { width: 1280, height: 800 },
		colorScheme: 'dark',
	});
	await waitForRecording(page, NAME);
	await page.waitForLoadState('networkidle');
	// The hand models are loaded and drawn.
	await page.waitForTimeout(2000);
	const path = join(pages, 'guide', 'pictures', `${name}.png`);
	const box = await page.locator('.scene canvas').boundingBox();
	if (box === null) throw new Error('the 3D view is not visible');
	const [x, y] = [box.x + (box.width - SIZE.width) / 2, box.y + (box.height - SIZE.height) / 2];
	await page.screenshot({ path, clip: { x, y, ...SIZE } });
	await studio.close();
	console.log(path);
}
rmSync(folder, { recursive: true, force: true });

const FULL = 'mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';
const CLOSE = 'hide=trails,gaze,head&eye=-25,15,0.75,0.42,1.38,0.5';

/** Pictures of the whole studio, and what is done before they are taken. */
const STUDIO: readonly (readonly [name: string, link: string, prepare: (page: Page) => Promise<void>])[] = [
	[
		'studio-plot',
		`channels=${TIP}.x,${TIP}.y,${TIP.replace('right', 'left')}.x`,
		(page) => page.locator(`li[data-path="${TIP}.y"]`).waitFor(),
	],
	[
		'studio-sheet',
		CLOSE,
		async (page) => {
			await page.keyboard.press('Shift+Q');
			await page.getByRole('treeitem', { name: 'Right hand' }).press('ArrowRight');
			await page.getByRole('treeitem', { name: 'Index' }).press('Enter');
		},
	],
	[
		'studio-pose',
		`${CLOSE}&pick=right.wrist`,
		async (page) => {
			await page.getByRole('button', { name: 'Pose right wrist' }).click();
			await page.getByRole('textbox', { name: 'Turn z' }).fill('25');
			await page.getByRole('textbox', { name: 'Turn z' }).press('Tab');
		},
	],
];

const studio = await startStudio();
for (const [name, link, prepare] of STUDIO) {
	const page = await studio.openPage(`open=samples/${FULL}&t=2.2&${link}`, {
		viewport: { width: 1280, height: 800 },
		colorScheme: 'dark',
	});
	await waitForRecording(page, FULL);
	await page.waitForLoadState('networkidle');
	await prepare(page);
	await page.waitForTimeout(2000);
	const path = join(pages, 'guide', 'pictures', `${name}.png`);
	await page.screenshot({ path });
	await page.context().close();
	console.log(path);
}
await studio.close();
