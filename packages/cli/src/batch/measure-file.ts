import { decodeRecording } from '@handreel/convert';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { measureRecording } from '@handreel/core/measure';
import { borrowBytes } from '../files/borrow-bytes.ts';
import { describeError, readingErrorText } from '../print/errors.ts';
import type { Failure, Measured, MeasureJob } from './job.ts';

/** Measures a file. Does not throw: the result holds the error. */
export async function measureFile(job: MeasureJob): Promise<Measured> {
	const { input, withProblems, settings } = job;
	const { path: file } = input;
	try {
		return await borrowBytes(file, async (bytes) => {
			const { recording, issues } = await decodeRecording(bytes, { keep: true });
			const diagnose = withProblems ? diagnoseRecording : undefined;
			const measures = measureRecording(recording, { ...settings, diagnose });
			return { file, measures, readIssues: issues, error: null };
		});
	} catch (error) {
		return failMeasure(job, { text: readingErrorText(error), detail: describeError(error) });
	}
}

/** The result of a file that cannot be measured. */
export function failMeasure({ input: { path: file } }: MeasureJob, error: Failure): Measured {
	return { file, measures: null, readIssues: [], error };
}
