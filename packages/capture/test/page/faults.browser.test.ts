// The capture page when the network, the page or the server is gone for a while.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '@handreel/core';
import { listKeyTimes } from '@handreel/core/internal';
import { decodeReel } from '@handreel/core/reel';
import type { ReplayDriver } from '@handreel/webxr';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { type CaptureServer, startCaptureServer } from '../../src/server/capture-server.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { enterSession, openContext, openHeadset, press, stepUntil } from '../support/headset.ts';
import { useScratch } from '../support/scratch.ts';

declare const handreel: { readonly driver: ReplayDriver };

/** Frames per second. Seconds count here, so there are no more frames than they need. */
const FRAME_RATE = 20;
const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const ASSETS = join(root, 'packages', 'capture', 'dist');
const scratch = useScratch();
let folder = '';
let server: CaptureServer;
let network: CutProxy;
let context: BrowserContext;
let saved: string[] = [];

async function startServer(port = 0): Promise<CaptureServer> {
	return startCaptureServer({
		folder,
		assets: ASSETS,
		countdown: 0,
		port,
		events: { saved: ({ file }) => saved.push(file) },
	});
}

beforeEach(async () => {
	folder = scratch();
	saved = [];
	server = await startServer();
	network = await startCutProxy(server.port);
	context = await openContext();
});
afterEach(async () => {
	await context.close();
	await network.close();
	await server.close();
});

const open = (): Promise<Page> =>
	openHeadset(context, {
		url: `http://localhost:${network.port}/`,
		recording: FULL,
		options: { render: 'none', frameRate: FRAME_RATE },
	});
const step = (page: Page, frames: number): Promise<void> =>
	page.evaluate((count) => handreel.driver.step(count), frames);
const listJournals = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.hrj'));
const read = (file: string): Recording => decodeReel(readFileSync(join(folder, file)));

// The browser stores in real time: waits until nothing more is stored.
async function waitForStorage(page: Page): Promise<void> {
	let last = 0;
	const isQuiet = async (): Promise<boolean> => {
		const before = last;
		last = await page.evaluate(countStoredBytes);
		return last > 0 && last === before;
	};
	await expect.poll(isQuiet, { interval: 300 }).toBe(true);
}

async function countStoredBytes(): Promise<number> {
	const opening = indexedDB.open('handreel-capture');
	await new Promise((resolve) => opening.addEventListener('success', resolve));
	const database = opening.result;
	const listing = database.transaction('takes').objectStore('takes').getAll();
	await new Promise((resolve) => listing.addEventListener('success', resolve));
	database.close();
	const takes = listing.result as { readonly length: number }[];
	return takes.reduce((sum, { length }) => sum + length, 0);
}

async function startTake(page: Page): Promise<void> {
	await enterSession(page);
	await press(page, 'record');
	await stepUntil(page, 'recording');
}

/** The times of all frames, in frames. Gaps would show. */
function listFrames(recording: Recording): number[] {
	return [...listKeyTimes(recording)].map((time) => Math.round(time * FRAME_RATE));
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('no frame is lost', () => {
	it('when the network is cut for ten seconds', async () => {
		const page = await open();
		await startTake(page);
		await step(page, FRAME_RATE);
		network.cut();
		await step(page, 10 * FRAME_RATE);
		network.restore();
		await step(page, FRAME_RATE);
		await press(page, 'stop');
		await stepUntil(page, 'saved');
		expect(listFrames(read('take-001.reel'))).toEqual(range(12 * FRAME_RATE));
		expect(saved).toEqual(['take-001.reel']);
	});

	it('when the server is gone and comes back', async () => {
		const page = await open();
		await startTake(page);
		await step(page, 1.5 * FRAME_RATE);
		const { port } = server;
		await server.close();
		await step(page, 1.5 * FRAME_RATE);
		server = await startServer(port);
		await step(page, FRAME_RATE);
		await press(page, 'stop');
		await stepUntil(page, 'saved');
		expect(listFrames(read('take-001.reel'))).toEqual(range(4 * FRAME_RATE));
	});

	it('when the page is closed without a network, but for its last half second', async () => {
		const page = await open();
		await startTake(page);
		network.cut();
		await step(page, 4 * FRAME_RATE);
		await waitForStorage(page);
		await page.close();
		network.restore();
		const other = await open();
		const listSaved = async (): Promise<string[]> => {
			await step(other, 1);
			return saved;
		};
		await expect.poll(listSaved, { interval: 10 }).toEqual(['take-001.reel']);
		const frames = listFrames(read('take-001.reel'));
		expect(frames).toEqual(range(frames.length));
		expect(frames.length).toBeGreaterThanOrEqual(3.5 * FRAME_RATE - 1);
	});
});

describe('a person', () => {
	it('discards takes, before and after they are saved, and records again', async () => {
		const page = await open();
		await startTake(page);
		await step(page, 20);
		await expect.poll(listJournals).toHaveLength(1);
		await press(page, 'discard');
		await stepUntil(page, 'ready');
		// The number of the take is free again.
		await expect.poll(listJournals).toEqual([]);
		await press(page, 'record');
		await stepUntil(page, 'recording');
		await step(page, 30);
		await press(page, 'stop');
		await stepUntil(page, 'saved');
		await press(page, 'again');
		await stepUntil(page, 'recording');
		await step(page, 40);
		await press(page, 'stop');
		await stepUntil(page, 'saved');
		expect(saved).toEqual(['take-001.reel', 'take-002.reel']);
		await press(page, 'discard');
		await expect.poll(() => existsSync(join(folder, 'take-002.reel'))).toBe(false);
		expect(server.listUnfinished()).toEqual([]);
		expect(listFrames(read('take-001.reel'))).toHaveLength(30);
	});

	it('ends the session in the middle of a take: it is saved', async () => {
		const page = await open();
		await startTake(page);
		await step(page, 30);
		await page.evaluate(() => handreel.driver.endSession());
		await expect.poll(() => saved).toEqual(['take-001.reel']);
		expect(listFrames(read('take-001.reel'))).toHaveLength(30);
	});
});
