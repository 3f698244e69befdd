import { recoverRecording } from '@handreel/convert';
import { RecordingError } from '@handreel/core';
import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { borrowBytes } from '../files/borrow-bytes.ts';
import { isBin } from '../formats/read-input.ts';
import { describeError, errorText } from '../print/errors.ts';
import type { Checked, CheckJob, Failure } from './job.ts';

/** Checks a file. Does not throw: the result holds the error. */
export async function checkFile(job: CheckJob): Promise<Checked> {
	const { path: file } = job.input;
	try {
		return await borrowBytes(file, (bytes) => checkBytes(file, bytes, job.recording));
	} catch (error) {
		return failCheck(job, { text: errorText(error), detail: describeError(error) });
	}
}

/** The result of a file that cannot be checked. */
export function failCheck({ input: { path: file } }: CheckJob, error: Failure): Checked {
	return { file, issues: [], readable: null, error };
}

async function checkBytes(file: string, bytes: Uint8Array, name: string | undefined): Promise<Checked> {
	if (await isBin(bytes)) {
		const { issues, readable } = diagnoseBytes(bytes);
		return { file, issues, readable, error: null };
	}
	const { recording, issues, pieces } = await recoverRecording(bytes, {
		keep: true,
		recording: name,
	});
	const [first] = issues;
	// A format without pieces is readable or not.
	if (recording === null && pieces === null && first !== undefined) throw new RecordingError(first);
	const found = recording === null ? [] : diagnoseRecording(recording);
	return { file, issues: [...issues, ...found], readable: null, error: null };
}
