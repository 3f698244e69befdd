import type { Recording } from '@handreel/core';
import { readBytes } from '../files/read-bytes.ts';
import { printLosses } from '../print/print-issues.ts';
import { loadRecording } from './decode.ts';

/** The recording in a file, or in standard input for `-`. What could not be read of it is told on standard error. */
export async function openRecording(path: string): Promise<Recording> {
	const { recording, losses } = await loadRecording(readBytes(path));
	printLosses(losses.map(({ message, code }) => ({ path, text: `${message} (${code})` })));
	return recording;
}
