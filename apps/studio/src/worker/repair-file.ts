import { writeRecording } from '@handreel/core';
import { repairBytes } from '@handreel/core/diagnose';
import { prepareRecording } from './prepare-file.ts';
import type { Progress, RepairedRecording } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** Repairs a recording, or what can be read of a file that could not be opened, into a copy. */
export async function repairRecording(
	{ name, file }: { name: string; file: Blob },
	report: (progress: Progress) => void,
): Promise<RepairedRecording> {
	const { recording, repaired, remaining } = repairBytes(await readBlob(file));
	if (recording === null) return { copy: null, repaired, remaining };
	const bytes = writeRecording(recording);
	const copyName = name.replace(/(\.[a-z0-9]+)?$/i, '-repaired$1');
	const copy = prepareRecording({ name: copyName, bytes, file: new Blob([bytes]), losses: [] }, report);
	return { copy, repaired, remaining };
}
