// The results that the documentation shows, with the machine that they were measured on.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os';

/** A measured benchmark. */
export interface Result {
	readonly name: string;
	readonly ratio: number;
	readonly target: number | null;
	readonly better: 'higher' | 'lower';
}

/** The machine of a run. */
export interface Machine {
	readonly cpu: string;
	readonly cores: number;
	/** Processes that wanted to run, on average over 15 minutes; 0 on Windows. Above the number of cores, figures are rough. */
	readonly load: number;
	/** GiB. */
	readonly memory: number;
	readonly system: string;
	readonly node: string;
}

/** The content of results.json. */
export interface SavedResults {
	/** Year, month and day. */
	readonly date: string;
	readonly machine: Machine;
	readonly results: readonly Result[];
}

/** Writes bench/results.json. Ratios are rounded to three digits. */
export function saveResults(results: readonly Result[]): void {
	const saved: SavedResults = {
		date: new Date().toISOString().slice(0, 10),
		machine: {
			cpu: cpus()[0]?.model.trim() ?? 'unknown',
			cores: availableParallelism(),
			load: Number((loadavg()[2] ?? 0).toFixed(1)),
			memory: Math.round(totalmem() / 2 ** 30),
			system: `${type()} ${process.arch}`,
			node: process.versions.node,
		},
		results: results.map((result) => ({ ...result, ratio: Number(result.ratio.toPrecision(3)) })),
	};
	writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(saved, null, '\t')}\n`);
}
