import type { Issue } from '@handreel/core';
import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { readBytes } from '../files/read-bytes.ts';
import { detectFormat, loadRecording } from '../formats/decode.ts';
import type { InputFile } from '../formats/list-inputs.ts';
import { describeError, errorText } from '../print/error-text.ts';
import type { JobResult } from './job.ts';

/** One file to check. */
export interface CheckJob {
	readonly input: InputFile;
}

/** What is wrong with a file. */
export interface Checked {
	readonly file: string;
	readonly issues: readonly Issue[];
	/** Why it could not be read. */
	readonly error: JobResult['error'];
}

/** Checks one file. Never throws: what went wrong is in the result. */
export async function checkFile({ input: { path: file } }: CheckJob): Promise<Checked> {
	try {
		const bytes = readBytes(file);
		if (detectFormat(bytes) === 'bin') return { file, issues: diagnoseBytes(bytes).issues, error: null };
		const { recording, losses } = await loadRecording(bytes);
		return { file, issues: [...losses, ...diagnoseRecording(recording)], error: null };
	} catch (error) {
		return { file, issues: [], error: { text: errorText(error), detail: describeError(error) } };
	}
}
