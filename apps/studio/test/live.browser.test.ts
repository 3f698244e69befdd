// A capture server with a headset and studios that watch it, all in Chromium.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeReel } from '@handreel/core/reel';
import type { ReplayDriver } from '@handreel/webxr';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CaptureServer, startCaptureServer } from '../../../packages/capture/src/server/capture-server.ts';
import { type CutProxy, startCutProxy } from '../../../packages/capture/test/support/cut-proxy.ts';
import {
	enterSession,
	openContext,
	openHeadset,
	press,
	stepUntil,
} from '../../../packages/capture/test/support/headset.ts';
import { createStudioHandler } from '../../../packages/cli/src/view/serve.ts';
import { root } from '../../../scripts/workspace.mjs';
import { measureScene } from './support/scene-image.ts';
import { readTime, waitForRecording } from './support/studio-page.ts';

declare const handreel: { readonly driver: ReplayDriver };

const CHANNEL = 'hands.right.joints.indexTip.position.x';
const PATIENCE = 120_000;
let folder = '';
let server: CaptureServer;
let network: CutProxy;
let context: BrowserContext;
const complaints: string[] = [];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'handreel-live-'));
	server = await startCaptureServer({
		folder,
		assets: join(root, 'packages', 'capture', 'dist'),
		studio: await createStudioHandler(join(root, 'apps', 'studio', 'dist')),
		countdown: 0,
	});
	network = await startCutProxy(server.port);
	context = await openContext();
}, PATIENCE);
afterAll(async () => {
	await context?.close();
	await network?.close();
	await server?.close();
	rmSync(folder, { recursive: true, force: true });
}, PATIENCE);

async function openStudio(port: number, hash = ''): Promise<Page> {
	const page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(error.message));
	await page.goto(`http://localhost:${port}/__handreel/studio/?aa=0${hash}`);
	return page;
}

const step = (page: Page, frames: number): Promise<void> =>
	page.evaluate((count) => handreel.driver.step(count), frames);
const bar = (page: Page) => page.getByRole('region', { name: 'Live capture' });

/** Waits until the recording on screen is at least this long, in seconds. */
async function waitForLength(page: Page, seconds: number): Promise<void> {
	await page.waitForFunction(
		(wanted) =>
			Number(document.querySelector('[role=slider][aria-label=Time]')?.getAttribute('aria-valuemax')) >= wanted,
		seconds,
	);
}

/** Waits until the 3D view looks different. */
async function waitForMotion(page: Page, act: () => Promise<void>): Promise<void> {
	const canvas = page.locator('canvas[role=img]');
	const before = await canvas.screenshot();
	await act();
	await expect.poll(async () => (await canvas.screenshot()).equals(before), { timeout: PATIENCE }).toBe(false);
}

test(
	'studios show a take while it grows, and open it when it ends',
	async () => {
		const near = await openStudio(server.port, `#channels=${CHANNEL}&hide=grid&hands=bones`);
		const far = await openStudio(network.port, '#hands=bones');
		await bar(near).getByText('Waiting for a headset').waitFor();
		const headset = await openHeadset(context, {
			url: `http://localhost:${server.port}/`,
			recording: 'fixtures/recorded/mrtk-2.8.3-full-5s.bin',
			options: { gaze: 'always', render: 'none' },
		});
		await enterSession(headset);
		await bar(near)
			.getByText(/: ready$/)
			.waitFor();
		await press(headset, 'record');
		await stepUntil(headset, 'recording');
		await step(headset, 30);

		// Hands move with each frame, curves and timeline grow.
		await waitForRecording(near, 'take-001');
		await near.locator(`li[data-path="${CHANNEL}"]`).waitFor();
		await bar(near)
			.getByText(/left hand, right hand/)
			.waitFor();
		await waitForMotion(near, () => step(headset, 30));
		await waitForLength(near, 0.95);
		expect(await readTime(near)).toBeGreaterThan(0.9);

		// A studio that looks back stays there, until it follows again.
		await near.getByRole('slider', { name: 'Time', exact: true }).press('Home');
		await step(headset, 30);
		await waitForLength(near, 1.45);
		expect(await readTime(near)).toBe(0);
		await bar(near).getByRole('button', { name: 'Follow the take' }).click();
		expect(await readTime(near)).toBeGreaterThan(1.4);
		const { height, filled } = await measureScene(near);
		expect(height).toBeGreaterThan(0.2);
		expect(filled).toBeGreaterThan(0.005);
		await near.keyboard.press('j');
		await near.getByText('Takes can be edited when they have ended').waitFor();

		// The other studio loses its network. The take continues.
		await waitForLength(far, 1.45);
		network.cut();
		await bar(far).getByText('No connection to the capture server').waitFor();
		await headset.evaluate(() => {
			// The hands stand still: a problem.
			handreel.driver.speed = 1e-6;
		});
		await step(headset, 60);
		await waitForLength(near, 2.45);
		await near.keyboard.press('p');
		await near
			.getByRole('button', { name: /frozen-frames/ })
			.first()
			.waitFor();
		network.restore();
		await waitForLength(far, 2.45);
		expect(server.viewers.count).toBe(2);

		await press(headset, 'stop');
		await stepUntil(headset, 'saved');
		const { duration } = decodeReel(readFileSync(join(folder, 'take-001.reel')));
		for (const page of [near, far]) {
			await waitForRecording(page, 'take-001.reel');
			await waitForLength(page, duration - 1e-3);
		}
		await near.keyboard.press('j');
		await near.getByRole('button', { name: /^Undo: / }).waitFor();

		// Somebody who edits is not interrupted by the next take. It is gone when it is discarded.
		await press(headset, 'again');
		await stepUntil(headset, 'recording');
		await step(headset, 30);
		await far.getByRole('button', { name: 'take-002', exact: true }).waitFor();
		await press(headset, 'discard');
		await far.getByRole('button', { name: 'take-002', exact: true }).waitFor({ state: 'detached' });
		await waitForRecording(near, 'take-001.reel');
		expect(complaints).toEqual([]);
	},
	2 * PATIENCE,
);
