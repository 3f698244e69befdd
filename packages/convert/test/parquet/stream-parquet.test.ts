import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeParquet, streamParquet } from '@handreel/convert/parquet';
import { createRecording, readRecording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';

const full = readRecording(readFileSync(join(root, 'fixtures/generated/mrtk-1.1.bin')));
// Recordings without some of the columns, and one without rows.
const recordings = [
	{ name: 'head', recording: createRecording({ ...full, hands: null, gaze: null }) },
	{ name: 'empty', recording: createRecording({}) },
	{ name: 'all', recording: full },
];

describe('streamParquet', () => {
	it('produces the bytes and warnings of encodeParquet', async () => {
		for (const options of [{}, { frameRate: 30, space: 'webxr' } as const]) {
			const expected = encodeParquet(recordings, options);
			const sources = recordings.map(({ name, recording }) => ({ name, load: async () => recording }));
			const { chunks, issues } = await streamParquet(sources, options);
			const pieces: Uint8Array[] = [];
			for await (const chunk of chunks) pieces.push(chunk);
			expect(Buffer.concat(pieces).equals(expected.bytes)).toBe(true);
			expect(issues).toEqual(expected.issues);
		}
	});

	it('reads a recording when its turn comes, and not before', async () => {
		const loads: string[] = [];
		const sources = ['a', 'b', 'c'].map((name) => ({
			name,
			load: async () => {
				loads.push(name);
				return full;
			},
		}));
		const { chunks } = await streamParquet(sources);
		expect(loads.splice(0)).toEqual(['a', 'b', 'c']);
		const counts: number[] = [];
		for await (const _ of chunks) counts.push(loads.length);
		expect(counts[0]).toBe(0);
		// Pieces of the first recording come before the second one is read, and so on.
		for (const count of [1, 2, 3]) expect(counts.filter((one) => one === count).length).toBeGreaterThan(2);
	});

	it('comes in pieces that do not grow with the number of recordings', async () => {
		const findLargest = async (count: number): Promise<number> => {
			const sources = Array.from({ length: count }, (_, i) => ({ name: `take ${i}`, load: async () => full }));
			let largest = 0;
			for await (const { length } of (await streamParquet(sources)).chunks) largest = Math.max(largest, length);
			return largest;
		};
		// One piece has the names of all recordings.
		expect(await findLargest(40)).toBeLessThan((await findLargest(2)) + 40 * 1000);
	});

	it('rejects with the errors of a source, and for names that occur twice', async () => {
		const broken = { name: 'a', load: () => Promise.reject(new Error('gone')) };
		await expect(streamParquet([broken])).rejects.toThrow('gone');
		await expect(streamParquet([broken, broken])).rejects.toThrow("two recordings have the name 'a'");
	});
});
