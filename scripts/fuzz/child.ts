// Fuzzes a format in a separate process, which may have little memory and may be killed: `child.ts FORMAT OPTIONS`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadableFormatName } from '@handreel/convert';
import { Coverage } from './coverage.ts';
import { BrokenPromise, Fuzzer } from './fuzzer.ts';
import { CORPUS } from './seeds.ts';

/** What the parent wants. */
export interface ChildOptions {
	readonly runs: number;
	readonly seconds: number;
	readonly seed: number;
	/** Where the mutants are that are being read. */
	readonly folder: string;
	readonly keep: boolean;
	/** The most memory that the process may use. */
	readonly megabytes: number;
	readonly files: readonly string[];
}

/** What the child reports. */
export type ChildReport =
	| { readonly kind: 'progress'; readonly done: number }
	| { readonly kind: 'broken'; readonly message: string; readonly mutant: string }
	| {
			readonly kind: 'done';
			readonly done: number;
			readonly verdicts: readonly (readonly [string, number])[];
			readonly blocks: number;
			readonly kept: number;
			readonly megabytes: number;
			readonly slowest: number;
	  };

/** The part of the mutants, or of the time, that coverage guides unless files are kept. Unguided mutants are read three to nine times as fast. */
const GUIDED = 1 / 8;

/** How the process ends if it used too much memory. */
const TOO_LARGE = 3;

const [format, text] = process.argv.slice(2) as [ReadableFormatName, string];
const options = JSON.parse(text) as ChildOptions;
const report = (message: ChildReport): void => void process.send!(message);

try {
	await run();
} catch (error) {
	if (!(error instanceof BrokenPromise)) throw error;
	report({
		kind: 'broken',
		message: error.stack ?? error.message,
		mutant: Buffer.from(error.mutant).toString('base64'),
	});
}
process.disconnect();

async function run(): Promise<void> {
	const coverage = new Coverage();
	const files = options.files.map((path) => new Uint8Array(readFileSync(path)));
	const fuzzer = await Fuzzer.create(format, options.seed, coverage, files);
	const start = performance.now();
	let done = 0;
	let slowest = 0;
	let isGuided = true;
	while (done < options.runs && performance.now() - start < options.seconds * 1000) {
		const before = performance.now();
		const spent = Math.max(done / options.runs, (before - start) / (options.seconds * 1000));
		if (isGuided && !options.keep && spent >= GUIDED) {
			fuzzer.stopGuiding();
			isGuided = false;
		}
		done += await fuzzer.run(saveBatch);
		slowest = Math.max(slowest, performance.now() - before);
		// The parent saves the batch.
		if (findPeak() > options.megabytes) process.exit(TOO_LARGE);
		report({ kind: 'progress', done });
	}
	fuzzer.stopGuiding();
	const kept = options.keep ? await keepCorpus(fuzzer) : 0;
	const verdicts = [...fuzzer.verdicts];
	report({ kind: 'done', done, verdicts, blocks: coverage.size, kept, megabytes: findPeak(), slowest: slowest / 1000 });
}

// A process that runs out of memory cannot tell what it was reading.
function saveBatch(mutants: readonly Uint8Array[]): void {
	writeFileSync(
		join(options.folder, `${format}.json`),
		JSON.stringify(mutants.map((bytes) => Buffer.from(bytes).toString('base64'))),
	);
}

async function keepCorpus(fuzzer: Fuzzer): Promise<number> {
	const coverage = new Coverage();
	const kept = await fuzzer.listCorpus(coverage);
	coverage.stop();
	const folder = join(CORPUS, format);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const [name, bytes] of kept) writeFileSync(join(folder, name), bytes);
	return kept.size;
}

// The most memory that this process used, in megabytes.
function findPeak(): number {
	if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
	return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
