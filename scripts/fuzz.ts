// npm run fuzz -- --runs 1000000 [--seed N] [--format bin|handsbin] [FILE…]: damages recordings at random and checks that each mutant is either
// read and written back byte for byte or refused with a code and a place, and that it can be diagnosed and repaired. Saves the first mutant that breaks a promise.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkCapture, listCaptures } from '../packages/convert/test/support/capture-check.ts';
import { checkBytes, checkDiagnosis, listSmallFixtures } from '../packages/core/test/support/fuzz-check.ts';
import { createMutant } from '../packages/core/test/support/mutate.ts';
import { brokenFiles } from './fixture-files.ts';
import { createProgress } from './fuzz-progress.ts';

const USAGE =
	'usage: npm run fuzz -- [--runs N] [--seed N] [--format bin|handsbin] [FILE…]   (FILE: recordings to damage; default: small files)';

/** What is checked for each format, and the files that are damaged if none are given. */
const FORMATS = {
	bin: {
		check: (bytes: Uint8Array) => `${checkBytes(bytes)}, ${checkDiagnosis(bytes)}`,
		list: () => [...listSmallFixtures().values(), ...brokenFiles().map(({ bytes }) => bytes)],
	},
	handsbin: { check: checkCapture, list: listCaptures },
};

const { runs, seed, format, files } = readArguments();
const verdicts = new Map<string, number>();
const reportProgress = createProgress(runs, console.error);
for (let run = 0; run < runs; run++) {
	const mutant = createMutant(files, seed, run);
	try {
		const verdict = FORMATS[format].check(mutant);
		verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
	} catch (error) {
		console.error(error);
		console.error(`seed ${seed}, run ${run}: ${mutant.length} bytes saved as ${saveMutant(mutant, seed, run)}`);
		process.exit(1);
	}
	reportProgress(run + 1);
}
console.log(`${runs} mutants with seed ${seed}, no promise broken`);
for (const [verdict, count] of [...verdicts].sort((a, b) => b[1] - a[1]))
	console.log(`${String(count).padStart(10)} ${verdict}`);

function readArguments(): { runs: number; seed: number; format: keyof typeof FORMATS; files: Uint8Array[] } {
	try {
		const { values, positionals } = parseArgs({
			options: {
				runs: { type: 'string', default: '1000000' },
				seed: { type: 'string', default: '1' },
				format: { type: 'string', default: 'bin' },
			},
			allowPositionals: true,
		});
		const given = positionals.map(
			(path) => new Uint8Array(readFileSync(resolve(process.env['INIT_CWD'] ?? '.', path))),
		);
		const { format } = values;
		if (format !== 'bin' && format !== 'handsbin') throw new RangeError(`--format: '${format}' is not bin or handsbin`);
		const files = given.length > 0 ? given : FORMATS[format].list();
		return { runs: readInteger('runs', values.runs), seed: readInteger('seed', values.seed), format, files };
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		console.error(USAGE);
		return process.exit(2);
	}
}

function readInteger(name: string, value: string): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || !Number.isSafeInteger(number))
		throw new RangeError(`--${name}: '${value}' is not a whole number`);
	return number;
}

function saveMutant(mutant: Uint8Array, seed: number, run: number): string {
	const folder = fileURLToPath(new URL('../.cache/fuzz/', import.meta.url));
	mkdirSync(folder, { recursive: true });
	const path = join(folder, `seed-${seed}-run-${run}.bin`);
	writeFileSync(path, mutant);
	return path;
}
