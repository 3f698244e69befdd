// Reels in Chromium. scripts/runtimes/ checks the same in Node 22, Deno and Bun.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeRecording } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import { expect, it } from 'vitest';
import { listDifferences } from '../../../../scripts/reel-vectors/describe.mjs';
import { openTestPage } from '../../../../scripts/test-page.ts';

declare const hashReel: (url: string) => Promise<string>;
declare const readVector: (url: string) => Promise<unknown>;

/** Values within tolerances are computed; those of the other file are stored. */
const REELS = ['fixtures/reels/mrtk-2.8.3-n100.reel', 'examples/gallery/recordings/gestures.reel'];

it('decodes reels to the same bits as in Node', async () => {
	const { page, complaints, close } = await openTestPage({ script: 'packages/core/test/reel/pages/reel-page.ts' });
	await page.waitForFunction('globalThis.hashReel !== undefined');
	for (const path of REELS) {
		const recording = decodeReel(readFileSync(new URL(`../../../../${path}`, import.meta.url)));
		const expected = createHash('sha256').update(writeRecording(recording)).digest('hex');
		expect(await page.evaluate((url) => hashReel(url), `/files/${path}`)).toBe(expected);
	}
	const folder = 'fixtures/reels/vectors/';
	for (const name of readdirSync(new URL(`../../../../${folder}`, import.meta.url))) {
		if (!name.endsWith('.reel')) continue;
		const json = new URL(`../../../../${folder}${name.replace(/reel$/, 'json')}`, import.meta.url);
		const actual = await page.evaluate((url) => readVector(url), `/files/${folder}${name}`);
		expect(listDifferences(JSON.parse(readFileSync(json, 'utf8')), actual), name).toEqual([]);
	}
	expect(complaints).toEqual([]);
	await close();
});
