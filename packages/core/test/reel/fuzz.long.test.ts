import { ISSUE_CODES, iterateCurves, RecordingError, readRecording } from '@handreel/core';
import { decodeReel, encodeReel, openReel, recoverReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { computeCrc32 } from '../../src/bytes/crc32.ts';
import { listSmallFixtures } from '../support/fuzz-check.ts';
import { mutateBytes } from '../support/mutate.ts';
import { createRandom, type Random } from '../support/random.ts';
import { makeLongRecording } from '../support/reel-files.ts';

const SEED = 20_261_116;
const RUNS = 2_000;
/** A byte may expand to this many keys, so nothing that is read may be larger. */
const MOST_KEYS_PER_BYTE = 64;
const FREE_KEYS = 0x1_0000;
const SMALLEST_BLOCK = 12 + 14;
/** Magic number, checksum, tag and length of a small reel. */
const SMALL_TOP = 15;

const REELS = [
	...[...listSmallFixtures().values()].map((bytes) => encodeReel(readRecording(bytes))),
	encodeReel(makeLongRecording(2, 10), { blockSeconds: 0.3 }),
	encodeReel(makeLongRecording(3, 30), { blockSeconds: 0.5, tolerances: {} }),
];

/** A damaged reel. Half of them have right checksums, so that the damage reaches the decoder. */
function createReelMutant(run: number): Uint8Array {
	const random = createRandom(SEED ^ Math.imul(run, 0x85eb_ca6b));
	const source = random.pick(REELS);
	const mutant = random.below(4) === 0 ? mutateBytes(source, random, random.pick(REELS)) : flipContent(source, random);
	return random.below(8) === 0 ? mutant : fixChecksums(mutant);
}

function flipContent(source: Uint8Array, random: Random): Uint8Array {
	const bytes = source.slice();
	for (let left = 1 + random.below(4); left > 0; left--) {
		const at = SMALL_TOP + random.below(bytes.length - SMALL_TOP);
		bytes[at] = random.below(2) === 0 ? random.below(256) : bytes[at]! ^ (1 << random.below(8));
	}
	return bytes;
}

function fixChecksums(bytes: Uint8Array): Uint8Array {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	// The checksum of a small reel covers its keys, too, so readers decode them first.
	if (bytes[12] === 0) return bytes;
	for (let at = 8; at + 12 <= bytes.length; ) {
		const end = at + 12 + view.getUint32(at + 8, true);
		if (end > bytes.length) break;
		view.setUint32(at, computeCrc32(bytes, at + 4, end), true);
		at = end;
	}
	return bytes;
}

function attempt<T>(read: () => T, byteLength: number): T | string {
	try {
		return read();
	} catch (error) {
		return checkError(error, byteLength);
	}
}

function checkError(error: unknown, byteLength: number): string {
	if (!(error instanceof RecordingError)) throw error;
	const { code, byteOffset } = error.issue;
	if (!Object.hasOwn(ISSUE_CODES, code)) throw new Error(`unknown code ${code}`, { cause: error });
	if (byteOffset === null || byteOffset < 0 || byteOffset > byteLength) {
		throw new Error(`offset ${byteOffset} is not in [0, ${byteLength}]`, { cause: error });
	}
	return code;
}

describe('damaged reels', () => {
	it('are read, or refused with a code and a place', async () => {
		const verdicts = new Map<string, number>();
		for (let run = 0; run < RUNS; run++) {
			const mutant = createReelMutant(run);
			try {
				const recording = attempt(() => decodeReel(mutant), mutant.length);
				const verdict = typeof recording === 'string' ? recording : 'read';
				verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
				if (typeof recording !== 'string') {
					let keys = 0;
					for (const [, curve] of iterateCurves(recording)) keys += curve.count;
					const blocks = Math.ceil(mutant.length / SMALLEST_BLOCK);
					expect(keys).toBeLessThan(MOST_KEYS_PER_BYTE * mutant.length + FREE_KEYS * blocks);
					for (const { time } of recording.markers) expect(time).not.toBeNaN();
				}
				const recovery = recoverReel(mutant);
				for (const { byteOffset } of recovery.issues) expect(byteOffset).toBeLessThanOrEqual(mutant.length);
				if (typeof recording !== 'string') expect(recovery.recording).not.toBeNull();
				if (run % 4 === 0) {
					await openReel(mutant)
						.then((reel) => reel.read())
						.catch((error) => checkError(error, mutant.length));
				}
			} catch (error) {
				throw new Error(`seed ${SEED}, run ${run}, ${mutant.length} bytes`, { cause: error });
			}
		}
		for (const code of ['read', 'reel-damaged', 'reel-cut', 'not-a-reel', 'reel-version']) {
			expect([code, verdicts.get(code) ?? 0]).not.toEqual([code, 0]);
		}
	});

	it('are refused at every proper prefix', () => {
		for (const reel of REELS) {
			for (let cut = 0; cut < reel.length; cut += reel.length < 400 ? 1 : 31) {
				expect(attempt(() => decodeReel(reel.subarray(0, cut)), cut)).toBe('reel-cut');
				recoverReel(reel.subarray(0, cut));
			}
		}
	});
});
