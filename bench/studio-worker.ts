// What the studio's worker does before a picture: reading, summarizing and baking. Beside writing the same recording as a
// .bin file in the same run, so that nothing that only looks at a recording hides such a write.
import { readRecording, summarizeRecording, writeRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { openFile } from '../apps/studio/src/worker/open-file.ts';
import { prepareRecording } from '../apps/studio/src/worker/prepare-recording.ts';
import { isRefused, type KeptRecording } from '../apps/studio/src/worker/protocol.ts';
import { showStored } from '../apps/studio/src/worker/show-stored.ts';
import { makeFile } from './data.ts';
import { type Benchmark, type Effort, median } from './harness.ts';

const ROUNDS: Readonly<Record<Effort, number>> = { full: 15, quick: 5 };
const SIZE = 5e6;
/** One write is too short to measure. */
const WRITES = 20;

/** Opening and undoing, as multiples of the time that a .bin write takes. */
export function listStudioWorkerBenchmarks(): Benchmark[] {
	return [
		compare('opening a reel', async () => {
			const blob = new Blob([encodeReel(readFile())]);
			return () => openFile({ name: 'bench.reel', blob }, () => {});
		}),
		compare('summarizing a recording', async () => {
			const recording = readFile();
			return () => summarizeRecording(recording);
		}),
		compare('undoing an edit', async () => {
			const kept = keepRecording();
			return () => showStored(kept, () => {});
		}),
	];
}

function compare(what: string, prepare: () => Promise<() => unknown>): Benchmark {
	return {
		name: `time of ${what} in the studio's worker / of writing it as .bin, 5 MB`,
		target: null,
		better: 'lower',
		isLarge: false,
		run: async (effort) => {
			const work = await prepare();
			const recording = readFile();
			const ratios: number[] = [];
			for (let round = -1; round < ROUNDS[effort]; round++) {
				const writes = await measure(() => {
					for (let i = 0; i < WRITES; i++) writeRecording(recording, { onIssue: () => {} });
				});
				const ratio = ((await measure(work)) * WRITES) / writes;
				// The first round compiles.
				if (round >= 0) ratios.push(ratio);
			}
			return median(ratios);
		},
	};
}

// Key by key as an edit leaves it, not as one run of a file.
function readFile(): ReturnType<typeof readRecording> {
	return structuredClone(readRecording(makeFile('simple', SIZE)));
}

function keepRecording(): KeptRecording {
	const made = { name: 'bench.bin', recording: readFile(), format: 'bin', fileSize: null, readIssues: [] } as const;
	const opened = prepareRecording(made, () => {});
	if (isRefused(opened)) throw new Error(opened.issue.message);
	return opened;
}

async function measure(work: () => unknown): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}
