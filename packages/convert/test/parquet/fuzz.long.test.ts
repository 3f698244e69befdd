import { decodeParquet, encodeParquet, parquetFormat } from '@handreel/convert/parquet';
import { ISSUE_CODES, iterateCurves, RecordingError } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { mutateBytes } from '../../../core/test/support/mutate.ts';
import { createRandom } from '../../../core/test/support/random.ts';
import { findFixture } from '../support/fixture-recordings.ts';

const SEED = 20_261_117;
const RUNS = 2_000;
/** Rows per byte that a file may claim, times two words per key. */
const MOST_KEYS_PER_BYTE = 16;

const FILES = [
	encodeParquet([{ name: 'full', recording: createFullRecording() }], { frameRate: 5 }).bytes,
	encodeParquet([{ name: 'head', recording: findFixture('mrtk-2.8.3-camera-only.bin').recording }]).bytes,
	encodeParquet([{ name: 'gaze', recording: findFixture('mrtk-2.8.3-gaze-only.bin').recording }]).bytes,
	encodeParquet([{ name: 'lost', recording: findFixture('mrtk-2.5.4-1frame.bin').recording }]).bytes,
];

describe('mutated Parquet files', () => {
	it(`give a recording of bounded size or bad-parquet, in ${RUNS} runs`, () => {
		const codes = new Map<string, number>();
		for (let run = 0; run < RUNS; run++) {
			const random = createRandom(SEED ^ Math.imul(run, 0x85eb_ca6b));
			const source = random.pick(FILES);
			const mutant = random.below(3) === 0 ? mutateBytes(source, random, random.pick(FILES)) : source.slice();
			for (let left = random.below(6); left > 0 && mutant.length > 0; left--) {
				mutant[random.below(mutant.length)] = random.below(256);
			}
			const code = attempt(mutant);
			codes.set(code, (codes.get(code) ?? 0) + 1);
		}
		expect([...codes.keys()].sort()).toEqual(['bad-parquet', 'read']);
		for (const count of codes.values()) expect(count).toBeGreaterThan(RUNS / 50);
	});
});

function attempt(bytes: Uint8Array): string {
	try {
		const { recordings } = decodeParquet(bytes);
		for (const { recording } of recordings) {
			let most = 0;
			for (const [, curve] of iterateCurves(recording)) most = Math.max(most, curve.count);
			expect(most).toBeLessThanOrEqual(bytes.length * MOST_KEYS_PER_BYTE);
		}
		return 'read';
	} catch (error) {
		if (!(error instanceof RecordingError)) throw error;
		expect({ ...ISSUE_CODES, ...parquetFormat.issues }).toHaveProperty([error.issue.code]);
		return error.issue.code;
	}
}
