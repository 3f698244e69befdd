import { describe, expect, it } from 'vitest';
import { fixChecksums } from './fix-checksums.ts';
import { Fuzzer, nameFile } from './fuzzer.ts';
import { createSeeds, READABLE, readCorpus } from './seeds.ts';

const SEED = 20_261_118;
const BATCHES = 6;

describe.each(READABLE)('damaged files in the format %s', (format) => {
	it('keep every promise: the corpus and some mutants of it', async () => {
		// Checks seeds and corpus before it makes mutants.
		const fuzzer = await Fuzzer.create(format, SEED, null);
		for (let batch = 0; batch < BATCHES; batch++) await fuzzer.run();
		// Mutants that all fail in the same way would prove little.
		expect(fuzzer.verdicts.size).toBeGreaterThan(1);
	});

	it('are kept by the names of their content, and small', () => {
		const corpus = readCorpus(format);
		for (const [name, bytes] of corpus) {
			expect(nameFile(bytes)).toBe(name);
			expect(bytes.length).toBeLessThanOrEqual(6000);
		}
	});

	it('are damaged with right checksums: those of an intact file stay', async () => {
		for (const seed of await createSeeds(format)) {
			const fixed = seed.slice();
			fixChecksums(format, fixed);
			if (!(format === 'bin' || format === 'handsbin')) expect(Buffer.compare(fixed, seed)).toBe(0);
		}
	});
});
