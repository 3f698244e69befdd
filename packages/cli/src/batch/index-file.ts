import { type DescribedFile, describeFile } from '@handreel/corpus';
import type { IndexJob } from './job.ts';

/** Describes a file for a catalog. Does not throw: the row holds the error. */
export function indexFile({ describe }: IndexJob): Promise<DescribedFile> {
	return describeFile(describe);
}
