// The results that README and documentation show, with the machine that they were measured on.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os';
import type { Spread } from './harness.ts';

/** A measured benchmark. */
export interface Result {
	readonly name: string;
	/** A ratio, or a plain figure of the machine: {@link isRatio}. */
	readonly ratio: number;
	/** Half of the rounds lie between these; `null` for figures without rounds, such as sizes. */
	readonly spread: Spread | null;
	readonly target: number | null;
	readonly better: 'higher' | 'lower';
}

/** A result as it is kept. */
export interface SavedResult extends Result {
	/** What measures it again. */
	readonly command: string;
	/** Year, month and day. */
	readonly date: string;
	/** Processes that wanted to run before the benchmarks began, on average over a minute; 0 on Windows. */
	readonly load: number;
}

/** The machine of a run. */
export interface Machine {
	readonly cpu: string;
	readonly cores: number;
	/** GiB. */
	readonly memory: number;
	readonly system: string;
	readonly node: string;
}

/** The content of results.json. */
export interface SavedResults {
	readonly machine: Machine;
	readonly results: readonly SavedResult[];
}

/** A machine with more load than this is too busy to measure on. */
export const MAX_LOAD = 0.5;

const FILE = new URL('results.json', import.meta.url);

/** Whether a result compares two things that ran in turns. Others depend on the machine, or are sizes. */
export function isRatio({ name }: Pick<Result, 'name'>): boolean {
	return name.includes(' / ');
}

/** Whether a result misses its target. */
export function isMissed({ ratio, target, better }: Pick<Result, 'ratio' | 'target' | 'better'>): boolean {
	return target !== null && (better === 'higher' ? ratio < target : ratio > target);
}

/** The load of the last minute. */
export function readLoad(): number {
	return Number((loadavg()[0] ?? 0).toFixed(2));
}

/** Adds new results to kept ones, in the order of `names`. Those of another machine, and those whose name is gone, are left out. */
export function mergeResults(
	kept: SavedResults | null,
	machine: Machine,
	added: readonly SavedResult[],
	names: readonly string[],
): SavedResults {
	const isSame = kept !== null && JSON.stringify(kept.machine) === JSON.stringify(machine);
	const all = new Map([...(isSame ? kept.results : []), ...added].map((result) => [result.name, result] as const));
	return { machine, results: names.flatMap((name) => all.get(name) ?? []) };
}

/** Writes results to bench/results.json. Figures are rounded to three digits. `names`: all benchmarks that exist. */
export function saveResults(results: readonly Result[], load: number, names: readonly string[]): void {
	const date = new Date().toISOString().slice(0, 10);
	const round = (figure: number): number => Number(figure.toPrecision(3));
	const saved = results.map(({ ratio, spread, ...rest }) => ({
		...rest,
		ratio: round(ratio),
		spread: spread && { low: round(spread.low), high: round(spread.high) },
		command: `npm run bench -- "${rest.name}"`,
		date,
		load,
	}));
	const kept = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as SavedResults) : null;
	writeFileSync(FILE, `${JSON.stringify(mergeResults(kept, readMachine(), saved, names), null, '\t')}\n`);
}

function readMachine(): Machine {
	return {
		cpu: cpus()[0]?.model.trim() ?? 'unknown',
		cores: availableParallelism(),
		memory: Math.round(totalmem() / 2 ** 30),
		system: `${type()} ${process.arch}`,
		node: process.versions.node,
	};
}
