import { diagnoseBytes, repairBytes } from '@handreel/core/diagnose';
import { describe, expect, it } from 'vitest';
import { brokenFiles } from '../../../../scripts/fixture-files.ts';
import { concat, header, i32 } from '../support/bytes.ts';
import { checkDiagnosis, listSmallFixtures } from '../support/fuzz-check.ts';
import { createMutant } from '../support/mutate.ts';
import { createRandom } from '../support/random.ts';

const SEED = 20_260_714;
const RUNS = 1_500;
const LARGE_SIZE = 400_000;

describe('damaged files', () => {
	const sources = [...listSmallFixtures().values(), ...brokenFiles().map(({ bytes }) => bytes)];

	it('are diagnosed and repaired as documented', () => {
		const verdicts = new Map<string, number>();
		for (let run = 0; run < RUNS; run++) {
			const mutant = createMutant(sources, SEED, run);
			try {
				const verdict = checkDiagnosis(mutant);
				verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
			} catch (error) {
				const hex = Buffer.from(mutant.subarray(0, 400)).toString('hex');
				throw new Error(`seed ${SEED}, run ${run}, ${mutant.length} bytes ${hex}`, { cause: error });
			}
		}
		for (const verdict of ['whole', 'repaired', 'lost']) {
			expect([verdict, (verdicts.get(verdict) ?? 0) > RUNS / 20]).toEqual([verdict, true]);
		}
	});

	it('may be random', () => {
		const random = createRandom(SEED);
		for (let size = 0; size < 300; size++) {
			const bytes = Uint8Array.from({ length: size }, () => random.below(256));
			expect(checkDiagnosis(bytes)).toBe('lost');
		}
	});

	it.each([
		['zeros', () => 0],
		['ones', () => -1],
		['random words', createRandom(SEED).word],
		['small numbers', () => 8],
	])('may be large and full of %s', (_, word) => {
		for (const version of ['1.0', '1.1'] as const) {
			const flags = { head: true, hands: true, gaze: true };
			const body = Uint32Array.from({ length: LARGE_SIZE / 4 }, word);
			const bytes = concat(header(version, flags), new Uint8Array(body.buffer));
			expect(diagnoseBytes(bytes).issues[0]?.severity).toBe('error');
			expect(() => repairBytes(bytes, { removeJumps: true })).not.toThrow();
		}
	});

	it('may have a curve with as many keys as fit, in any order and at any time', () => {
		const random = createRandom(SEED);
		const keys = LARGE_SIZE / 8;
		const body = Uint32Array.from({ length: keys * 2 }, random.word);
		const curve = concat(i32(8, 8, keys), new Uint8Array(body.buffer));
		const bytes = concat(header('1.1', { head: true }), curve, curve, curve, i32(...Array(12).fill(0)), i32(0));
		const codes = new Set(diagnoseBytes(bytes).issues.map(({ code }) => code));
		expect(codes).toContain('unsorted-keys');
		expect(codes).toContain('non-finite-value');
		const { recording, remaining } = repairBytes(bytes, { removeJumps: true });
		expect(recording).not.toBeNull();
		expect(remaining.map(({ code }) => code)).not.toContain('unsorted-keys');
	});
});
