// Makes mutants of a format, checks them, and keeps those that reach new code as parents of more mutants.
import { createHash } from 'node:crypto';
import type { ReadableFormatName } from '@handreel/convert';
import { createRandom, type Random } from '../../packages/core/test/support/random.ts';
import { checkFile } from './check-file.ts';
import type { Coverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { createSeeds, readCorpus } from './seeds.ts';

/** Larger files are slow to damage and to read. */
const MAX_PARENT = 20_000;
const MAX_KEPT = 6_000;
/** Seconds that checking a file may take, of the processor. */
const MAX_SECONDS = 5;
/** Mutants between two looks at the coverage, which takes milliseconds. */
const BATCH = 64;

/** A mutant that broke a promise. */
export class BrokenPromise extends Error {
	readonly mutant: Uint8Array;

	constructor(mutant: Uint8Array, cause: unknown) {
		super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause });
		this.mutant = mutant;
	}
}

/** Fuzzes a format. The same seed makes the same mutants, as long as the code does not change. */
export class Fuzzer {
	readonly #format: ReadableFormatName;
	readonly #random: Random;
	#coverage: Coverage | null;
	/** Beside other tests, the time of the process would be theirs, too. */
	readonly #isTimed: boolean;
	readonly #parents: Uint8Array[];
	/** How many mutants ended in which way. */
	readonly verdicts = new Map<string, number>();

	private constructor(format: ReadableFormatName, seed: number, parents: Uint8Array[], coverage: Coverage | null) {
		this.#format = format;
		this.#random = createRandom(seed);
		this.#parents = parents;
		this.#coverage = coverage;
		this.#isTimed = coverage !== null;
	}

	/** `coverage`: `null` for mutants of the given files only. `files`: instead of seeds and corpus. */
	static async create(
		format: ReadableFormatName,
		seed: number,
		coverage: Coverage | null,
		files: readonly Uint8Array[] = [],
	): Promise<Fuzzer> {
		const all = files.length > 0 ? files : [...(await createSeeds(format)), ...readCorpus(format).values()];
		const small = all.filter((file) => file.length <= MAX_PARENT);
		const fuzzer = new Fuzzer(format, seed, small.length > 0 ? small : [...all], coverage);
		for (const file of fuzzer.#parents) await fuzzer.check(file);
		coverage?.note(coverage.take());
		return fuzzer;
	}

	/** Makes and checks a batch of mutants, and returns their number. `onBatch` gets them before they are read. */
	async run(onBatch: (mutants: readonly Uint8Array[]) => void = () => {}): Promise<number> {
		const mutants = Array.from({ length: BATCH }, () =>
			mutate(this.#format, this.#pickParent(), this.#parents, this.#random),
		);
		onBatch(mutants);
		for (const mutant of mutants) await this.check(mutant);
		const coverage = this.#coverage;
		if (coverage?.hasNew(coverage.take()) !== true) return BATCH;
		for (const mutant of mutants) {
			await this.check(mutant, false);
			if (coverage.note(coverage.take()) && mutant.length <= MAX_PARENT) this.#parents.push(mutant);
		}
		return BATCH;
	}

	/** Makes more mutants of the files found so far, at full speed: code whose coverage is measured is not optimized. */
	stopGuiding(): void {
		this.#coverage?.stop();
		this.#coverage = null;
	}

	/** Checks a file. Throws {@link BrokenPromise}. */
	async check(file: Uint8Array, isCounted = true): Promise<void> {
		const before = process.cpuUsage();
		try {
			const verdict = await checkFile(this.#format, file.slice());
			const { user, system } = process.cpuUsage(before);
			if (this.#isTimed && user + system > MAX_SECONDS * 1e6)
				throw new Error(`took ${(user + system) / 1e6} s of the processor`);
			if (isCounted) this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
		} catch (error) {
			throw new BrokenPromise(file, error);
		}
	}

	/** The smallest files that together reach all code that was reached, by the names that they have in the corpus. */
	async listCorpus(coverage: Coverage): Promise<Map<string, Uint8Array>> {
		const seeds = await createSeeds(this.#format);
		for (const file of seeds) await this.check(file, false);
		coverage.note(coverage.take());
		const kept = new Map<string, Uint8Array>();
		for (const file of this.#parents.toSorted((a, b) => a.length - b.length)) {
			await this.check(file, false);
			if (file.length <= MAX_KEPT && coverage.note(coverage.take())) kept.set(nameFile(file), file);
		}
		return kept;
	}

	// Recent finds are mutated more often, and small files more often than large ones.
	#pickParent(): Uint8Array {
		const random = this.#random;
		const parents = this.#parents;
		const pick = (): Uint8Array =>
			random.below(3) === 0
				? parents[parents.length - 1 - random.below(Math.min(16, parents.length))]!
				: random.pick(parents);
		const [first, second] = [pick(), pick()];
		return first.length < second.length ? first : second;
	}
}

/** The name of a file in the corpus: the start of its SHA-256. */
export function nameFile(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
