// The recording in the headset: the replay runtime is the device, and a performance pushes the buttons.
import { join } from 'node:path';
import { createFrameSample, type Recording, sampleFrame } from '@handreel/core';
import { Performer } from '@handreel/core/perform';
import { encodeReel } from '@handreel/core/reel';
import { PanelAnchor } from '@handreel/immersive';
import type { ReplayDriver } from '@handreel/webxr';
import type { Page } from 'playwright-core';
import { Object3D, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { PANEL_PIXELS, PANEL_WIDTH, placeButtons, SLIDER } from '../../../packages/immersive/src/panel-layout.ts';
import { root } from '../../../scripts/workspace.mjs';
import { describePanel, type HeadsetButton, PANEL_DROP } from '../src/headset/describe-panel.ts';
import { readTime, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

declare const handreel: { readonly driver: ReplayDriver };

const studio = useStudio();
const SETTINGS = { space: 'webxr', tremor: 0, speed: 1.5 } as const;
/** Meters behind the front of the panel that fingers aim at, so that they get through. */
const DEPTH = 0.015;
/** Half of the distance between the eyes in the replay runtime. */
const HALF_EYE_DISTANCE = 0.0315;

/** The place of a point of the panel's picture, which is placed in front of the left eye of a performer at the start. */
function locate(x: number, y: number, depth: number): number[] {
	const { head } = sampleFrame(new Performer(SETTINGS).toRecording(), 0, createFrameSample(), { space: 'webxr' });
	const rotation = new Quaternion().fromArray(head, 3);
	const eye = new Vector3(-HALF_EYE_DISTANCE, 0, 0).applyQuaternion(rotation).add(new Vector3().fromArray(head));
	const panel = new Object3D();
	new PanelAnchor(panel, PANEL_DROP).update(eye, rotation, 0);
	panel.updateMatrixWorld();
	const meters = PANEL_WIDTH / PANEL_PIXELS.width;
	const point = new Vector3((x - PANEL_PIXELS.width / 2) * meters, (PANEL_PIXELS.height / 2 - y) * meters, -depth);
	return panel.localToWorld(point).toArray();
}

function locateButton(id: HeadsetButton, depth = 0): number[] {
	const state = { label: '', start: 0, end: 1, time: 0, isPlaying: false, markers: [], isInside: true };
	const button = placeButtons(describePanel(state).buttons).find((entry) => entry.id === id)!;
	return locate(button.x + button.width / 2, button.y + button.height / 2, depth);
}

const locateTime = (share: number, depth = 0): number[] =>
	locate(SLIDER.x + SLIDER.width * share, SLIDER.y + SLIDER.height / 2, depth);

/** Steps to a marker of the performance. */
const stepTo = (page: Page, marker: string): Promise<void> =>
	page.evaluate((name) => handreel.driver.stepToMarker(name), marker);

/** Runs some frames and returns the mode of the session, or `null` without a session. */
const stepAndReadMode = (page: Page): Promise<string | null> =>
	page.evaluate(async () => {
		await handreel.driver.step(3);
		return handreel.driver.sessionMode;
	});

/** Draws a frame, and returns the shares of its pixels that are opaque, and that show the room behind them. */
const readPicture = (page: Page): Promise<{ opaque: number; clear: number }> =>
	page.evaluate(async () => {
		const { driver } = handreel;
		driver.render = 'all';
		await driver.step(1);
		driver.render = 'none';
		const context = document.querySelector<HTMLCanvasElement>('canvas.headset-picture')!.getContext('webgl2')!;
		const { drawingBufferWidth: width, drawingBufferHeight: height } = context;
		const pixels = new Uint8Array(width * height * 4);
		context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, pixels);
		const alphas = pixels.filter((_, i) => i % 4 === 3);
		const share = (alpha: number): number => alphas.filter((value) => value === alpha).length / alphas.length;
		return { opaque: share(255), clear: share(0) };
	});

/** A performance, and how the runtime plays it. */
type Device = readonly [performance: Recording, options: object];

let devicePage: Page | undefined;

/** The page of both tests. Its address shows which device it is on. */
async function openOnDevices(devices: Readonly<Record<string, Device>>): Promise<Page> {
	const opened = await studio.sharePage();
	await opened.addInitScript({ path: join(root, 'packages', 'webxr', 'dist', 'inject.js') });
	const installs = Object.entries(devices).map(([name, [performance, options]]) => {
		const base64 = Buffer.from(encodeReel(performance)).toString('base64');
		const settings = JSON.stringify({ render: 'none', frameRate: 30, ...options });
		return `if (location.search.includes('device=${name}')) handreel.install('${base64}', ${settings});`;
	});
	await opened.addInitScript(installs.join('\n'));
	return opened;
}

/** Opens a sample in the studio of a headset, and enters a session. */
async function enter(device: string): Promise<Page> {
	devicePage ??= await openOnDevices({
		controllers: [performWithControllers(), { modes: ['inline', 'immersive-vr'] }],
		hands: [performWithHands(), { environmentBlendMode: 'alpha-blend' }],
	});
	const page = devicePage;
	const link = 'open=samples/mrtk-2.8.3-full-5s.bin&t=0&hands=bones&hide=trails,gaze';
	await page.goto(`${studio.origin}/?aa=0&device=${device}#${link}`);
	await waitForRecording(page, 'mrtk-2.8.3-full-5s.bin');
	await page.getByRole('button', { name: /^View in (AR|VR)$/ }).click();
	// Frames run when the test asks for them.
	await expect.poll(() => stepAndReadMode(page)).not.toBeNull();
	return page;
}

function performWithHands(): Recording {
	const performer = new Performer(SETTINGS);
	const { right } = performer;
	right.wait(0.5).mark('before').poke(locateButton('play', DEPTH)).mark('playing').wait(0.5).mark('played');
	right.poke(locateButton('play', DEPTH)).mark('paused').wait(0.3).mark('still');
	right.pointAt(locateTime(0.75)).pinch().wait(0.2).mark('aimed').release().wait(0.3);
	right.poke(locateTime(0.25, DEPTH)).mark('touched').wait(0.3);
	right.poke(locateButton('mark', DEPTH)).mark('marked').wait(0.3);
	right.poke(locateButton('next', DEPTH)).mark('next').wait(0.2).poke(locateButton('previous', DEPTH)).mark('previous');
	right.poke(locateButton('place', DEPTH)).rest().wait(1).mark('outside').wait(1);
	return performer.toRecording();
}

function performWithControllers(): Recording {
	const performer = new Performer({ ...SETTINGS, input: 'controllers' });
	const { right } = performer;
	right.wait(0.5).pointAt(locateButton('play')).press('trigger').wait(0.5).mark('played');
	right.pointAt(locateTime(0.5)).down('trigger').wait(0.2).mark('dragging');
	right.pointAt(locateTime(0.9)).mark('dragged').up('trigger').wait(0.2);
	right.pointAt(locateButton('exit')).press('trigger').wait(1);
	return performer.toRecording();
}

test('controllers press the same buttons', async () => {
	const page = await enter('controllers');
	// Without a room there is a background.
	expect(await readPicture(page)).toEqual({ opaque: 1, clear: 0 });
	await stepTo(page, 'played');
	expect(await readTime(page)).toBeGreaterThan(0.3);
	await stepTo(page, 'dragging');
	const duration = Number(await page.getByRole('slider', { name: 'Time', exact: true }).getAttribute('aria-valuemax'));
	expect((await readTime(page)) / duration).toBeCloseTo(0.5, 1);
	await stepTo(page, 'dragged');
	expect((await readTime(page)) / duration).toBeCloseTo(0.9, 1);
	await expect.poll(() => stepAndReadMode(page)).toBeNull();
	await page.getByRole('button', { name: 'View in VR' }).and(page.locator(':enabled')).waitFor();
});

// Adds a marker, so this is the last test: a page with changes asks before it is left.
test('fingers and rays play, scrub and mark the recording around a person, who steps out and looks at it', async () => {
	const page = await enter('hands');
	const duration = Number(await page.getByRole('slider', { name: 'Time', exact: true }).getAttribute('aria-valuemax'));

	// The room is behind the hands and the panel.
	expect(await stepAndReadMode(page)).toBe('immersive-ar');
	const { opaque, clear } = await readPicture(page);
	expect(opaque).toBeGreaterThan(0.02);
	expect(clear).toBeGreaterThan(0.3);

	await stepTo(page, 'before');
	expect(await readTime(page)).toBe(0);
	await stepTo(page, 'playing');
	await stepTo(page, 'played');
	const played = await readTime(page);
	expect(played).toBeGreaterThan(0.4);
	await stepTo(page, 'paused');
	const paused = await readTime(page);
	expect(paused).toBeGreaterThan(played);
	await stepTo(page, 'still');
	expect(await readTime(page)).toBe(paused);

	await stepTo(page, 'aimed');
	expect((await readTime(page)) / duration).toBeCloseTo(0.75, 1);
	await stepTo(page, 'touched');
	const touched = await readTime(page);
	expect(touched / duration).toBeCloseTo(0.25, 1);
	await stepTo(page, 'marked');
	await page.getByRole('button', { name: 'Undo: Add marker' }).and(page.locator(':enabled')).waitFor();
	await stepTo(page, 'next');
	expect(await readTime(page)).toBe(duration);
	await stepTo(page, 'previous');
	expect(await readTime(page)).toBeCloseTo(touched, 2);

	await stepTo(page, 'outside');
	await page.evaluate(() => handreel.driver.endSession());
	await page
		.getByRole('button', { name: /^View in (AR|VR)$/ })
		.and(page.locator(':enabled'))
		.waitFor();
	expect(await page.locator('canvas.headset-picture').count()).toBe(0);
});
