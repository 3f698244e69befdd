import { decodeRecording } from '@handreel/convert';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { measureRecording } from '@handreel/core/measure';
import { borrowBytes } from '../files/borrow-bytes.ts';
import { describeError, readingErrorText } from '../print/errors.ts';
import type { Measured, MeasureJob } from './job.ts';

/** Measures a file. Does not throw: the result holds the error. */
export async function measureFile({ input: { path: file }, withProblems }: MeasureJob): Promise<Measured> {
	try {
		return await borrowBytes(file, async (bytes) => {
			const { recording, issues } = await decodeRecording(bytes, { keep: true });
			const measures = measureRecording(recording, withProblems ? { diagnose: diagnoseRecording } : {});
			return { file, measures, readIssues: issues, error: null };
		});
	} catch (error) {
		const failure = { text: readingErrorText(error), detail: describeError(error) };
		return { file, measures: null, readIssues: [], error: failure };
	}
}
