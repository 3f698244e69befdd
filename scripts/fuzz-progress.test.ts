import { expect, it } from 'vitest';
import { createProgress } from './fuzz-progress.ts';

it('npm run fuzz prints progress at least every ten seconds, however slow the mutants are', () => {
	for (const millisecondsEach of [1, 700, 4900]) {
		let time = 12_345;
		const written: { time: number; line: string }[] = [];
		const report = createProgress(
			100_000,
			(line) => written.push({ time, line }),
			() => time,
		);
		const start = time;
		const runs = Math.ceil(60_000 / millisecondsEach);
		for (let run = 1; run <= runs; run++) {
			time += millisecondsEach;
			report(run);
		}
		const times = [start, ...written.map((entry) => entry.time), time];
		const pauses = times.slice(1).map((end, i) => end - (times[i] ?? 0));
		expect(Math.max(...pauses), `${millisecondsEach} ms per mutant`).toBeLessThanOrEqual(10_000);
		// No flood either.
		expect(written.length).toBeLessThanOrEqual(12);
		expect(written[0]?.line).toMatch(/^\d+ of 100000 mutants, \d+ per second$/);
	}
});
