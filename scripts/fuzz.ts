// npm run fuzz -- [--runs N] [--seconds N] [--seed N] [--format NAME] [--keep] [FILE…]: reads damaged files of all formats, each format in a
// process with 512 MB. Mutants that reach new code become parents of more mutants; --keep stores the smallest of them in fixtures/fuzz. Mutants
// that break a promise, use too much memory or take too long are saved in .cache/fuzz.
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReadableFormatName } from '@handreel/convert';
import type { ChildOptions, ChildReport } from './fuzz/child.ts';
import { nameFile } from './fuzz/fuzzer.ts';
import { READABLE } from './fuzz/seeds.ts';
import { createProgress } from './fuzz-progress.ts';
import { root } from './workspace.mjs';

const USAGE = `usage: npm run fuzz -- [--runs N] [--seconds N] [--seed N] [--format NAME] [--keep] [FILE…]
  --runs N      mutants in all (default: 1000000)
  --seconds N   stop after this time
  --seed N      other mutants (default: 1)
  --format NAME one of ${READABLE.join(', ')} (default: all)
  --keep        store files that reach new code in fixtures/fuzz
  FILE…         damage these files of the format instead of the kept ones`;

const MEGABYTES = 512;
/** A batch of mutants that takes longer holds one that hangs. */
const HANG_SECONDS = 60;
const FOLDER = join(root, '.cache/fuzz');

const { formats, ...options } = readArguments();
mkdirSync(FOLDER, { recursive: true });
const share = { runs: Math.ceil(options.runs / formats.length), seconds: options.seconds / formats.length };
const showProgress = createProgress(options.runs, console.error);
let total = 0;
let failures = 0;
for (const format of formats) {
	const before = total;
	const isFine = await fuzz(format, { ...options, ...share, folder: FOLDER, megabytes: MEGABYTES }, (done) => {
		total = before + done;
		showProgress(total);
	});
	if (!isFine) failures++;
}
console.log(
	`${total} mutants with seed ${options.seed}, ${failures === 0 ? 'no promise broken' : `promises broken in ${failures} formats`}`,
);
process.exitCode = failures === 0 ? 0 : 1;

function fuzz(format: ReadableFormatName, child: ChildOptions, onProgress: (done: number) => void): Promise<boolean> {
	return new Promise((finish) => {
		const script = join(root, 'scripts/fuzz/child.ts');
		const worker = fork(script, [format, JSON.stringify(child)], {
			execArgv: [...process.execArgv, `--max-old-space-size=${MEGABYTES}`],
		});
		let isDone = false;
		let isFine = true;
		let timer = setTimeout(() => {}, 0);
		const watch = (): void => {
			clearTimeout(timer);
			timer = setTimeout(() => worker.kill('SIGKILL'), HANG_SECONDS * 1000);
		};
		watch();
		worker.on('message', (report: ChildReport) => {
			watch();
			if (report.kind === 'progress') onProgress(report.done);
			else if (report.kind === 'broken') {
				isDone = true;
				isFine = false;
				const bytes = Buffer.from(report.mutant, 'base64');
				console.error(`${report.message}\n${format}: ${bytes.length} bytes saved as ${save(format, bytes)}`);
			} else {
				isDone = true;
				printReport(format, report);
			}
		});
		worker.on('close', (code, signal) => {
			clearTimeout(timer);
			if (!isDone) {
				isFine = false;
				const mutants = JSON.parse(readFileSync(join(FOLDER, `${format}.json`), 'utf8')) as string[];
				const paths = mutants.map((mutant) => save(format, Buffer.from(mutant, 'base64')));
				console.error(`${format}: the process ended with ${signal ?? code} while it read one of\n${paths.join('\n')}`);
			}
			finish(isFine);
		});
	});
}

function printReport(
	format: string,
	{ done, verdicts, blocks, kept, megabytes, slowest }: Extract<ChildReport, { kind: 'done' }>,
): void {
	const more = kept > 0 ? `, ${kept} files kept` : '';
	console.log(
		`${format}: ${done} mutants, ${blocks} blocks of code reached${more}, at most ${Math.round(megabytes)} MB and ${slowest.toFixed(1)} s for a batch`,
	);
	for (const [verdict, count] of verdicts.toSorted((a, b) => b[1] - a[1]))
		console.log(`${String(count).padStart(10)} ${verdict}`);
}

function save(format: string, bytes: Uint8Array): string {
	const path = join(FOLDER, `${format}-${nameFile(bytes)}`);
	writeFileSync(path, bytes);
	return path;
}

function readArguments(): Omit<ChildOptions, 'folder' | 'megabytes'> & { formats: readonly ReadableFormatName[] } {
	try {
		const { values, positionals } = parseArgs({
			options: {
				runs: { type: 'string', default: '1000000' },
				seconds: { type: 'string', default: '1000000' },
				seed: { type: 'string', default: '1' },
				format: { type: 'string' },
				keep: { type: 'boolean', default: false },
			},
			allowPositionals: true,
		});
		const formats = READABLE.filter((name) => values.format === undefined || name === values.format);
		if (formats.length === 0) throw new RangeError(`--format: '${values.format}' is not one of ${READABLE.join(', ')}`);
		if (positionals.length > 0 && formats.length > 1) throw new RangeError('FILE needs --format');
		const files = positionals.map((path) => resolve(process.env['INIT_CWD'] ?? '.', path));
		const read = (name: 'runs' | 'seconds' | 'seed'): number => readInteger(name, values[name]);
		return { formats, runs: read('runs'), seconds: read('seconds'), seed: read('seed'), keep: values.keep, files };
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
