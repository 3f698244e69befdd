// The recorder in the page of an application that knows nothing of it.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readRecording } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import type { ReplayDriver } from '@handreel/webxr';
import { expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { serveWorkspace } from '../../../webxr/test/support/browser.ts';
import { startCaptureServer } from '../../src/server/capture-server.ts';
import { compareFrames } from '../support/compare-frames.ts';
import { openContext, openHeadset } from '../support/headset.ts';
import { useScratch } from '../support/scratch.ts';

declare const handreel: { readonly driver: ReplayDriver };

const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const WAIT = { timeout: 60_000 };
const scratch = useScratch();

it('records a three.js page behind the proxy, frame by frame', async () => {
	const folder = scratch();
	const target = await serveWorkspace();
	const saved: string[] = [];
	const server = await startCaptureServer({
		folder,
		assets: join(root, 'packages', 'capture', 'dist'),
		proxy: new URL(`http://localhost:${(target.address() as AddressInfo).port}`),
		events: { saved: ({ file }) => saved.push(file) },
	});
	const context = await openContext();
	try {
		const page = await openHeadset(context, {
			url: `http://localhost:${server.port}/packages/webxr/test/pages/three.html`,
			recording: FULL,
			options: { render: 'none' },
		});
		await page.evaluate(() => handreel.driver.step(5));
		await page.click('#enter:enabled');
		const last = await page.evaluate(async () => {
			const { driver } = handreel;
			for (let i = 0; i < 300 && driver.sessionMode === null; i++) await driver.step();
			await driver.step(90);
			return driver.time;
		});
		server.act('stop');
		await expect.poll(() => saved, WAIT).toEqual(['take-001.reel']);
		const recording = readRecording(readFileSync(join(root, FULL)));
		const take = decodeReel(readFileSync(join(folder, 'take-001.reel')));
		expect(compareFrames(recording, take, last - take.duration, 1e-6).frames).toBeGreaterThanOrEqual(89);
		expect(take.info).toMatchObject({ referenceSpace: 'local' });

		// Another take of the same session, until it ends.
		server.act('start');
		const isRecording = (): boolean => server.listHeadsets()[0]?.take?.isRecording === true;
		while (!isRecording()) await page.evaluate(() => handreel.driver.step());
		const end = await page.evaluate(async () => {
			const { driver } = handreel;
			await driver.step(30);
			await driver.endSession();
			return driver.time;
		});
		await expect.poll(() => saved, WAIT).toEqual(['take-001.reel', 'take-002.reel']);
		const second = decodeReel(readFileSync(join(folder, 'take-002.reel')));
		expect(compareFrames(recording, second, end - second.duration, 1e-6).frames).toBeGreaterThanOrEqual(30);
		expect(second.info).toMatchObject({ referenceSpace: 'local' });
	} finally {
		await context.close();
		await server.close();
		target.close();
		target.closeAllConnections();
	}
});
