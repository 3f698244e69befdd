import { readFileSync } from 'node:fs';
import { readRecording, writeRecording } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
import { fixturePath } from './fixture-path.ts';

/**
 * The first second of a file of MRTK 2.6.0, which has lost W of all rotations. Its problem is that of the whole file, and its repair
 * takes a third of the time.
 */
export function makeFaultyFile(): Buffer {
	const recording = readRecording(readFileSync(fixturePath('recorded/mrtk-2.6.0-full-5s.bin')));
	return Buffer.from(writeRecording(trimRecording(recording, { start: 0, end: 1 })));
}
