import { recoverRecording } from '@handreel/convert';
import { RecordingError } from '@handreel/core';
import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { borrowBytes } from '../files/borrow-bytes.ts';
import { isBin } from '../formats/read-input.ts';
import { describeError, errorText } from '../print/errors.ts';
import type { Checked, CheckJob } from './job.ts';

/** Checks a file. Does not throw: the result holds the error. */
export async function checkFile({ input: { path: file }, recording: name }: CheckJob): Promise<Checked> {
	try {
		return await borrowBytes(file, (bytes) => checkBytes(file, bytes, name));
	} catch (error) {
		return { file, issues: [], readable: null, error: { text: errorText(error), detail: describeError(error) } };
	}
}

async function checkBytes(file: string, bytes: Uint8Array, name: string | undefined): Promise<Checked> {
	if (await isBin(bytes)) {
		const { issues, readable } = diagnoseBytes(bytes);
		return { file, issues, readable, error: null };
	}
	const { recording, issues, pieces } = await recoverRecording(bytes, {
		keep: true,
		...(name === undefined ? {} : { recording: name }),
	});
	const [first] = issues;
	// A format without pieces is readable or not.
	if (recording === null && pieces === null && first !== undefined) throw new RecordingError(first);
	const found = recording === null ? [] : diagnoseRecording(recording);
	return { file, issues: [...issues, ...found], readable: null, error: null };
}
