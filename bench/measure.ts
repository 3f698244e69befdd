// How fast recordings are measured. These are numbers of this machine, in time of the processor instead of the clock, so
// that other work on the machine counts little.
import { readRecording } from '@handreel/core';
import { measureRecording } from '@handreel/core/measure';
import { makeFile } from './data.ts';
import { type Benchmark, type Effort, median } from './harness.ts';
import { makeSamplingData } from './sampling-data.ts';

const ROUNDS: Readonly<Record<Effort, number>> = { full: 15, quick: 7 };
const RECORDINGS_PER_ROUND = 200;

/** Everything about measuring. */
export function listMeasureBenchmarks(): Benchmark[] {
	return [
		{
			name: 'measure 100 kB, recordings per second and core',
			target: 1000,
			better: 'higher',
			isLarge: false,
			run(effort) {
				const file = makeFile('simple', 100e3);
				const measure = (): void => {
					// Read again each time, because a recording remembers which curves are sorted.
					for (let i = 0; i < RECORDINGS_PER_ROUND; i++) measureRecording(readRecording(file, { keep: true }));
				};
				return (1000 * RECORDINGS_PER_ROUND) / timeRounds(measure, ROUNDS[effort]);
			},
		},
		{
			name: 'measure ten minutes, ms',
			target: 100,
			better: 'lower',
			isLarge: false,
			run(effort) {
				const { recording } = makeSamplingData('line');
				return timeRounds(() => measureRecording(recording), ROUNDS[effort]);
			},
		},
	];
}

function timeRounds(work: () => unknown, rounds: number): number {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const start = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1000);
	}
	return median(times);
}
