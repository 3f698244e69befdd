import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, createSampler, readRecording } from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import { root } from '../../../scripts/workspace.mjs';

/** The same in all folders. */
let journal: Uint8Array | null = null;

/** Puts the files that the guides speak of into a folder. */
export function createExampleFiles(folder: string): void {
	const recorded = (name: string) => join(root, 'fixtures', 'recorded', name);
	copyFileSync(recorded('mrtk-2.8.3-full-5s.bin'), join(folder, 'session.bin'));
	copyFileSync(recorded('mrtk-2.6.0-full-5s.bin'), join(folder, 'old.bin'));
	copyFileSync(join(root, 'examples', 'grab', 'tests', 'grab.bin'), join(folder, 'grab.bin'));
	mkdirSync(join(folder, 'recordings'));
	copyFileSync(join(root, 'fixtures', 'broken', 'rotation-w-lost.bin'), join(folder, 'recordings', 'monday.bin'));
	copyFileSync(recorded('mrtk-2.8.3-hands-only.bin'), join(folder, 'recordings', 'tuesday.bin'));
	const bytes = readFileSync(recorded('mrtk-2.8.3-full-5s.bin'));
	writeFileSync(join(folder, 'cut.bin'), bytes.subarray(0, 200_000));
	journal ??= createJournal(bytes);
	writeFileSync(join(folder, 'session.hrj'), journal);
}

/** The journal of a recorder that did not stop. */
function createJournal(bytes: Uint8Array): Uint8Array {
	const chunks: Uint8Array[] = [];
	const recorder = new Recorder({ journal: { write: (part: Uint8Array) => chunks.push(part.slice()) } });
	const sampler = createSampler(readRecording(bytes));
	const frame = createFrameSample();
	recorder.start();
	for (let i = 0; i < 120; i++) recorder.capture(sampler.sampleFrame(i / 60, frame));
	return Buffer.concat(chunks);
}
