import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording, writeRecording } from '@handreel/core';
import { stretchRecording, trimRecording } from '@handreel/core/edit';
import { recorded } from './run-handreel.ts';

/** The first seconds of a recorded file, in its layout: commands take as long as a recording has keys. */
export function readStart(name: string, seconds: number): Uint8Array {
	return writeRecording(trimRecording(readRecording(readFileSync(recorded(name))), { end: seconds }));
}

/** Makes small recordings with different content, a few of them damaged. */
export function makeSmallRecordings(folder: string, count: number): void {
	const recording = readRecording(readFileSync(recorded('mrtk-2.8.3-n020')));
	for (let i = 0; i < count; i++) {
		const bytes = writeRecording(stretchRecording(recording, 1 + i / 1000));
		const group = join(folder, `group-${i % 7}`);
		mkdirSync(group, { recursive: true });
		writeFileSync(join(group, `take-${i}.bin`), i % 50 === 49 ? bytes.subarray(0, bytes.length / 2) : bytes);
	}
}
