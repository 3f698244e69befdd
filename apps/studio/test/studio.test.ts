import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	bakeFrames,
	evaluateCurve,
	evaluateCurveVelocity,
	getKeyTime,
	type Recording,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { repairBytes } from '@handreel/core/diagnose';
import { compareRecordings } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatFloat } from '../src/state/format.ts';
import { download, fixturePath, readTime, saveAs, waitForRecording } from './studio-page.ts';
import { useStudio } from './use-studio.ts';

const FULL = 'recorded/mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';
const full: Recording = readRecording(readFileSync(fixturePath(FULL)));

describe('the studio in Chromium', () => {
	const studio = useStudio([fixturePath(FULL)]);
	let page: Page;

	const pick = (...names: string[]): Promise<void> =>
		page.locator('input[type=file]').setInputFiles(names.map(fixturePath));
	const openFull = async (hash = ''): Promise<void> => {
		page = await studio.openPage(`open=recordings/0/mrtk-2.8.3-full-5s.bin${hash}`);
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
	};
	const slider = () => page.getByRole('slider', { name: 'Time', exact: true });
	const readout = (path: string): Promise<string> => page.locator(`li[data-path="${path}"] output`).innerText();

	test('explains itself on the first visit and opens a file by the picker', async () => {
		page = await studio.openPage();
		await page.getByRole('heading', { name: 'See what was recorded' }).waitFor();
		const chooser = page.waitForEvent('filechooser');
		await page.getByRole('button', { name: 'Open recordings' }).click();
		await (await chooser).setFiles(fixturePath(FULL));
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		expect(await page.title()).toContain('mrtk-2.8.3-full-5s.bin');
		expect(Number(await slider().getAttribute('aria-valuemax'))).toBe(full.duration);
		const panel = await page.getByRole('tabpanel', { name: 'Recording' }).innerText();
		for (const fact of ['mrtk-1.1', '361,475 bytes', '4.933 s', 'about 60 Hz', '44,589', 'MRTK 2.6.0 – 2.8.3']) {
			expect(panel).toContain(fact);
		}
	});

	test('opens dropped files, several at once, and goes from one to the other', async () => {
		page = await studio.openPage();
		const files = [FULL, 'recorded/mrtk-2.8.3-lost.bin'].map((name) => ({
			name: name.replace('recorded/', ''),
			base64: readFileSync(fixturePath(name)).toString('base64'),
		}));
		await page.evaluate((list) => {
			const transfer = new DataTransfer();
			for (const { name, base64 } of list) {
				transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
			}
			document.body.dispatchEvent(
				new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true }),
			);
			document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
		}, files);
		await waitForRecording(page, 'mrtk-2.8.3-lost.bin');
		await page.getByRole('button', { name: 'mrtk-2.8.3-full-5s.bin', exact: true }).click();
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		await page.keyboard.press('>');
		await waitForRecording(page, 'mrtk-2.8.3-lost.bin');
		await page.getByRole('button', { name: 'Close mrtk-2.8.3-lost.bin' }).click();
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		expect(await page.getByRole('button', { name: 'mrtk-2.8.3-lost.bin', exact: true }).count()).toBe(0);
	});

	test('opens the recordings of a dropped folder', async () => {
		page = await studio.openPage();
		await page.getByRole('heading', { name: 'See what was recorded' }).waitFor();
		const folder = mkdtempSync(join(tmpdir(), 'handreel-drop-'));
		mkdirSync(join(folder, 'inner'));
		copyFileSync(fixturePath('recorded/mrtk-2.8.3-n001.bin'), join(folder, 'one.bin'));
		copyFileSync(fixturePath('recorded/mrtk-2.8.3-n020.bin'), join(folder, 'inner', 'two.bin'));
		writeFileSync(join(folder, '.hidden'), 'left out');
		writeFileSync(join(folder, 'README.md'), 'left out, too');
		// A drop as the window system makes it: the page's own DataTransfer knows no folders.
		const protocol = await page.context().newCDPSession(page);
		const data = { items: [], files: [folder], dragOperationsMask: 1 };
		for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
			await protocol.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
		}
		await page.getByRole('button', { name: 'one.bin', exact: true }).waitFor();
		await page.getByRole('button', { name: 'two.bin', exact: true }).waitFor();
		expect(await page.getByRole('alert').count()).toBe(0);
		rmSync(folder, { recursive: true });
	});

	test('plays, pauses, loops a part and stops at the end', async () => {
		await openFull();
		const parts = ['.scene canvas', '.timeline canvas'].map((selector) => page.locator(selector));
		const before: Buffer[] = [];
		for (const part of parts) before.push(await part.screenshot());
		await page.getByRole('button', { name: 'Play' }).click();
		await expect.poll(() => readTime(page)).toBeGreaterThan(0.1);
		for (const [i, part] of parts.entries()) {
			// While it plays, and not only when it comes to rest.
			expect((await part.screenshot()).equals(before[i]!)).toBe(false);
			await page.getByRole('button', { name: 'Pause' }).waitFor();
		}
		await page.getByRole('button', { name: 'Pause' }).click();
		const paused = await readTime(page);
		await page.waitForTimeout(150);
		expect(await readTime(page)).toBe(paused);
		// Four times as fast to the end.
		for (let i = 0; i < 6; i++) await page.keyboard.press('.');
		await page.keyboard.press('Space');
		await page.getByRole('button', { name: 'Play' }).waitFor();
		expect(await readTime(page)).toBe(full.duration);
		// A loop from 1 s to 1.1 s never leaves it.
		await openFull('&t=1');
		await page.keyboard.press('[');
		for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
		await page.keyboard.press(']');
		const end = await readTime(page);
		await page.keyboard.press('Space');
		for (let i = 0; i < 10; i++) {
			await page.waitForTimeout(30);
			const time = await readTime(page);
			expect(time).toBeGreaterThanOrEqual(1);
			expect(time).toBeLessThanOrEqual(end);
		}
	});

	test('scrubs without asking the worker for anything', async () => {
		await openFull();
		await page.evaluate(() => {
			const counts = globalThis as unknown as { asked: number };
			counts.asked = 0;
			const post = Worker.prototype.postMessage;
			Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
				counts.asked++;
				return (post as (...list: unknown[]) => void).apply(this, args);
			} as typeof post;
		});
		const box = (await slider().boundingBox())!;
		await page.mouse.move(box.x + 10, box.y + 12);
		await page.mouse.down();
		for (let i = 1; i <= 20; i++) await page.mouse.move(box.x + (box.width * i) / 40, box.y + 12);
		await page.mouse.up();
		expect(await readTime(page)).toBeCloseTo(full.duration / 2, 2);
		expect(await page.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(0);
	});

	test('steps by frame and by key', async () => {
		await openFull(`&channels=${TIP}.x`);
		await page.locator(`li[data-path="${TIP}.x"]`).waitFor();
		const frame = 1 / 60;
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('ArrowRight');
		expect(await readTime(page)).toBeCloseTo(2 * frame, 3);
		await page.keyboard.press('ArrowLeft');
		expect(await readTime(page)).toBeCloseTo(frame, 3);
		await page.keyboard.press('Home');
		const curve = full.hands!.right.joints.indexTip.position.x;
		for (let key = 1; key <= 3; key++) {
			await page.keyboard.press('Shift+ArrowRight');
			expect(await readTime(page)).toBe(getKeyTime(curve, key));
		}
		await page.keyboard.press('Shift+ArrowLeft');
		expect(await readTime(page)).toBe(getKeyTime(curve, 2));
	});

	test('shows the numbers that the core gives, values and speeds', async () => {
		await openFull(`&t=2.345&channels=${TIP}.x,head.rotation.w,gaze.direction.z,hands.left.pinching`);
		await page.locator('li[data-path="hands.left.pinching"]').waitFor();
		const curves = {
			[`${TIP}.x`]: full.hands!.right.joints.indexTip.position.x,
			'head.rotation.w': full.head!.rotation.w,
			'gaze.direction.z': full.gaze!.direction.z,
			'hands.left.pinching': full.hands!.left.pinching,
		};
		expect(await readTime(page)).toBe(2.345);
		for (const [path, curve] of Object.entries(curves)) {
			expect(await readout(path)).toBe(formatFloat(evaluateCurve(curve, 2.345)));
		}
		await page.getByRole('button', { name: 'Speed' }).click();
		for (const [path, curve] of Object.entries(curves)) {
			expect(await readout(path)).toBe(formatFloat(evaluateCurveVelocity(curve, 2.345)));
		}
	});

	test('says when a hand is lost or pinches', async () => {
		await openFull('&t=0.9');
		const chips = page.getByRole('group', { name: 'Hands now' });
		expect(await chips.innerText()).toMatch(/left hand\s+pinching[\s\S]*right hand\s+tracked/);
		await pick('recorded/mrtk-2.8.3-lost.bin');
		await waitForRecording(page, 'mrtk-2.8.3-lost.bin');
		const lost = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-lost.bin')));
		const { times, hands } = bakeFrames(lost, { frameRate: 20 });
		const gone = hands!.left.tracked.findIndex((tracked, row) => tracked === 0 && row > 3);
		await page.evaluate((time) => {
			location.hash = `t=${time}`;
		}, times[gone]!);
		await expect.poll(() => chips.innerText()).toMatch(/left hand\s+lost/);
	});

	test('finds the fault of a 2.6.0 file, repairs it, shows before and after and saves it', async () => {
		page = await studio.openPage('open=samples/mrtk-2.6.0-full-5s.bin');
		await page
			.getByRole('button', { name: /rotation-w-lost/ })
			.first()
			.click();
		await page.locator('li[data-path="head.rotation.w"]').waitFor();
		await page.getByRole('button', { name: 'Repair and compare' }).click();
		await waitForRecording(page, 'mrtk-2.6.0-full-5s-repaired.bin');
		await page.getByText('No problems found').waitFor();
		const original = readFileSync(fixturePath('recorded/mrtk-2.6.0-full-5s.bin'));
		const repair = repairBytes(original);
		expect(await page.locator('.report li').count()).toBe(repair.repaired.length + repair.remaining.length);
		await page.getByRole('tab', { name: 'Compare' }).click();
		const { rotation, position } = compareRecordings(repair.recording!, readRecording(original));
		const row = page.getByRole('row', { name: /^Rotations/ });
		await row.waitFor();
		expect(await row.innerText()).toContain(`${rotation!.max.toFixed(2)}°`);
		expect(await page.getByRole('row', { name: /^Positions/ }).innerText()).toContain(
			`${(position!.max * 1000).toFixed(2)} mm`,
		);
		expect(await page.locator('.labels').innerText()).toContain('off, rotation');
		const saved = await saveAs(page, 'mrtk-1.1');
		expect(saved.name).toBe('mrtk-2.6.0-full-5s-repaired.bin');
		expect(saved.bytes.equals(writeRecording(repair.recording!))).toBe(true);
	});

	test('compares two recordings and jumps to where they differ most', async () => {
		await openFull();
		await pick('recorded/mrtk-2.8.3-pruned.bin');
		await waitForRecording(page, 'mrtk-2.8.3-pruned.bin');
		await page.keyboard.press('d');
		await page.getByRole('combobox', { name: 'Overlay' }).selectOption({ label: 'mrtk-2.8.3-full-5s.bin' });
		const row = page.getByRole('row', { name: /^Positions/ });
		await row.waitFor();
		const pruned = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-pruned.bin')));
		const { position } = compareRecordings(pruned, full);
		expect(await row.innerText()).toContain(`${(position!.max * 1000).toFixed(2)} mm`);
		await row.getByRole('button').click();
		expect(await readTime(page)).toBeCloseTo(Math.min(position!.time, pruned.duration), 5);
		expect(await page.locator('.labels').innerText()).toContain('off, position');
	});

	test('says where a broken file is broken, opens what can be saved, and goes on', async () => {
		await openFull();
		const bytes = readFileSync(fixturePath(FULL));
		const cut = { name: 'cut.bin', mimeType: 'application/octet-stream', buffer: bytes.subarray(0, 200_000) };
		const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no recording') };
		await page.locator('input[type=file]').setInputFiles([cut, text]);
		const alerts = page.getByRole('alert');
		await expect.poll(() => alerts.count()).toBe(2);
		const [first, second] = await alerts.allInnerTexts();
		expect(first).toContain('cut.bin could not be opened');
		expect(first).toContain('truncated');
		expect(first).toMatch(/byte [\d,]+ of 200,000/);
		expect(first).toMatch(/What could be saved: [\d,]+ keys in \d+ curves/);
		expect(second).toContain('bad-magic');
		expect(second).toContain('Nothing in it could be saved');
		await page.getByRole('button', { name: 'Dismiss the message about notes.txt' }).click();
		await page.getByRole('button', { name: 'Open what could be saved' }).click();
		await waitForRecording(page, 'cut-repaired.bin');
		const { bytes: saved } = await saveAs(page, 'mrtk-1.1');
		const expected = repairBytes(cut.buffer).recording!;
		expect(saved.equals(writeRecording(expected, { layout: 'mrtk-1.1' }))).toBe(true);
		await page.keyboard.press('Space');
		await page.getByRole('button', { name: 'Pause' }).waitFor();
	});

	test('restores time, view, range and channels from a link, and writes them into one', async () => {
		const hash = `&t=1.5&range=1,2&camera=follow&eye=-90,5,2,0,1,0&hide=gaze&channels=${TIP}.y&plot=speed`;
		await openFull(hash);
		await page.locator(`li[data-path="${TIP}.y"]`).waitFor();
		expect(await readTime(page)).toBe(1.5);
		expect(await page.getByRole('button', { name: 'Follow the head' }).getAttribute('aria-pressed')).toBe('true');
		expect(await page.getByRole('button', { name: 'Gaze', exact: true }).getAttribute('aria-pressed')).toBe('false');
		expect(await page.getByRole('button', { name: 'Speed' }).getAttribute('aria-pressed')).toBe('true');
		await page.keyboard.press('Home');
		await page.keyboard.press('g');
		await expect.poll(() => page.url()).toMatch(/#open=recordings\/0\/mrtk-2\.8\.3-full-5s\.bin&t=0&/);
		const restored = page.url();
		expect(restored).not.toContain('hide=');
		expect(restored).toContain('eye=-90,5,2,0,1,0');
		expect(restored).toContain(`channels=${TIP}.y&plot=speed`);
	});

	test('saves the picture as PNG and the plot as SVG', async () => {
		await openFull(`&channels=${TIP}.x,${TIP}.y`);
		await page.locator(`li[data-path="${TIP}.y"]`).waitFor();
		const png = await download(page, () => page.keyboard.press('x'));
		expect(png.name).toBe('mrtk-2.8.3-full-5s.png');
		expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
		const svg = await download(page, () => page.keyboard.press('v'));
		expect(svg.name).toBe('mrtk-2.8.3-full-5s.svg');
		expect(svg.bytes.toString().match(/<polyline/g)).toHaveLength(2);
		const keys = full.hands!.right.joints.indexTip.position;
		expect(svg.bytes.toString().match(/<circle/g)).toHaveLength(keys.x.count + keys.y.count);
		// Without a keyboard, too.
		const clicked = await download(page, () => page.getByRole('button', { name: 'Save the plot' }).click());
		expect(clicked.bytes.equals(svg.bytes)).toBe(true);
		const picture = await download(page, () => page.getByRole('button', { name: 'Save the picture' }).click());
		expect(picture.name).toBe(png.name);
	});

	test('can be used with the keyboard alone', async () => {
		page = await studio.openPage();
		await page.getByRole('heading', { name: 'See what was recorded' }).waitFor();
		await tabTo(/Two hands, head and gaze/);
		await page.keyboard.press('Enter');
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		await page.keyboard.press('?');
		await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
		await page.keyboard.press('Escape');
		await page.keyboard.press('/');
		await page.keyboard.type('right indextip pos');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.locator(`li[data-path="${TIP}.x"]`).waitFor();
		expect(await page.locator('.curves li').count()).toBe(1);
		await page.keyboard.press('c');
		expect(await page.getByRole('button', { name: 'Follow the head' }).getAttribute('aria-pressed')).toBe('true');
		const before = page.url();
		await page.keyboard.press('Alt+ArrowLeft');
		await expect.poll(() => page.url()).not.toBe(before);
		await page.keyboard.press('End');
		expect(await readTime(page)).toBe(full.duration);
		const saved = await download(page, async () => {
			await page.keyboard.press('s');
			await page.getByRole('dialog').waitFor();
			await tabTo(/^Save$/);
			await page.keyboard.press('Enter');
		});
		expect(saved.bytes.equals(readFileSync(fixturePath(FULL)))).toBe(true);
	});

	test('shows skinned hands', async () => {
		await openFull('&t=1');
		const model = page.waitForResponse(/hands\/right\.glb/);
		await page.keyboard.press('m');
		expect((await model).ok()).toBe(true);
		expect(await page.getByRole('button', { name: 'Skin instead of bones' }).getAttribute('aria-pressed')).toBe('true');
	});

	test('forbids requests to elsewhere by its own policy, on any server', async () => {
		page = await studio.openPage();
		const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("connect-src 'self'");
		expect(policy).not.toContain('http');
	});

	async function tabTo(name: RegExp): Promise<void> {
		for (let i = 0; i < 40; i++) {
			await page.keyboard.press('Tab');
			const text = await page.evaluate(
				() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
			);
			if (name.test(text)) return;
		}
		throw new Error(`Tab never came to ${name}`);
	}
});
