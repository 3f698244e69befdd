import { decodeRecording } from '@handreel/convert';
import type { Issue } from '@handreel/core';
import { diagnoseBytes, diagnoseRecording, type KeptData } from '@handreel/core/diagnose';
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
	/** How much could be read; `null` if nothing could, or if the file has another format. */
	readonly readable: KeptData | null;
	readonly error: Failure | null;
}

/** Checks a file. Does not throw: the result holds the error. */
export async function checkFile({ input: { path: file } }: CheckJob): Promise<Checked> {
	try {
		const bytes = await readBytes(file);
		if (await isBin(bytes)) {
			const { issues, readable } = diagnoseBytes(bytes);
			return { file, issues, readable, error: null };
		}
		const { recording, issues } = await decodeRecording(bytes, { keep: true });
		return { file, issues: [...issues, ...diagnoseRecording(recording)], readable: null, error: null };
	} catch (error) {
		return { file, issues: [], readable: null, error: { text: errorText(error), detail: describeError(error) } };
	}
}
