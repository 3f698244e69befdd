import type { Issue, Recording } from '@handreel/core';
import { readBytes } from '../files/read-bytes.ts';
import { printIssues } from '../print/print-issues.ts';
import { decodeBytes } from './decode.ts';

/** Reads a recording from a file, or from standard input for `-`. Prints problems on standard error. */
export async function readInput(path: string): Promise<Recording> {
	const { recording, issues } = await decodeBytes(readBytes(path));
	printReadIssues(path, issues);
	return recording;
}

/** Prints the problems found while reading a file. */
export function printReadIssues(path: string, issues: readonly Issue[]): void {
	printIssues(issues.map(({ message, code }) => ({ path, text: `${message} (${code})` })));
}
