import { decodeRecording } from '@handreel/convert';
import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { borrowBytes } from '../files/borrow-bytes.ts';
import { isBin } from '../formats/read-input.ts';
import { recoverIfReel } from '../formats/recover-input.ts';
import { describeError, errorText } from '../print/errors.ts';
import type { Checked, CheckJob } from './job.ts';

/** Checks a file. Does not throw: the result holds the error. */
export async function checkFile({ input: { path: file } }: CheckJob): Promise<Checked> {
	try {
		return await borrowBytes(file, (bytes) => checkBytes(file, bytes));
	} catch (error) {
		return { file, issues: [], readable: null, error: { text: errorText(error), detail: describeError(error) } };
	}
}

async function checkBytes(file: string, bytes: Uint8Array): Promise<Checked> {
	if (await isBin(bytes)) {
		const { issues, readable } = diagnoseBytes(bytes);
		return { file, issues, readable, error: null };
	}
	const reel = await recoverIfReel(bytes);
	if (reel !== null) {
		const found = reel.recording === null ? [] : diagnoseRecording(reel.recording);
		return { file, issues: [...reel.issues, ...found], readable: null, error: null };
	}
	const { recording, issues } = await decodeRecording(bytes, { keep: true });
	return { file, issues: [...issues, ...diagnoseRecording(recording)], readable: null, error: null };
}
