import { decodeRecording, detectFormat, type FormatName } from '@handreel/convert';
import { type Issue, type Recording, writeRecording } from '@handreel/core';
import { readBytes } from '../files/read-bytes.ts';
import { printIssues } from '../print/print-issues.ts';

/** Reads a recording from a file of any format, or from standard input for `-`. Prints problems on standard error. */
export async function readInput(path: string): Promise<Recording> {
	const { recording, issues } = await decodeRecording(await readBytes(path), { keep: true });
	printReadIssues(path, issues);
	return recording;
}

/** A file converted to .bin. */
export interface BinInput {
	readonly bytes: Uint8Array;
	/** The format of the file. */
	readonly format: FormatName;
	readonly fileSize: number;
	/** Problems found while reading. */
	readonly issues: readonly Issue[];
}

/** Reads a file of any format, or standard input for `-`, as .bin. The bytes of .bin files are not changed. */
export async function readAsBin(path: string): Promise<BinInput> {
	const bytes = await readBytes(path);
	const fileSize = bytes.length;
	if (await isBin(bytes)) return { bytes, format: 'bin', fileSize, issues: [] };
	const { recording, format, issues } = await decodeRecording(bytes, { keep: true });
	return { bytes: writeRecording(recording), format, fileSize, issues };
}

/** Whether bytes are those of a .bin file, which may be damaged. Empty files count: MRTK leaves some. */
export async function isBin(bytes: Uint8Array): Promise<boolean> {
	return bytes.length === 0 || (await detectFormat(bytes)) === 'bin';
}

/** Prints the problems found while reading a file. */
export function printReadIssues(path: string, issues: readonly Issue[]): void {
	printIssues(issues.map((issue) => ({ path, issue })));
}
