// Journals in the browser's storage, in browsers that are killed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { type Recording, readRecording } from '@handreel/core';
import { compareRecordings, listExcesses } from '@handreel/core/edit';
import { recoverJournal } from '@handreel/core/record';
import { decodeReel } from '@handreel/core/reel';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { serveWorkspace, TestBrowser } from '../support/browser.ts';
import { installKit } from '../support/page-kit.ts';
import { useBrowser } from '../support/use-browser.ts';

declare const handreelRecorder: {
	useJournal(): void;
	toBytes(): Uint8Array | null;
	journals(): Promise<{ name: string; byteLength: number; createdAt: number; updatedAt: number }[]>;
	recover(name: string): Promise<Uint8Array | null>;
	forget(name: string): Promise<void>;
};
declare const handreelWebXR: typeof import('@handreel/webxr');

const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const FRAME = 1 / 60;
const REQUEST = { recording: FULL, scripts: ['record.js'], prepare: installKit };
const open = useBrowser();

/** Opens a page of an origin with empty storage. */
async function openFresh(request: Parameters<typeof open>[0]): Promise<Page> {
	const page = await open(request);
	await page.evaluate(
		() =>
			new Promise((resolve) => {
				indexedDB.deleteDatabase('handreel-journals').onsuccess = resolve;
			}),
	);
	return page;
}

/** Starts a session that keeps a journal. */
async function start(page: Page): Promise<void> {
	await page.evaluate(async () => {
		handreelRecorder.useJournal();
		await kit.start('immersive-vr', ['local', 'hand-tracking']);
	});
}

/** Runs frames up to a time and waits until all writes are stored: reading waits for writing. */
async function stepTo(page: Page, seconds: number): Promise<number> {
	return page.evaluate(async (time) => {
		await handreel.driver.stepTo(time);
		return (await handreelRecorder.journals())[0]!.byteLength;
	}, seconds);
}

/** The only journal of the page's origin, as a recording. */
async function recover(page: Page): Promise<Recording> {
	const base64 = await page.evaluate(async () => {
		const [journal] = await handreelRecorder.journals();
		const bytes = (await handreelRecorder.recover(journal!.name))!;
		return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
	});
	return decodeReel(Buffer.from(base64, 'base64'));
}

/** Checks that a recovered recording lacks at most half a second, and is the same before that. */
function check(recovered: Recording, killedAt: number): void {
	expect(recovered.duration).toBeLessThanOrEqual(killedAt + 1e-6);
	expect(recovered.duration).toBeGreaterThan(killedAt - 0.5 - FRAME / 2);
	const original = readRecording(readFileSync(join(root, FULL)));
	const comparison = compareRecordings(original, recovered, { onlyTracked: true, end: recovered.duration - FRAME });
	const excesses = listExcesses(comparison, { jointPosition: 0.005, headPosition: 0.005 });
	expect(excesses.filter(({ path }) => path.includes('position') && !path.includes('.palm.'))).toEqual([]);
}

describe('a browser that is killed while a session is recorded', () => {
	let folder = '';
	let server: Server;
	beforeAll(async () => {
		mkdirSync(join(root, '.cache'), { recursive: true });
		folder = mkdtempSync(join(root, '.cache', 'profile-'));
		server = await serveWorkspace();
	});
	afterAll(() => {
		server.close();
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it('keeps the recording except for its last half second', async () => {
		const first = await TestBrowser.launchFrom(folder, server);
		const page = await first.open(REQUEST);
		await start(page);
		const before = await stepTo(page, 1.75);
		// None of this is due to be written yet.
		expect(await stepTo(page, 1.9)).toBe(before);
		await first.kill();
		const second = await TestBrowser.launchFrom(folder, server);
		check(await recover(await second.open(REQUEST)), 1.9);
		await second.kill();
	});
});

describe('a page that crashes while a session is recorded', () => {
	it('leaves a journal that the next page of its origin finds, until it is removed', async () => {
		const page = await openFresh(REQUEST);
		await start(page);
		await stepTo(page, 1.2);
		const crashed = page.waitForEvent('crash');
		page.goto('chrome://crash').catch(() => {});
		await crashed;
		await page.close();
		const next = await open(REQUEST);
		check(await recover(next), 1.2);
		const left = await next.evaluate(async () => {
			for (const { name } of await handreelRecorder.journals()) await handreelRecorder.forget(name);
			return handreelRecorder.journals();
		});
		expect(left).toEqual([]);
	});
});

describe('the recording script', () => {
	const url = '/packages/webxr/test/pages/journal.html';

	it('keeps a journal of each session if its tag has data-journal', async () => {
		const page = await openFresh({ recording: FULL, url });
		const journals = await page.evaluate(async () => {
			for (let i = 0; i < 2; i++) {
				const { session } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
				await handreel.driver.step(10);
				await session.end();
			}
			const list = await handreelRecorder.journals();
			return Promise.all(list.map(async ({ name }) => ({ name, bytes: await handreelRecorder.recover(name) })));
		});
		expect(journals).toHaveLength(2);
		for (const { name, bytes } of journals) {
			expect(name).toMatch(/^session 2024-01-01T00:00:0\d\.\d{3}Z [0-9a-f]{8}$/);
			expect(bytes).not.toBeNull();
		}
	});

	it('records without a journal if there is no storage, and reports the error', async () => {
		const page = await openFresh({ recording: FULL, url });
		const errors: string[] = [];
		page.on('pageerror', ({ message }) => errors.push(message));
		const hasBytes = await page.evaluate(async () => {
			indexedDB.open = () => {
				throw new DOMException('no storage here', 'SecurityError');
			};
			await kit.start('immersive-vr', ['local', 'hand-tracking']);
			await handreel.driver.step(10);
			return handreelRecorder.toBytes() !== null;
		});
		expect(hasBytes).toBe(true);
		expect(errors).toEqual(['no storage here']);
	});
});

describe('a journal in the browser', () => {
	/** Opens a page that imports the package. */
	async function openModule(): Promise<Page> {
		const page = await openFresh({ recording: FULL, url: '/packages/webxr/test/pages/module.html' });
		await page.waitForFunction(() => 'handreelWebXR' in globalThis);
		return page;
	}

	it('returns every byte in order, and their number', async () => {
		const page = await openModule();
		const result = await page.evaluate(async () => {
			const { listBrowserJournals, openBrowserJournal, readBrowserJournal } = handreelWebXR;
			const journal = await openBrowserJournal('bytes');
			const buffer = new Uint8Array(1000);
			// Like the recorder: one buffer that is overwritten. More writes than are read at a time.
			for (let i = 0; i < 150; i++) journal.write(buffer.subarray(0, i).fill(i));
			await journal.close();
			const bytes = await readBrowserJournal('bytes');
			const [info] = await listBrowserJournals();
			const closed = await kit.errorName(() => journal.write(buffer));
			return { bytes: Array.from(bytes), info, closed };
		});
		expect(result.bytes).toEqual(Array.from({ length: 150 }, (_, i) => new Array(i).fill(i)).flat());
		expect(result.info).toEqual({
			name: 'bytes',
			byteLength: result.bytes.length,
			createdAt: Date.UTC(2024, 0, 1),
			updatedAt: Date.UTC(2024, 0, 1),
		});
		expect(result.closed).toBe('TypeError');
	});

	it('is never overwritten, and is an error if it does not exist', async () => {
		const page = await openModule();
		const [twice, missing] = await page.evaluate(async () => {
			const { openBrowserJournal, readBrowserJournal, removeBrowserJournal } = handreelWebXR;
			await openBrowserJournal('once');
			const errors = [
				await kit.errorName(() => openBrowserJournal('once')),
				await kit.errorName(() => readBrowserJournal('never')),
			];
			await removeBrowserJournal('once');
			await removeBrowserJournal('never');
			return errors;
		});
		expect(twice).toBe('ConstraintError');
		expect(missing).toBe('NotFoundError');
	});

	it('reports a failed write with the next write', async () => {
		const page = await openModule();
		const errors = await page.evaluate(async () => {
			const journal = await handreelWebXR.openBrowserJournal('full');
			// Like a browser that clears the storage of a page.
			await new Promise((resolve) => {
				indexedDB.deleteDatabase('handreel-journals').onsuccess = resolve;
			});
			const bytes = new Uint8Array(4);
			const first = await kit.errorName(() => journal.write(bytes));
			await new Promise((resolve) => {
				const { port1, port2 } = new MessageChannel();
				port1.onmessage = resolve;
				port2.postMessage(null);
			});
			return [first, await kit.errorName(() => journal.write(bytes)), await kit.errorName(() => journal.close())];
		});
		expect(errors).toEqual([null, 'InvalidStateError', null]);
	});

	it('stores everything that recordSession writes, including the end', async () => {
		const page = await openModule();
		const base64 = await page.evaluate(async () => {
			const { openBrowserJournal, readBrowserJournal, recordSession } = handreelWebXR;
			const { session, space } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const journal = await openBrowserJournal('session');
			recordSession(session, space, { journal });
			await handreel.driver.stepTo(0.8);
			await session.end();
			await journal.close();
			const bytes = await readBrowserJournal('session');
			return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
		});
		const { isComplete, issues, gaps, frameCount } = recoverJournal(Buffer.from(base64, 'base64'));
		expect({ isComplete, issues, gaps }).toEqual({ isComplete: true, issues: [], gaps: [] });
		expect(frameCount).toBe(49);
	});
});
