import type { IssueCode } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { checkBytes, listSmallFixtures } from '../support/fuzz-check.ts';
import { createMutant } from '../support/mutate.ts';

const SEED = 20_240_607;
const RUNS = 40_000;

describe('damaged files', () => {
	const files = listSmallFixtures();

	it.each([...files])('keep every promise undamaged: %s', (_, bytes) => {
		expect(checkBytes(bytes)).toBe('read');
	});

	it('are read and written back byte for byte, or refused with a code and a place', () => {
		const verdicts = new Map<'read' | IssueCode, number>();
		const sources = [...files.values()];
		for (let run = 0; run < RUNS; run++) {
			const mutant = createMutant(sources, SEED, run);
			try {
				const verdict = checkBytes(mutant);
				verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
			} catch (error) {
				const hex = Buffer.from(mutant.subarray(0, 400)).toString('hex');
				throw new Error(`seed ${SEED}, run ${run}, ${mutant.length} bytes ${hex}`, { cause: error });
			}
		}
		// Mutants that all fail in the same way would prove little.
		expect(verdicts.get('read')).toBeGreaterThan(RUNS / 20);
		for (const code of ['truncated', 'bad-count', 'trailing-bytes', 'bad-magic', 'bad-flag', 'bad-string'] as const) {
			expect([code, verdicts.get(code) ?? 0]).not.toEqual([code, 0]);
		}
	});
});
