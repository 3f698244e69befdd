// The test vectors of the format. scripts/runtimes/ reads them in Node 22, Deno and Bun, page.browser.test.ts in Chromium.
import { readdirSync, readFileSync } from 'node:fs';
import { isRecordingError, iterateCurves } from '@handreel/core';
import { decodeReel, openReel, recoverReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { describeReel, listDifferences } from '../../../../scripts/reel-vectors/describe.mjs';
import { listVectorFiles } from '../../../../scripts/reel-vectors/make.ts';

const FOLDER = new URL('../../../../fixtures/reels/vectors/', import.meta.url);
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.reel'));

describe('test vectors of reels', () => {
	it('are what their script makes', () => {
		const files = listVectorFiles();
		expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].sort());
		for (const [name, content] of files) {
			expect(Buffer.compare(readFileSync(new URL(name, FOLDER)), Buffer.from(content)), name).toBe(0);
		}
	});

	it.each(NAMES)('%s has the keys that it should', async (name) => {
		const reel = new Uint8Array(readFileSync(new URL(name, FOLDER)));
		const expected = JSON.parse(readFileSync(new URL(name.replace(/reel$/, 'json'), FOLDER), 'utf8'));
		if (expected.error !== undefined) {
			expect(read(reel)).toEqual({ error: expected.error });
			return;
		}
		expect(listDifferences(expected, read(reel))).toEqual([]);
		const opened = await (await openReel(reel)).read();
		expect(listDifferences(expected, describeReel(opened, iterateCurves(opened)))).toEqual([]);
		const { recording, isComplete } = recoverReel(reel);
		expect(isComplete).toBe(true);
		expect(listDifferences(expected, describeReel(recording!, iterateCurves(recording!)))).toEqual([]);
	});

	it('tell readers that differ', () => {
		const expected = JSON.parse(readFileSync(new URL('small.json', FOLDER), 'utf8'));
		const other = JSON.parse(JSON.stringify(expected).replace('3f800000', '3f800001'));
		expect(listDifferences(expected, other)).toEqual(['head, curve 0, word 4: 3f800001 instead of 3f800000']);
		expect(listDifferences(expected, { error: 'reel-damaged' })).toEqual(['error: reel-damaged']);
		expect(listDifferences({ error: 'reel-cut' }, expected)).toEqual(['read, but reel-cut was expected']);
	});
});

function read(reel: Uint8Array): unknown {
	try {
		const recording = decodeReel(reel);
		return describeReel(recording, iterateCurves(recording));
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { error: error.issue.code };
	}
}
