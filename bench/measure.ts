// How fast recordings are measured. These are numbers of this machine, in time of the processor instead of the clock, so
// that other work on the machine counts little.
import { bakeFrames, type Recording, readRecording, writeRecording } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
import { measureRecording } from '@handreel/core/measure';
import { makeFile } from './data.ts';
import { type Benchmark, compareSpeed, type Effort, median } from './harness.ts';
import { makeSamplingData } from './sampling-data.ts';

const ROUNDS: Readonly<Record<Effort, number>> = { full: 15, quick: 7 };
const RECORDINGS_PER_ROUND = 200;
const WARM_UP_MS = 1500;

/** Everything about measuring. */
export function listMeasureBenchmarks(): Benchmark[] {
	return [
		{
			name: 'measure 100 kB as MRTK writes them, recordings per second and core',
			target: 1000,
			better: 'higher',
			isLarge: false,
			// The motion of the made file lasts 0.8 s, but its states last 17 s.
			run: (effort) => countPerSecond(makePart(readRecording(makeFile('simple', 100e3)), 0.8), effort),
		},
		{
			name: 'measure 100 kB of 12 s, recordings per second and core',
			target: null,
			better: 'higher',
			isLarge: false,
			run: (effort) => countPerSecond(makePart(makeSamplingData('line').recording, 11.5), effort),
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
		{
			name: 'measure ten minutes / bake ten minutes',
			target: null,
			better: 'higher',
			isLarge: false,
			run(effort) {
				const { recording } = makeSamplingData('line');
				const bake = (): unknown => bakeFrames(recording, { frameRate: 60 });
				return compareSpeed(() => measureRecording(recording), bake, { rounds: ROUNDS[effort] });
			},
		},
	];
}

function makePart(recording: Recording, end: number): Uint8Array {
	return writeRecording(trimRecording(recording, { start: 0, end }), { layout: 'mrtk-1.1' });
}

// Reads the file again each time, because a recording remembers which of its curves are sorted.
function countPerSecond(file: Uint8Array, effort: Effort): number {
	const measure = (): void => {
		for (let i = 0; i < RECORDINGS_PER_ROUND; i++) measureRecording(readRecording(file, { keep: true }));
	};
	return (1000 * RECORDINGS_PER_ROUND) / timeRounds(measure, ROUNDS[effort]);
}

// The first rounds are slower: the engine is still compiling, on other threads, too, which count as time of the processor.
function timeRounds(work: () => unknown, rounds: number): number {
	for (const start = performance.now(); performance.now() - start < WARM_UP_MS; ) work();
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const start = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1000);
	}
	return median(times);
}
