import { type Issue, writeRecording } from '@handreel/core';
import { readBytes } from '../files/read-bytes.ts';
import { detectFormat, loadRecording } from './decode.ts';
import type { FormatName } from './formats.ts';

/** A file as the .bin file that it is or would become. */
export interface LoadedAsBin {
	readonly bytes: Uint8Array;
	readonly format: FormatName;
	readonly fileSize: number;
	/** What was left out or doubtful while reading. */
	readonly losses: readonly Issue[];
}

/** Reads a file in whichever format, or standard input for `-`. The bytes of a .bin file are given as they are. */
export async function loadAsBin(path: string): Promise<LoadedAsBin> {
	const bytes = readBytes(path);
	const format = detectFormat(bytes);
	const fileSize = bytes.length;
	if (format === 'bin') return { bytes, format, fileSize, losses: [] };
	const { recording, losses } = await loadRecording(bytes);
	return { bytes: writeRecording(recording), format, fileSize, losses };
}
