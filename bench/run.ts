// npm run bench [-- --json] [--quick] [NAME…]: measures ratios and compares them with what they have to reach.
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listCaptureBenchmarks } from './capture.ts';
import { listCliBenchmarks } from './cli.ts';
import { checkAgreement, listCodecBenchmarks } from './codec.ts';
import { listConvertBenchmarks } from './convert.ts';
import { listCorpusBenchmarks } from './corpus.ts';
import { listHandsBenchmarks } from './hands.ts';
import { type Benchmark, collectGarbage, type Effort, type Skipped, type Spread, takeSpread } from './harness.ts';
import { listLandmarkBenchmarks } from './landmarks.ts';
import { listLiveBenchmarks } from './live.ts';
import { listMeasureBenchmarks } from './measure.ts';
import { listOptimizeBenchmarks } from './optimize.ts';
import { listQueueBenchmarks } from './queue.ts';
import { listRecordBenchmarks } from './record.ts';
import { listReelBenchmarks } from './reel.ts';
import { isMissed, isRatio, MAX_LOAD, type Result, readLoad, saveResults } from './results.ts';
import { listSamplingBenchmarks } from './sampling.ts';
import { listSceneBenchmarks } from './scene.ts';
import { listStudioBenchmarks } from './studio.ts';
import { listStudioWorkerBenchmarks } from './studio-worker.ts';
import { listWebXRBenchmarks } from './webxr.ts';

/** A saved run takes at most this long. What was not measured until then is skipped. */
const MAX_MINUTES = 15;
/** Milliseconds between groups of a saved run: caches, clock and memory recover. */
const PAUSE = 5000;

const HELP = `usage: npm run bench -- [--json] [--quick] [--save [--anyway]] [--list] [--file F]… [--baseline DIR] [NAME…]

Measures ratios inside one run; a few that name a unit are plain numbers of this machine. NAME: only
benchmarks whose name contains it.

  --json   print [{ "name", "ratio", "spread", "target", "better" }] and nothing else (npm run bench --silent
           keeps npm quiet, too); better defines whether the ratio shall be at least ("higher") or at
           most ("lower") the target
  --quick  fewer rounds, and nothing with 200 MB
  --save   write the results and the machine to bench/results.json, which README and documentation
           show. Refuses a machine with a load above ${MAX_LOAD}, waits between groups, and ends after
           ${MAX_MINUTES} minutes. With NAME, the other results stay
  --anyway
           save on a busy machine, too. What is measured there is marked
  --file   also benchmark reels of this recording (.bin)
  --baseline
           compare the studio with that of DIR, a checkout in which it was built, or a built studio
  --list   only print the names
  --help   this text

Missed targets do not fail the run: machines are noisy.
`;

interface Row {
	readonly benchmark: Benchmark;
	/** `null` when it could not run. */
	readonly ratio: number | null;
	readonly spread: Spread | null;
	readonly note: string;
}

await main();

async function main(): Promise<void> {
	const { values, positionals } = readArguments();
	if (values.help) {
		process.stdout.write(HELP);
		return;
	}
	const groups = [
		listCliBenchmarks(),
		listCodecBenchmarks(),
		listSamplingBenchmarks(),
		listMeasureBenchmarks(),
		listOptimizeBenchmarks(),
		listReelBenchmarks(values.file ?? []),
		listRecordBenchmarks(),
		listCaptureBenchmarks(),
		listLandmarkBenchmarks(),
		listLiveBenchmarks(),
		listConvertBenchmarks(),
		listCorpusBenchmarks(),
		listQueueBenchmarks(),
		listWebXRBenchmarks(),
		listSceneBenchmarks(),
		listHandsBenchmarks(),
		listStudioWorkerBenchmarks(),
		listStudioBenchmarks(values.baseline ?? null),
	];
	const isWanted = ({ name, isLarge }: Benchmark): boolean =>
		!(values.quick && isLarge) && (positionals.length === 0 || positionals.some((part) => name.includes(part)));
	const chosen = groups.map((group) => group.filter(isWanted)).filter((group) => group.length > 0);
	const benchmarks = chosen.flat();
	if (values.list) {
		for (const { name } of benchmarks) console.log(name);
		return;
	}
	if (benchmarks.length === 0) {
		console.error(`no benchmark's name contains ${positionals.join(' or ')}; --list prints them all`);
		process.exitCode = 2;
		return;
	}
	const load = readLoad();
	if (values.save && load > MAX_LOAD && !values.anyway) {
		console.error(
			`the machine is busy: its load is ${load}, and results are saved below ${MAX_LOAD}. Wait, or save with --anyway`,
		);
		process.exitCode = 1;
		return;
	}
	checkAgreement();
	const rows: Row[] = [];
	const end = values.save ? performance.now() + MAX_MINUTES * 60_000 : Number.POSITIVE_INFINITY;
	const lasts = new Set(chosen.slice(0, -1).map((group) => group.at(-1)));
	for (const benchmark of benchmarks) {
		process.stderr.write(`${benchmark.name} … `);
		takeSpread();
		const result =
			performance.now() > end
				? { skipped: `${MAX_MINUTES} minutes are over` }
				: await measure(benchmark, values.quick ? 'quick' : 'full');
		const spread = takeSpread();
		const detail = benchmark.describe?.() ?? '';
		const row =
			typeof result === 'number'
				? { benchmark, ratio: result, spread, note: `${verdict(benchmark, result)}  ${detail}`.trimEnd() }
				: { benchmark, ratio: null, spread: null, note: `skipped: ${result.skipped}` };
		process.stderr.write(`${row.ratio === null ? row.note : `${formatRatio(row.ratio)}  ${detail}`.trimEnd()}\n`);
		rows.push(row);
		if (values.save && lasts.has(benchmark)) {
			collectGarbage();
			await setTimeout(PAUSE);
		}
	}
	if (values.save) {
		const names = groups.flat().map(({ name }) => name);
		saveResults(listResults(rows), load, names);
	}
	if (values.json) console.log(JSON.stringify(listResults(rows), null, '\t'));
	else printTable(rows);
}

function readArguments() {
	const { argv } = process;
	try {
		return parseArgs({
			args: argv.slice(2),
			allowPositionals: true,
			options: {
				json: { type: 'boolean' },
				quick: { type: 'boolean' },
				save: { type: 'boolean' },
				anyway: { type: 'boolean' },
				list: { type: 'boolean' },
				file: { type: 'string', multiple: true },
				baseline: { type: 'string' },
				help: { type: 'boolean', short: 'h' },
			},
		});
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
		process.exit(2);
	}
}

function verdict({ target, better }: Benchmark, ratio: number): string {
	if (target === null) return '–';
	return isMissed({ ratio, target, better }) ? 'MISSED' : 'ok';
}

// What could not run has no ratio and is left out.
async function measure(benchmark: Benchmark, effort: Effort): Promise<number | Skipped> {
	try {
		await benchmark.prepare?.();
	} catch (error) {
		return { skipped: error instanceof Error ? error.message : String(error) };
	}
	return benchmark.run(effort);
}

function listResults(rows: readonly Row[]): Result[] {
	return rows.flatMap(({ benchmark: { name, target, better }, ratio, spread }) =>
		ratio === null ? [] : [{ name, ratio, spread, target, better }],
	);
}

function printTable(rows: readonly Row[]): void {
	const cells = rows.map(({ benchmark: { name, target, better }, ratio, spread, note }) => [
		name,
		isRatio({ name }) ? 'ratio' : 'figure',
		ratio === null ? '–' : formatRatio(ratio),
		spread === null ? '' : `${formatRatio(spread.low)}–${formatRatio(spread.high)}`,
		target === null ? '–' : `${better === 'higher' ? '≥' : '≤'} ${target}`,
		note,
	]);
	const table = [['name', 'kind', 'result', 'half of the rounds', 'target', ''], ...cells];
	const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	for (const row of table) {
		const padded = row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : i < 5 ? cell.padStart(widths[i]!) : cell));
		console.log(padded.join('  ').trimEnd());
	}
	const missed = rows.filter(({ note }) => note.startsWith('MISSED')).length;
	const aimed = rows.filter(({ benchmark, ratio }) => benchmark.target !== null && ratio !== null).length;
	console.log(`\n${aimed - missed} of ${aimed} targets reached`);
}

function formatRatio(ratio: number): string {
	return ratio < 1000 ? ratio.toPrecision(3) : ratio.toFixed(0);
}
