import { writeRecording } from '@handreel/core';
import { repairBytes } from '@handreel/core/diagnose';
import { prepareFile } from './prepare-file.ts';
import type { Progress, RepairedRecording } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** Makes a repaired copy of a file, which may be damaged. */
export async function repairFile(
	{ name, file }: { name: string; file: Blob },
	report: (progress: Progress) => void,
): Promise<RepairedRecording> {
	const { recording, repaired, remaining, kept } = repairBytes(await readBlob(file));
	if (recording === null) return { copy: null, repaired, remaining, kept };
	const bytes = writeRecording(recording);
	const copyName = name.replace(/(\.[a-z0-9]+)?$/i, '-repaired$1');
	const copy = prepareFile({ name: copyName, bytes, file: new Blob([bytes]), readIssues: [] }, report);
	return { copy, repaired, remaining, kept };
}
