// The capture page in Chromium, with a recording as the headset.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Curve, getKeyValue, type Issue, type Recording, readRecording } from '@handreel/core';
import { Performer } from '@handreel/core/perform';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import type { ReplayDriver } from '@handreel/webxr';
import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { type CaptureServer, startCaptureServer } from '../../src/server/capture-server.ts';
import { createCertificate } from '../../src/server/certificate.ts';
import { compareFrames } from '../support/compare-frames.ts';
import { enterSession, openContext, openHeadset, press, stepUntil } from '../support/headset.ts';
import { useScratch } from '../support/scratch.ts';

declare const handreel: { readonly driver: ReplayDriver };

const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const ASSETS = join(root, 'packages', 'capture', 'dist');
const scratch = useScratch();
let server: CaptureServer;
let folder = '';
let reported: (readonly Issue[])[] = [];
let context: BrowserContext;

beforeEach(async () => {
	folder = scratch();
	reported = [];
	server = await startCaptureServer({
		folder,
		assets: ASSETS,
		prompts: ['reach', 'grab'],
		countdown: 0,
		events: { saved: (_, issues) => reported.push(issues) },
	});
	context = await openContext();
});
afterEach(async () => {
	await context.close();
	await server.close();
});

const load = (file: string): Recording => readRecording(readFileSync(join(root, file)));

const listKeyValues = (curve: Curve): number[] => Array.from({ length: curve.count }, (_, i) => getKeyValue(curve, i));

interface Request {
	readonly recording?: string;
	readonly runtime?: 'own' | 'iwer';
	readonly prepare?: () => void;
}

/** Records from the press of a button to another. Returns the take and the recorded time of its first frame. */
async function record(request: Request = {}): Promise<{ take: Recording; start: number }> {
	const { runtime = 'own' } = request;
	const page = await openHeadset(context, {
		url: `http://localhost:${server.port}/`,
		recording: FULL,
		options: runtime === 'own' ? { gaze: 'always', render: 'none' } : { render: 'none' },
		...request,
	});
	await enterSession(page);
	await press(page, 'record');
	await stepUntil(page, 'recording');
	// The recording was started in the frame that has just run; the next frame is the first of the take.
	const start = await page.evaluate(async () => {
		await handreel.driver.step();
		return handreel.driver.time;
	});
	await page.evaluate(() => handreel.driver.step(60));
	await press(page, 'next');
	await page.evaluate(() => handreel.driver.step(60));
	await press(page, 'stop');
	await stepUntil(page, 'saved');
	return { take: decodeReel(readFileSync(join(folder, 'take-001.reel'))), start };
}

describe('a browser in the network', () => {
	it('is admitted by the code that a person types, and by the link of the QR code', async () => {
		const certificate = await createCertificate(['localhost'], scratch());
		const lan = await startCaptureServer({ folder: scratch(), assets: ASSETS, certificate });
		const other = await openContext();
		try {
			const page = await context.newPage();
			await page.goto(`https://localhost:${lan.port}/`);
			const type = async (code: string): Promise<void> => {
				await page.getByLabel('Code').fill(code);
				await page.getByRole('button', { name: 'Connect' }).click();
			};
			await type(lan.code === '000000' ? '000001' : '000000');
			await page.getByRole('alert').getByText('This code is wrong').waitFor();
			await type(`${lan.code.slice(0, 3)} ${lan.code.slice(3)}`);
			await page.locator('#app h1').waitFor();
			const scanned = await other.newPage();
			await scanned.goto(`https://localhost:${lan.port}/__handreel/pair?token=${lan.token}`);
			await scanned.locator('#app h1').waitFor();
			expect(new URL(scanned.url()).search).toBe('');
		} finally {
			await other.close();
			await lan.close();
		}
	});
});

describe('a take', () => {
	it('equals the recording at every captured frame, with markers at the steps', async () => {
		const { take, start } = await record();
		const { frames } = compareFrames(load(FULL), take, start, 1e-6);
		expect(frames).toBe(121);
		expect(take.markers.map(({ name, time }) => [name, Math.round(time * 60)])).toEqual([
			['reach', 0],
			['grab', 60],
		]);
		expect(take.info).toMatchObject({ application: 'handreel capture', referenceSpace: 'local' });
		expect(take.gaze).not.toBeNull();
	});

	it('arrives by POST where WebSockets are blocked', async () => {
		const { take, start } = await record({
			prepare: () => {
				class Blocked extends EventTarget {
					onerror: (() => void) | null = null;
					constructor() {
						super();
						queueMicrotask(() => this.onerror?.());
					}
				}
				Object.defineProperty(globalThis, 'WebSocket', { value: Blocked });
			},
		});
		expect(compareFrames(load(FULL), take, start, 1e-6).frames).toBe(121);
	});

	it('has controllers with buttons and thumbsticks', async () => {
		const performer = new Performer({ space: 'webxr', input: 'controllers', frameRate: 60 });
		performer.right.wait(0.5).press('trigger', { hold: 0.3 }).stick(0.5, -1).moveTo([0.2, 1.2, -0.4]).press('squeeze');
		performer.left.moveTo([-0.3, 1.4, -0.3]).press('thumbstick').wait(3);
		const original = performer.toRecording();
		const recording = join(folder, 'device.reel');
		writeFileSync(recording, encodeReel(original));
		const { take, start } = await record({ recording });
		// Triggers move 30 times as fast as hands, so the rounding of times shows.
		expect(compareFrames(original, take, start, 3e-6).frames).toBe(121);
		const { right } = take.controllers!;
		expect(right!.profiles).toEqual(original.controllers!.right!.profiles);
		expect(listKeyValues(right!.buttons[0]!.pressed)).toContain(1);
	});

	it('of hands with axes shows that these are not stored, on the page and to the server', async () => {
		const page = await openHeadset(context, {
			url: `http://localhost:${server.port}/`,
			recording: FULL,
			options: { render: 'none' },
		});
		await page.evaluate(() => {
			const gamepad = { buttons: [{ pressed: false, touched: false, value: 0 }], axes: [0, 0], mapping: '' };
			Object.defineProperty(XRInputSource.prototype, 'gamepad', { get: () => gamepad });
		});
		await enterSession(page);
		await press(page, 'record');
		await stepUntil(page, 'recording');
		await page.evaluate(() => handreel.driver.step(60));
		const line = page.getByText('2 axes of the left hand are not recorded, and 1 more');
		expect(await line.count()).toBe(1);
		await press(page, 'stop');
		await stepUntil(page, 'saved');
		expect(await line.count()).toBe(1);
		expect(reported.map((issues) => issues.map(({ code, path }) => [code, path]))).toEqual([
			[
				['values-lost', 'hands.left'],
				['values-lost', 'hands.right'],
			],
		]);
	});

	it('of an emulated headset equals the recording, too', async () => {
		const { take, start } = await record({ runtime: 'iwer' });
		expect(compareFrames(load(FULL), take, start, 1e-5).frames).toBe(121);
	});
});
