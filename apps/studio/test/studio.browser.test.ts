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
import { formatFloat } from '@handreel/text';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { makeFaultyFile } from './support/faulty-file.ts';
import { fixturePath } from './support/fixture-path.ts';
import {
	download,
	drawFrames,
	followLink,
	pickFiles,
	readTime,
	saveAs,
	waitForRecording,
} from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'recorded/mrtk-2.8.3-full-5s.bin';
const TIP = 'hands.right.joints.indexTip.position';
const full: Recording = readRecording(readFileSync(fixturePath(FULL)));

describe('the studio in Chromium', () => {
	const studio = useStudio([fixturePath(FULL)]);
	let page: Page;

	const pick = (...names: string[]): Promise<void> =>
		page.locator('input[type=file]').setInputFiles(names.map(fixturePath));
	const openFull = async (hash: string): Promise<void> => {
		page = await studio.openPage(`open=recordings/0/mrtk-2.8.3-full-5s.bin${hash}`);
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
	};
	// Shows the recording in the page that tests share, in the state of a link, without the panels of tests before.
	const show = async (hash: string): Promise<void> => {
		page = await studio.sharePage();
		const link = 'open=recordings/0/mrtk-2.8.3-full-5s.bin&eye=-20,15,2,0,1,0';
		if ((await page.locator('.file').count()) === 0) await followLink(page, link);
		await page.getByRole('button', { name: 'mrtk-2.8.3-full-5s.bin', exact: true }).waitFor();
		const close = page.getByRole('button', { name: 'Close Findings' });
		if (await close.isVisible()) await close.click();
		await followLink(page, link + hash);
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
	};
	const slider = () => page.getByRole('slider', { name: 'Time', exact: true });
	const readout = (path: string): Promise<string> => page.locator(`li[data-path="${path}"] output`).innerText();

	test('shows the start page, and opens files with the file picker, dropped files and dropped folders', async () => {
		page = await studio.openPage();
		const start = page.getByRole('heading', { name: 'Inspect XR recordings' });
		await start.waitFor();
		await expectPolicy();
		const chooser = page.waitForEvent('filechooser');
		await page.getByRole('button', { name: 'Open recordings' }).click();
		await (await chooser).setFiles(fixturePath(FULL));
		await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
		expect(await page.title()).toContain('mrtk-2.8.3-full-5s.bin');
		expect(Number(await slider().getAttribute('aria-valuemax'))).toBe(full.duration);
		const panel = await page.getByRole('tabpanel', { name: 'Recording' }).innerText();
		for (const fact of ['mrtk-1.1', '361,475 bytes', '4.933 s', 'About 60 Hz', '44,589', 'MRTK 2.6.0 – 2.8.3']) {
			expect(panel).toContain(fact);
		}

		// Several files are opened in order. The tabs switch between them.
		await page.getByRole('button', { name: 'Close mrtk-2.8.3-full-5s.bin' }).click();
		await start.waitFor();
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

		// A folder.
		await page.getByRole('button', { name: 'Close mrtk-2.8.3-full-5s.bin' }).click();
		await start.waitFor();
		const folder = mkdtempSync(join(tmpdir(), 'handreel-drop-'));
		mkdirSync(join(folder, 'inner'));
		copyFileSync(fixturePath('recorded/mrtk-2.8.3-n001.bin'), join(folder, 'one.bin'));
		copyFileSync(fixturePath('recorded/mrtk-2.8.3-n020.bin'), join(folder, 'inner', 'two.bin'));
		writeFileSync(join(folder, '.hidden'), 'left out');
		writeFileSync(join(folder, 'README.md'), 'left out, too');
		// Dispatches a native drop: a DataTransfer that is made by the page has no folders.
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

	test('plays, pauses, loops a range and stops at the end', async () => {
		await show('&t=0');
		const parts = ['.scene canvas', '.timeline canvas'].map((selector) => page.locator(selector));
		const before: Buffer[] = [];
		for (const part of parts) before.push(await part.screenshot());
		// At a quarter of the speed, a busy machine takes its pictures before the end.
		for (let i = 0; i < 2; i++) await page.keyboard.press(',');
		await page.getByRole('button', { name: 'Play' }).click();
		await expect.poll(() => readTime(page)).toBeGreaterThan(0.1);
		for (const [i, part] of parts.entries()) {
			// During playback, not only after a pause.
			expect((await part.screenshot()).equals(before[i]!)).toBe(false);
			await page.getByRole('button', { name: 'Pause' }).waitFor();
		}
		await page.getByRole('button', { name: 'Pause' }).click();
		const paused = await readTime(page);
		await drawFrames(page, 5);
		expect(await readTime(page)).toBe(paused);
		// Plays to the end at four times the speed.
		await followLink(page, 't=4');
		for (let i = 0; i < 6; i++) await page.keyboard.press('.');
		await page.keyboard.press('Space');
		await page.getByRole('button', { name: 'Play' }).waitFor();
		expect(await readTime(page)).toBe(full.duration);
		// Loops from 1 s to 1.1 s.
		await show('&t=1');
		await page.keyboard.press('[');
		for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
		await page.keyboard.press(']');
		const end = await readTime(page);
		await page.keyboard.press('Space');
		const times: number[] = [];
		for (let i = 0; i < 10; i++) {
			await drawFrames(page, 1);
			times.push(await readTime(page));
		}
		expect(new Set(times).size).toBeGreaterThan(1);
		expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
		expect(Math.max(...times)).toBeLessThanOrEqual(end);
		// Pauses, and clears the loop and the speed for other tests.
		await page.keyboard.press('Space');
		await page.keyboard.press('\\');
		for (let i = 0; i < 2; i++) await page.keyboard.press(',');
	});

	test('scrubs without worker requests', async () => {
		await show('&t=0');
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
		for (let i = 1; i <= 8; i++) await page.mouse.move(box.x + (box.width * i) / 16, box.y + 12);
		await page.mouse.up();
		expect(await readTime(page)).toBeCloseTo(full.duration / 2, 2);
		expect(await page.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(0);
	});

	test('draws the 3D view again for another time, but not for a file that is saved', async () => {
		await show('&t=0');
		await page.locator('canvas[data-meshes=there]').waitFor();
		// Every picture starts with an empty canvas.
		const pictures = await page.evaluateHandle(() => {
			const counts = { count: 0 };
			const { clear } = WebGL2RenderingContext.prototype;
			WebGL2RenderingContext.prototype.clear = function (...args) {
				counts.count++;
				clear.apply(this, args);
			};
			return counts;
		});
		await saveAs(page, 'mrtk-1.1');
		expect(await pictures.jsonValue()).toEqual({ count: 0 });
		await page.keyboard.press('ArrowRight');
		await expect.poll(() => pictures.jsonValue()).toEqual({ count: 1 });
	});

	test('steps by frame and by key', async () => {
		await show(`&t=0&channels=${TIP}.x`);
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

	test('shows the values and speeds that core computes', async () => {
		await show(`&t=2.345&channels=${TIP}.x,head.rotation.w,gaze.direction.z,hands.left.pinching`);
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

	test('shows whether a hand is lost or pinching', async () => {
		await show('&t=0.9');
		const chips = page.getByRole('group', { name: 'Hand states' });
		expect(await chips.innerText()).toMatch(/Left hand\s+pinching[\s\S]*Right hand\s+tracked/);
		await pick('recorded/mrtk-2.8.3-lost.bin');
		await waitForRecording(page, 'mrtk-2.8.3-lost.bin');
		const lost = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-lost.bin')));
		const { times, hands } = bakeFrames(lost, { frameRate: 20 });
		const gone = hands!.left.tracked.findIndex((tracked, row) => tracked === 0 && row > 3);
		await page.evaluate((time) => {
			location.hash = `t=${time}`;
		}, times[gone]!);
		await expect.poll(() => chips.innerText()).toMatch(/Left hand\s+lost/);
	});

	test('finds the problem of a 2.6.0 file, repairs, compares and saves it', async () => {
		await show('');
		const original = makeFaultyFile();
		await pickFiles(page, { 'faulty.bin': original });
		await page
			.getByRole('button', { name: /rotation-w-lost/ })
			.first()
			.click();
		await page.locator('li[data-path="head.rotation.w"]').waitFor();
		await page.getByRole('button', { name: 'Repair and compare' }).click();
		await waitForRecording(page, 'faulty-repaired.bin');
		await page.getByText('No problems found').waitFor();
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
		expect(await page.locator('.labels').innerText()).toContain('Rotation deviation');
		const saved = await saveAs(page, 'mrtk-1.1');
		expect(saved.name).toBe('faulty-repaired.bin');
		expect(saved.bytes.equals(writeRecording(repair.recording!))).toBe(true);
	});

	test('compares two recordings and jumps to the largest deviation', async () => {
		await show('');
		await pick('recorded/mrtk-2.8.3-pruned.bin');
		await waitForRecording(page, 'mrtk-2.8.3-pruned.bin');
		await page.keyboard.press('d');
		await page.getByRole('combobox', { name: 'Overlay' }).selectOption({ label: 'mrtk-2.8.3-full-5s.bin' });
		const row = page.getByRole('row', { name: /^Positions/ });
		await row.waitFor();
		const pruned = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-pruned.bin')));
		const { position } = compareRecordings(pruned, full, { start: 0, end: Math.min(pruned.duration, full.duration) });
		expect(await row.innerText()).toContain(`${(position!.max * 1000).toFixed(2)} mm`);
		await row.getByRole('button').click();
		expect(await readTime(page)).toBeCloseTo(position!.time, 5);
		expect(await page.locator('.labels').innerText()).toContain('Position deviation');
	});

	test('reports the position of damage and opens the readable part', async () => {
		await show('&t=0');
		const bytes = readFileSync(fixturePath(FULL));
		const cut = { name: 'cut.bin', mimeType: 'application/octet-stream', buffer: bytes.subarray(0, 200_000) };
		const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no recording') };
		await page.locator('input[type=file]').setInputFiles([cut, text]);
		const alerts = page.getByRole('alert');
		await expect.poll(() => alerts.count()).toBe(2);
		const [first, second] = await alerts.allInnerTexts();
		expect(first).toContain('Could not open cut.bin');
		expect(first).toContain('truncated');
		expect(first).toMatch(/byte [\d,]+ of 200,000/);
		expect(first).toMatch(/Readable: [\d,]+ keys in \d+ curves/);
		expect(second).toContain('bad-magic');
		expect(second).toContain('No readable data');
		await page.getByRole('button', { name: 'Dismiss message about notes.txt' }).click();
		await page.getByRole('button', { name: 'Open readable part' }).click();
		await waitForRecording(page, 'cut-repaired.bin');
		const { bytes: saved } = await saveAs(page, 'mrtk-1.1');
		const expected = repairBytes(cut.buffer).recording!;
		expect(saved.equals(writeRecording(expected, { layout: 'mrtk-1.1' }))).toBe(true);
		await page.keyboard.press('Space');
		await page.getByRole('button', { name: 'Pause' }).click();
	});

	test('restores time, view, range and channels from a link, updates the link, and loads skinned hands on demand', async () => {
		const hash = `&t=1.5&range=1,2&camera=follow&hands=bones&eye=-90,5,2,0,1,0&hide=gaze&channels=${TIP}.y&plot=speed`;
		await openFull(hash);
		await page.locator(`li[data-path="${TIP}.y"]`).waitFor();
		expect(await readTime(page)).toBe(1.5);
		expect(await page.getByRole('button', { name: 'Follow head' }).getAttribute('aria-pressed')).toBe('true');
		expect(await page.getByRole('button', { name: 'Show gaze' }).getAttribute('aria-pressed')).toBe('false');
		expect(await page.getByRole('button', { name: 'Speed' }).getAttribute('aria-pressed')).toBe('true');
		await page.keyboard.press('Home');
		await page.keyboard.press('g');
		await expect.poll(() => page.url()).toMatch(/#open=recordings\/0\/mrtk-2\.8\.3-full-5s\.bin&t=0&/);
		const restored = page.url();
		expect(restored).not.toContain('hide=');
		expect(restored).toContain('eye=-90,5,2,0,1,0');
		expect(restored).toContain(`channels=${TIP}.y&plot=speed`);

		// The meshes are not loaded before they are shown.
		const listMeshes = (): Promise<number[]> =>
			page.evaluate(() => {
				const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
				return loaded.filter(({ name }) => /right.*\.glb/.test(name)).map(({ responseStatus }) => responseStatus);
			});
		const skin = page.getByRole('button', { name: 'Show skin' });
		await skin.and(page.locator('[aria-pressed=false]')).waitFor();
		expect(await listMeshes()).toEqual([]);
		await page.keyboard.press('m');
		await skin.and(page.locator('[aria-pressed=true]')).waitFor();
		await expect.poll(listMeshes).toEqual([200]);
	});

	test('saves the image as PNG and the plot as SVG', async () => {
		await show(`&t=0&channels=${TIP}.x,${TIP}.y`);
		await page.locator(`li[data-path="${TIP}.y"]`).waitFor();
		const png = await download(page, () => page.keyboard.press('x'));
		expect(png.name).toBe('mrtk-2.8.3-full-5s.png');
		expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
		const svg = await download(page, () => page.keyboard.press('v'));
		expect(svg.name).toBe('mrtk-2.8.3-full-5s.svg');
		expect(svg.bytes.toString().match(/<path [^>]*stroke-width="1.4"/g)).toHaveLength(2);
		expect(svg.bytes.toString()).toContain('>position (m)<');
		const keys = full.hands!.right.joints.indexTip.position;
		expect(svg.bytes.toString().match(/<circle/g)).toHaveLength(keys.x.count + keys.y.count);
		// The buttons do the same.
		const clicked = await download(page, () => page.getByRole('button', { name: 'Save plot' }).click());
		expect(clicked.bytes.equals(svg.bytes)).toBe(true);
		const image = await download(page, () => page.getByRole('button', { name: 'Save image' }).click());
		expect(image.name).toBe(png.name);
	});

	// The content security policy forbids requests to other hosts.
	async function expectPolicy(): Promise<void> {
		const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("connect-src 'self'");
		expect(policy).not.toContain('http');
		// SIMD sampling needs WebAssembly, the smallest module of which is a header.
		const isCompiled = await page.evaluate(
			() => new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)) instanceof WebAssembly.Module,
		);
		expect(isCompiled).toBe(true);
	}
});
