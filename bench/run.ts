// npm run bench [-- --json] [--quick] [NAME…]: measures ratios and compares them with what they have to reach.
import { parseArgs } from 'node:util';
import { listCaptureBenchmarks } from './capture.ts';
import { listCliBenchmarks } from './cli.ts';
import { checkAgreement, listCodecBenchmarks } from './codec.ts';
import { listConvertBenchmarks } from './convert.ts';
import { listCorpusBenchmarks } from './corpus.ts';
import { listHandsBenchmarks } from './hands.ts';
import type { Benchmark, Effort, Skipped } from './harness.ts';
import { listLiveBenchmarks } from './live.ts';
import { listMeasureBenchmarks } from './measure.ts';
import { listOptimizeBenchmarks } from './optimize.ts';
import { listQueueBenchmarks } from './queue.ts';
import { listRecordBenchmarks } from './record.ts';
import { listReelBenchmarks } from './reel.ts';
import { type Result, saveResults } from './results.ts';
import { listSamplingBenchmarks } from './sampling.ts';
import { listStudioBenchmarks } from './studio.ts';
import { listWebXRBenchmarks } from './webxr.ts';

const HELP = `usage: npm run bench -- [--json] [--quick] [--save] [--list] [--file F]… [--baseline DIR] [NAME…]

Measures ratios inside one run; a few that name a unit are plain numbers of this machine. NAME: only
benchmarks whose name contains it.

  --json   print [{ "name", "ratio", "target", "better" }] and nothing else (npm run bench --silent
           keeps npm quiet, too); better says whether the ratio shall be at least ("higher") or at
           most ("lower") the target
  --quick  fewer rounds, and nothing with 200 MB
  --save   write the results and the machine to bench/results.json, which the documentation shows
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
	readonly note: string;
}

await main();

async function main(): Promise<void> {
	const { values, positionals } = readArguments();
	if (values.help) {
		process.stdout.write(HELP);
		return;
	}
	const all = [
		...listCliBenchmarks(),
		...listCodecBenchmarks(),
		...listSamplingBenchmarks(),
		...listMeasureBenchmarks(),
		...listOptimizeBenchmarks(),
		...listReelBenchmarks(values.file ?? []),
		...listRecordBenchmarks(),
		...listCaptureBenchmarks(),
		...listLiveBenchmarks(),
		...listConvertBenchmarks(),
		...listCorpusBenchmarks(),
		...listQueueBenchmarks(),
		...listWebXRBenchmarks(),
		...listHandsBenchmarks(),
		...listStudioBenchmarks(values.baseline ?? null),
	];
	const benchmarks = all.filter(
		({ name, isLarge }) =>
			!(values.quick && isLarge) && (positionals.length === 0 || positionals.some((part) => name.includes(part))),
	);
	if (values.list) {
		for (const { name } of benchmarks) console.log(name);
		return;
	}
	if (benchmarks.length === 0) {
		console.error(`no benchmark's name contains ${positionals.join(' or ')}; --list prints them all`);
		process.exitCode = 2;
		return;
	}
	checkAgreement();
	const rows: Row[] = [];
	for (const benchmark of benchmarks) {
		process.stderr.write(`${benchmark.name} … `);
		const result = await measure(benchmark, values.quick ? 'quick' : 'full');
		const detail = benchmark.describe?.() ?? '';
		const row =
			typeof result === 'number'
				? { benchmark, ratio: result, note: `${verdict(benchmark, result)}  ${detail}`.trimEnd() }
				: { benchmark, ratio: null, note: `skipped: ${result.skipped}` };
		process.stderr.write(`${row.ratio === null ? row.note : `${formatRatio(row.ratio)}  ${detail}`.trimEnd()}\n`);
		rows.push(row);
	}
	if (values.save) saveResults(listResults(rows));
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
	return (better === 'higher' ? ratio >= target : ratio <= target) ? 'ok' : 'MISSED';
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
	return rows.flatMap(({ benchmark: { name, target, better }, ratio }) =>
		ratio === null ? [] : [{ name, ratio, target, better }],
	);
}

function printTable(rows: readonly Row[]): void {
	const cells = rows.map(({ benchmark: { name, target, better }, ratio, note }) => [
		name,
		ratio === null ? '–' : formatRatio(ratio),
		target === null ? '–' : `${better === 'higher' ? '≥' : '≤'} ${target}`,
		note,
	]);
	const table = [['name', 'ratio', 'target', ''], ...cells];
	const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	for (const [name = '', ratio = '', target = '', note = ''] of table) {
		const [nameWidth = 0, ratioWidth = 0, targetWidth = 0] = widths;
		console.log(
			`${name.padEnd(nameWidth)}  ${ratio.padStart(ratioWidth)}  ${target.padStart(targetWidth)}  ${note}`.trimEnd(),
		);
	}
	const missed = rows.filter(({ note }) => note.startsWith('MISSED')).length;
	const aimed = rows.filter(({ benchmark, ratio }) => benchmark.target !== null && ratio !== null).length;
	console.log(`\n${aimed - missed} of ${aimed} targets reached`);
}

function formatRatio(ratio: number): string {
	return ratio < 1000 ? ratio.toPrecision(3) : ratio.toFixed(0);
}
