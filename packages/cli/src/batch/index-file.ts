import type { DescribedFile } from '@handreel/corpus';
import { describeFile } from '@handreel/corpus/internal';
import type { Failure, IndexJob } from './job.ts';

/** Describes a file for a catalog. Does not throw: the row holds the error. */
export function indexFile({ describe }: IndexJob): Promise<DescribedFile> {
	return describeFile(describe);
}

/** The row of a file that cannot be described. It is described again by the next update. */
export function failIndex({ describe }: IndexJob, { text }: Failure): Promise<DescribedFile> {
	return describeFile({ ...describe, reason: text });
}
