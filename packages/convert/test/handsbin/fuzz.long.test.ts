import { decodeHandsbin } from '@handreel/convert/handsbin';
import { isRecordingError } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { mutateBytes } from '../../../core/test/support/mutate.ts';
import { createRandom } from '../../../core/test/support/random.ts';
import { checkCapture, listCaptures } from '../support/capture-check.ts';

const SEED = 20_261_116;
const RUNS = 3000;
const captures = listCaptures();

describe('damaged captures', () => {
	it('are read and written back, or refused with a code and a place', () => {
		const verdicts = new Map<string, number>();
		for (let run = 0; run < RUNS; run++) {
			const random = createRandom(SEED ^ Math.imul(run, 0x85eb_ca6b));
			const mutant = mutateBytes(random.pick(captures), random, random.pick(captures));
			try {
				const verdict = checkCapture(mutant);
				verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
			} catch (error) {
				throw new Error(`seed ${SEED}, run ${run}, ${mutant.length} bytes`, { cause: error });
			}
		}
		for (const verdict of ['read', 'read with a loss', 'truncated', 'bad-count', 'bad-handsbin', 'bad-string']) {
			expect([verdict, verdicts.get(verdict) ?? 0]).not.toEqual([verdict, 0]);
		}
	});

	it('are refused at every proper prefix', () => {
		for (const bytes of captures) {
			for (let cut = 0; cut < bytes.length; cut += bytes.length < 500 ? 1 : 13) {
				try {
					decodeHandsbin(bytes.subarray(0, cut));
					throw new Error(`${cut} of ${bytes.length} bytes were read`);
				} catch (error) {
					if (!isRecordingError(error, 'truncated', 'bad-count')) throw error;
				}
			}
		}
	});
});
