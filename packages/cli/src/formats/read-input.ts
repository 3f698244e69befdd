import { type DecodeResult, decodeRecording, detectFormat, type ReadableFormatName } from '@handreel/convert';
import type { Issue, Recording } from '@handreel/core';
import { openFile, readBytes } from '../files/read-file.ts';
import { readingErrorText } from '../print/errors.ts';
import { escapeText } from '../print/escape-text.ts';
import { printIssues } from '../print/print-issues.ts';
import type { InputFile } from './list-inputs.ts';

/** Reads a recording from a file of any format, or from standard input for `-`. Prints problems on standard error. */
export async function readInput(path: string): Promise<Recording> {
	return (await readWithFormat(path)).recording;
}

/** {@link readInput} with the format. */
export async function readWithFormat(path: string): Promise<Pick<DecodeResult, 'recording' | 'format'>> {
	const { recording, format, issues } = await decodeRecording(await readBytes(path), { keep: true });
	printReadIssues(path, issues);
	return { recording, format };
}

/** An input, and its format; `null` if that is unknown, or if the file cannot be read. */
export interface DetectedInput {
	readonly input: InputFile;
	readonly format: ReadableFormatName | null;
}

/** Finds the format of an input. Keeps the content of standard input and pipes, which can be read only once. */
export async function detectInput(input: InputFile): Promise<DetectedInput> {
	try {
		if (input.path === '-') return await detectBytes(input, await readBytes('-'));
		const file = openFile(input.path);
		try {
			if (file.isStored) return { input, format: await detectFormat(file) };
			return await detectBytes(input, file.read(0, file.byteLength));
		} finally {
			file.close();
		}
	} catch {
		// Editing the file reports the error.
		return { input, format: null };
	}
}

async function detectBytes(input: InputFile, bytes: Uint8Array): Promise<DetectedInput> {
	return { input: { ...input, bytes }, format: await detectFormat(bytes) };
}

/** {@link readInput} with errors that name the file. */
export async function readNamedInput(path: string): Promise<Recording> {
	try {
		return await readInput(path);
	} catch (error) {
		throw new Error(`${escapeText(path, 400)}: ${readingErrorText(error)}`, { cause: error });
	}
}

/** Which recording to read from a file with several. */
export interface RecordingChoice {
	/** Its name. Default: the first recording, with a warning. */
	readonly recording?: string;
}

/** Whether bytes are those of a .bin file, which may be damaged. Empty files count: MRTK leaves some. */
export async function isBin(bytes: Uint8Array): Promise<boolean> {
	return bytes.length === 0 || (await detectFormat(bytes)) === 'bin';
}

/** Prints the problems found while reading a file, without notes. */
export function printReadIssues(path: string, issues: readonly Issue[]): void {
	printIssues(issues.filter(({ severity }) => severity !== 'info').map((issue) => ({ path, issue })));
}
