import { readFileSync } from 'node:fs';
import { evaluateCurve, getKeyTime, readOutline, readRecording } from '@handreel/core';
import { createChannel, measureRecording, sampleChannel } from '@handreel/core/measure';
import { formatFloat } from '@handreel/text';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { listSerious } from './support/axe.ts';
import { findOnScreen } from './support/find-on-screen.ts';
import { fixturePath } from './support/fixture-path.ts';
import { download, followLink, readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const LOST = 'mrtk-2.8.3-lost.bin';
const PATH = fixturePath(`recorded/${FULL}`);
const TIP = 'hands.right.joints.indexTip';
const bytes = readFileSync(PATH);
const full = readRecording(bytes);
const studio = useStudio();
const openFull = async (hash: string, options = {}): Promise<Page> => {
	const page = await studio.openPage(`open=samples/${FULL}${hash}`, options);
	await waitForRecording(page, FULL);
	return page;
};
// Shows the recording in the page that tests share, without the panels of tests before.
const show = async (hash: string): Promise<Page> => {
	const page = await studio.sharePage();
	const link = `open=samples/${FULL}&eye=-20,15,2,0,1,0`;
	if ((await page.locator('.file').count()) === 0) await followLink(page, link);
	await page.getByRole('button', { name: FULL, exact: true }).waitFor();
	const close = page.getByRole('button', { name: 'Close Findings' });
	if (await close.isVisible()) await close.click();
	await followLink(page, link + hash);
	await waitForRecording(page, FULL);
	return page;
};
const line = (page: Page, path: string) => page.locator(`li[data-path="${path}"]`);

test('joints are hovered, picked, measured, plotted and followed in the picture', async () => {
	// Without trails and gaze, and from above, where no joint hides another.
	const permissions = ['clipboard-read', 'clipboard-write'];
	const page = await openFull('&t=1.2&hands=bones&hide=trails,gaze', { permissions });
	await page.keyboard.press('6');
	await page.waitForFunction(() => location.hash.includes('eye=0,89,'));
	const tip = await findOnScreen(page, PATH, 'right.indexTip');
	await page.mouse.move(tip.x, tip.y);
	const hover = page.locator('.hover');
	await expect.poll(() => hover.innerText()).toContain('right indexTip');

	// A click shows the pose. The picture stays as it is.
	const scene = await page.locator('.scene').boundingBox();
	await page.mouse.click(tip.x, tip.y);
	const card = page.getByRole('region', { name: 'Picked joint' });
	const { position } = full.hands!.right.joints.indexTip;
	const [x, y, z] = (['x', 'y', 'z'] as const).map((axis) => evaluateCurve(position[axis], 1.2));
	const meters = (value: number): string => value.toFixed(4).replace('-', '−');
	const read = async (): Promise<string> => (await card.innerText()).replace(/\s+/g, ' ');
	await expect.poll(read).toContain(`x y z Position ${meters(x!)} ${meters(y!)} ${meters(z!)} m Rotation`);
	expect(await read()).toContain('Unity space, angles in the order z, x, y');
	expect(await page.locator('.curves').count()).toBe(0);
	expect(await page.locator('.scene').boundingBox()).toEqual(scene);
	const wrist = await findOnScreen(page, PATH, 'right.wrist');
	await page.mouse.move(wrist.x, wrist.y);
	await expect.poll(() => hover.innerText()).toMatch(/right wrist[\s\S]+mm, [\d.]+°[\s\S]+to right indexTip/);

	// Shift-click measures, and the distance can be plotted.
	await page.keyboard.down('Shift');
	await page.mouse.click(wrist.x, wrist.y);
	await page.keyboard.up('Shift');
	const distance = sampleChannel(createChannel(full, 'distance(right.indexTip, right.wrist)'), 1.2);
	const angle = sampleChannel(createChannel(full, 'angle(right.indexTip, right.wrist)'), 1.2);
	await expect.poll(() => card.innerText()).toContain(`${(distance * 1000).toFixed(1)} mm`);
	expect(await card.innerText()).toContain(`${angle.toFixed(1)}°`);
	await card.getByTitle('Plot the position of right indexTip').click();
	await line(page, `${TIP}.position.z`).waitFor();
	await card.getByTitle('Plot the distance').click();
	const plotted = line(page, 'distance(right.indexTip, right.wrist)');
	await expect.poll(() => plotted.locator('output').innerText()).toBe(String(Number(distance.toPrecision(6))));

	// A value is copied, and the plotted values are a table.
	await page.getByRole('button', { name: 'Copy the value of right indexTip position x' }).click();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(formatFloat(x!));
	const { name, bytes: csv } = await download(page, () => page.keyboard.press('Shift+V'));
	expect(name).toBe('mrtk-2.8.3-full-5s-plot.csv');
	const [head, ...rows] = csv.toString().trim().split('\n');
	expect(head).toBe(
		`time (s),${TIP}.position.x (m),${TIP}.position.y (m),${TIP}.position.z (m),"distance(right.indexTip, right.wrist) (m)"`,
	);
	expect(rows.length).toBeGreaterThan(290);
	const [time, ...values] = rows[100]!.split(',').map(Number);
	expect(values[1]).toBeCloseTo(evaluateCurve(position.y, time!), 6);
	expect(values[3]).toBeCloseTo(sampleChannel(createChannel(full, 'distance(right.indexTip, right.wrist)'), time!), 6);

	// A double click keeps the joint in the middle, also at other times.
	// The plot made the picture lower: away from the buttons at its edge. Copying the link writes the address.
	for (let i = 0; i < 3; i++) await page.keyboard.press('PageDown');
	await page.getByRole('button', { name: 'Copy link' }).click();
	const moved = await findOnScreen(page, PATH, 'right.indexTip');
	await page.mouse.dblclick(moved.x, moved.y);
	await page.getByRole('button', { name: 'Following right indexTip' }).waitFor();
	await followLink(page, 't=1.7');
	const box = (await page.locator('.scene canvas').boundingBox())!;
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
	await expect.poll(() => hover.innerText()).toContain('right indexTip');

	// A link has all of it.
	await page.keyboard.press('Shift+A');
	await page.keyboard.press('Shift+O');
	await page.getByRole('button', { name: 'Copy link' }).click();
	const address = await page.evaluate(() => navigator.clipboard.readText());
	expect(address).toContain('follow=right.indexTip');
	const copy = await openFull(`&${new URL(address).hash.replace(/^#open=[^&]*&/, '')}`);
	await copy.getByRole('button', { name: 'Following right indexTip' }).waitFor();
	await line(copy, 'distance(right.indexTip, right.wrist)').waitFor();
	expect(await readTime(copy)).toBeCloseTo(await readTime(page), 3);
	expect(await copy.getByRole('button', { name: 'Own scales' }).getAttribute('aria-pressed')).toBe('true');
	await copy.getByRole('button', { name: 'View options' }).click();
	expect(await copy.getByRole('slider', { name: 'Onion skin', exact: true }).inputValue()).toBe('3');
	// The options close first, then the joint is deselected.
	await copy.keyboard.press('Escape');
	await copy.getByRole('region', { name: 'View options' }).waitFor({ state: 'detached' });
	await copy.keyboard.press('Escape');
	await expect.poll(() => copy.getByRole('region', { name: 'Picked joint' }).count()).toBe(0);

	// The card leaves its corner when it would cover the hand.
	const wide = await openFull(
		`&t=2.2&hands=bones&eye=0,5,1.2,0.25,1.65,-0.3&pick=right.indexTip,right.wrist&channels=${TIP}.position.x`,
		{
			viewport: { width: 1440, height: 900 },
		},
	);
	await line(wide, `${TIP}.position.x`).waitFor();
	await wide.keyboard.press('z');
	await wide.getByText('turning(head)').waitFor();
	const wideCard = wide.getByRole('region', { name: 'Picked joint' });
	await wideCard.and(wide.locator(':not([data-corner=bottom-right])')).waitFor();
	for (const point of ['right.indexTip', 'right.wrist', 'right.pinkyTip']) {
		const place = await findOnScreen(wide, PATH, point);
		const area = (await wideCard.boundingBox())!;
		const [across, down] = [place.x - area.x, place.y - area.y];
		expect(across < 0 || across > area.width || down < 0 || down > area.height, point).toBe(true);
	}
});

test('derived channels, statistics and the command palette', async () => {
	const page = await show(`&t=1&channels=${TIP}.position.x`);
	await line(page, `${TIP}.position.x`).waitFor();

	// An expression, a pattern, and a mistake.
	await page.keyboard.press('/');
	const expression = page.getByRole('combobox', { name: 'Expression' });
	await expression.fill('speed(*.wrist)');
	await expression.press('Enter');
	const speed = createChannel(full, 'speed(left.wrist)');
	const output = line(page, 'speed(left.wrist)').locator('output');
	await expect.poll(() => output.innerText()).toBe(String(Number(sampleChannel(speed, 1).toPrecision(6))));
	await line(page, 'speed(right.wrist)').waitFor();
	await expression.fill('speed(left.elbow)');
	await expression.press('Enter');
	await page.getByText(/Cannot plot speed\(left\.elbow\): 'left\.elbow' is not a point/).waitFor();

	// Units are on the axes: meters, and meters per second.
	const units = page.locator('.plot .unit');
	await expect.poll(() => units.allInnerTexts()).toEqual(['m', 'm/s']);
	await page.getByRole('button', { name: 'Own scales' }).click();
	await expect.poll(() => units.allInnerTexts()).toEqual(['m', 'm/s', 'm/s']);
	await page.getByRole('button', { name: 'Own scales' }).click();
	await expect.poll(() => units.count()).toBe(2);

	// The wheel over the axis zooms its values only, a double click shows all again.
	const showAll = page.getByRole('button', { name: 'Show all values' });
	const plot = page.locator('.plot');
	const before = await plot.screenshot();
	const box = (await plot.boundingBox())!;
	await page.mouse.move(box.x + 100, box.y + 80);
	await page.mouse.wheel(0, -400);
	await expect.poll(() => showAll.isEnabled()).toBe(true);
	await expect.poll(async () => (await plot.screenshot()).equals(before)).toBe(false);
	await page.mouse.dblclick(box.x + 100, box.y + 80);
	await expect.poll(() => showAll.isEnabled()).toBe(false);
	expect(await readTime(page)).toBe(1);

	// The figures of core, with histograms that plot what they show.
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Statistics' }).click();
	const { hands } = measureRecording(full);
	const right = page.locator('dl[aria-label="right hand"]');
	await expect.poll(() => right.innerText()).toContain(`Pinches\n${hands!.right.pinches.count}`);
	const p95 = `${Number(hands!.right.motion.wrist!.speed.p95.toPrecision(3))} m/s`;
	expect(await right.innerText()).toContain(`Wrist speed, p95\n${p95}`);
	await page.getByRole('img', { name: /^Histogram of aperture\(left\): from 0 to [\d.]+ m/ }).waitFor();
	await page.getByRole('button', { name: 'aperture(left)', exact: true }).click();
	await line(page, 'aperture(left)').waitFor();
	expect(await listSerious(page)).toEqual([]);

	// The palette runs commands, finds joints and channels, goes to times and plots expressions.
	const run = async (text: string): Promise<void> => {
		await page.keyboard.press('Control+k');
		const input = page.getByRole('combobox', { name: 'Search commands, channels and joints' });
		await input.fill(text);
		await input.press('Enter');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
	};
	await run('2.5');
	expect(await readTime(page)).toBe(2.5);
	await run('follow left wrist');
	await page.getByRole('button', { name: 'Following left wrist' }).waitFor();
	await run('plot head position');
	await line(page, 'head.position.z').waitFor();
	await run('curl(left.index)');
	await line(page, 'curl(left.index)').waitFor();
	await run('use dark theme');
	await page.locator('html[data-theme=dark]').waitFor();
	await page.reload();
	await page.locator('html[data-theme=dark]').waitFor();
	await page.getByRole('button', { name: 'Theme: dark' }).click();
	await page.locator('html[data-theme=light]').waitFor();
});

test('bytes are decoded, and linked to curves and problems both ways', async () => {
	const page = await show(`&channels=${TIP}.position.x&t=1`);
	await line(page, `${TIP}.position.x`).waitFor();
	const curve = full.hands!.right.joints.indexTip.position.x;
	const outline = readOutline(bytes).curves.find(({ path }) => path === `${TIP}.position.x`)!;

	// From the curve to the bytes of its last key.
	const link = line(page, `${TIP}.position.x`).getByTitle(/Shows the bytes/);
	const index = Number((await link.innerText()).split('/')[0]) - 1;
	await link.click();
	const rows = page.getByRole('region', { name: 'Hexadecimal bytes' }).getByRole('button');
	const selected = page.locator('.rows .selected');
	const value = formatFloat(evaluateCurve(curve, getKeyTime(curve, index)));
	const shown = `time ${formatFloat(getKeyTime(curve, index))}, value ${value}`;
	await expect.poll(() => selected.innerText()).toContain(shown);
	const offset = outline.keysOffset + index * outline.keySize;
	expect(await selected.innerText()).toContain(offset.toString(16).padStart(6, '0'));

	// From the bytes to the curve: the key is selected, and leads back.
	await rows.nth(2).click();
	await expect.poll(() => readTime(page)).toBeCloseTo(getKeyTime(curve, 2), 6);
	await page.getByText('1 key', { exact: true }).waitFor();
	const back = `Byte ${(outline.keysOffset + 2 * outline.keySize).toLocaleString('en-US')}`;
	await page.getByRole('button', { name: back }).click();
	await expect.poll(() => selected.innerText()).toContain(`time ${formatFloat(getKeyTime(curve, 2))}`);

	// From a problem to its bytes, and back.
	await page.locator('input[type=file]').setInputFiles([fixturePath('broken/rotation-not-unit.bin')]);
	await waitForRecording(page, 'rotation-not-unit.bin');
	await page
		.getByRole('button', { name: /^byte / })
		.first()
		.click();
	await page.locator('.rows .problem').first().waitFor();
	await page.getByRole('button', { name: 'Close Findings' }).click();
	await page.locator('.hex').getByRole('button', { name: 'rotation-not-unit' }).first().click();
	await page.locator('.issues .current').waitFor();
	expect(await page.locator('.issues .current').innerText()).toContain('rotation-not-unit');
});

test('two recordings are drawn over each other or side by side', async () => {
	const page = await show('');
	const look = 'hands=bones&hide=grid,head,gaze&eye=-20,15,2,0,1.2,0.3';
	await followLink(page, `open=samples/${FULL}&open=samples/${LOST}&overlay=1,0&t=0.5&${look}`);
	await waitForRecording(page, FULL);
	await page.getByText(`Overlay ${LOST}`).waitFor();
	await page.keyboard.press('d');
	await page.getByRole('button', { name: 'Side by side' }).click();
	await expect.poll(() => page.locator('.halves span').allInnerTexts()).toEqual([FULL, LOST]);
	const { bytes: image } = await download(page, () => page.keyboard.press('x'));
	const { data, width, height } = PNG.sync.read(image);
	const filled = [0, 0];
	for (let i = 0; i < width * height; i++) {
		const differs = [0, 1, 2].some((channel) => Math.abs(data[i * 4 + channel]! - data[channel]!) > 24);
		if (differs) filled[i % width < width / 2 ? 0 : 1]!++;
	}
	for (const count of filled) expect(count).toBeGreaterThan(150);
	await page.waitForFunction(() => location.hash.includes('layout=split') && location.hash.includes('overlay=1,0'));
	await page.getByRole('button', { name: 'Overlaid' }).click();
	await page.getByText(`Overlay ${LOST}`).waitFor();
});
