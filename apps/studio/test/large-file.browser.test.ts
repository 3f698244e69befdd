import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	createCurve,
	createRecording,
	JOINT_NAMES,
	type JointName,
	type PoseParts,
	writeRecording,
} from '@handreel/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTime, type StudioBrowser, startStudio, waitForRecording } from './support/studio-page.ts';

let studio: StudioBrowser;
let page: Page;
let scratch = '';
let path = '';
/** As many frames, but keys for one joint per hand only. */
let fewChannels: Buffer;

beforeAll(async () => {
	scratch = mkdtempSync(join(tmpdir(), 'handreel-large-'));
	path = join(scratch, 'large.bin');
	writeFileSync(path, createLarge());
	fewChannels = Buffer.from(createLarge(['indexTip']));
	studio = await startStudio();
	page = await studio.openPage();
});
afterAll(async () => {
	await studio?.close();
	rmSync(scratch, { recursive: true, force: true });
});

// Eleven minutes of two hands at 60 frames per second, with a key per frame for the positions of joints.
function createLarge(joints: readonly JointName[] = JOINT_NAMES): Uint8Array {
	const frames = 11 * 60 * 60;
	const wave = (phase: number): ReturnType<typeof createCurve> => {
		const keys = new Float32Array(frames * 2);
		for (let i = 0; i < frames; i++) {
			keys[i * 2] = i / 60;
			keys[i * 2 + 1] = Math.sin(i / 40 + phase);
		}
		return createCurve(keys);
	};
	const one = createCurve([0, 1]);
	const none = createCurve([0, 0]);
	const pose = (phase: number): PoseParts => ({
		position: { x: wave(phase), y: wave(phase + 1), z: wave(phase + 2) },
		rotation: { x: none, y: none, z: none, w: one },
	});
	const isTracked = createCurve([0, 1], { kind: 'boolean' });
	const hand = (phase: number) => ({
		tracked: isTracked,
		pinching: createCurve([0, 0], { kind: 'boolean' }),
		joints: Object.fromEntries(joints.map((name, i) => [name, pose(phase + i * 0.03)])),
	});
	return writeRecording(createRecording({ head: pose(0), hands: { left: hand(1), right: hand(2) } }), {
		layout: 'mrtk-1.1',
	});
}

test('opens 50 MB with progress, stays responsive, and scrubs', async () => {
	expect(statSync(path).size).toBeGreaterThan(50e6);
	await page.evaluate(() => {
		const seen = globalThis as unknown as { shares: number[]; beats: number };
		seen.shares = [];
		seen.beats = 0;
		new MutationObserver(() => {
			const bar = document.querySelector('progress');
			// The duration of decoding is unknown: the position is −1.
			if (bar !== null) seen.shares.push(bar.position);
		}).observe(document.body, { subtree: true, childList: true, attributes: true });
		setInterval(() => {
			if (document.querySelector('progress') !== null) seen.beats++;
		}, 5);
	});
	await page.locator('input[type=file]').setInputFiles(path);
	await waitForRecording(page, 'large.bin');
	const { shares, beats } = await page.evaluate(() => {
		const seen = globalThis as unknown as { shares: number[]; beats: number };
		return { shares: seen.shares, beats: seen.beats };
	});
	expect(shares.some((share) => share > 0 && share < 1)).toBe(true);
	expect(shares.at(-1)).toBe(-1);
	expect(beats).toBeGreaterThan(3);
	await page.keyboard.press('End');
	expect(await readTime(page)).toBeCloseTo(659.98, 1);
	// From eleven minutes to single keys.
	for (let i = 0; i < 16; i++) await page.keyboard.press('+');
	await expect.poll(() => page.url()).toMatch(/range=659\.9\d*,659\.98/);
	expect(studio.complaints).toEqual([]);
});

test('selects and changes more than a hundred thousand keys', async () => {
	const name = 'few-channels.bin';
	await page.locator('input[type=file]').setInputFiles([{ name, mimeType: '', buffer: fewChannels }]);
	await waitForRecording(page, name);
	const channels = ['x', 'y', 'z'].map((axis) => `hands.right.joints.indexTip.position.${axis}`);
	await page.evaluate((list) => {
		location.hash = `range=0,660&channels=${list}`;
	}, channels.join(','));
	for (const channel of channels) await page.locator(`li[data-path="${channel}"]`).waitFor();
	await page.keyboard.press('q');
	const keys = page.getByRole('group', { name: 'Keys' });
	await keys.getByRole('button', { name: 'Select keys' }).click();
	await keys.getByText('118,800 keys').waitFor();
	await keys.getByRole('combobox', { name: 'Tangents' }).selectOption('auto');
	await page.getByRole('button', { name: 'Undo: Set tangents' }).waitFor();
	await keys.getByRole('textbox', { name: 'Value' }).fill('+=0.5');
	await keys.getByRole('textbox', { name: 'Value' }).press('Enter');
	await page.getByRole('button', { name: 'Undo: Move 118,800 keys' }).waitFor();
	expect(studio.complaints).toEqual([]);
});
