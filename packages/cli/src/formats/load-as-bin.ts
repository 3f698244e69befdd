import { type Issue, writeRecording } from '@handreel/core';
import { readBytes } from '../files/read-bytes.ts';
import { decodeBytes, detectFormat } from './decode.ts';
import type { FormatName } from './formats.ts';

/** A file converted to .bin. */
export interface LoadedAsBin {
	readonly bytes: Uint8Array;
	readonly format: FormatName;
	readonly fileSize: number;
	/** Problems found while reading. */
	readonly issues: readonly Issue[];
}

/** Reads a file in any format, or standard input for `-`, as .bin. The bytes of .bin files are not changed. */
export async function loadAsBin(path: string): Promise<LoadedAsBin> {
	const bytes = readBytes(path);
	const format = detectFormat(bytes);
	const fileSize = bytes.length;
	if (format === 'bin') return { bytes, format, fileSize, issues: [] };
	const { recording, issues } = await decodeBytes(bytes);
	return { bytes: writeRecording(recording), format, fileSize, issues };
}
