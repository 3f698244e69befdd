import { decodeRecording } from '@handreel/convert';
import type { Issue } from '@handreel/core';
import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { readBytes } from '../files/read-bytes.ts';
import type { InputFile } from '../formats/list-inputs.ts';
import { isBin } from '../formats/read-input.ts';
import { describeError, errorText } from '../print/error-text.ts';
import type { Failure } from './job.ts';

/** A file to check. */
export interface CheckJob {
	readonly input: InputFile;
}

/** The result of a {@link CheckJob}. */
export interface Checked {
	readonly file: string;
	readonly issues: readonly Issue[];
	readonly error: Failure | null;
}

/** Checks a file. Does not throw: the result holds the error. */
export async function checkFile({ input: { path: file } }: CheckJob): Promise<Checked> {
	try {
		const bytes = await readBytes(file);
		if (await isBin(bytes)) return { file, issues: diagnoseBytes(bytes).issues, error: null };
		const { recording, issues } = await decodeRecording(bytes, { keep: true });
		return { file, issues: [...issues, ...diagnoseRecording(recording)], error: null };
	} catch (error) {
		return { file, issues: [], error: { text: errorText(error), detail: describeError(error) } };
	}
}
