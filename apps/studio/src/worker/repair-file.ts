import { detectFormat, type FormatName } from '@handreel/convert';
import { type Repair, repairBytes, repairRecording } from '@handreel/core/diagnose';
import { prepareRecording } from './prepare-recording.ts';
import type { Progress, RepairedRecording, RepairSource } from './protocol.ts';
import { readBlob } from './read-blob.ts';
import { loadStored } from './stored-recording.ts';

/** Makes a repaired copy of a recording, or of a file that could not be opened. */
export async function repairFile(
	{ name, source }: { name: string; source: RepairSource },
	report: (progress: Progress) => void,
): Promise<RepairedRecording> {
	const { format, recording, repaired, remaining, kept } = await repairSource(source);
	if (recording === null) return { copy: null, repaired, remaining, kept };
	const copyName = name.replace(/(\.[a-z0-9]+)?$/i, '-repaired$1');
	const copy = prepareRecording({ name: copyName, recording, format, fileSize: null, readIssues: [] }, report);
	return { copy, repaired, remaining, kept };
}

type FileRepair = Pick<Repair, 'recording' | 'repaired' | 'remaining' | 'kept'> & { readonly format: FormatName };

async function repairSource(source: RepairSource): Promise<FileRepair> {
	if ('file' in source) return recoverFile(await readBlob(source.file));
	const { recording } = await loadStored(source.stored);
	return { ...repairRecording(recording), format: source.format };
}

/** Repairs a file. Of a damaged reel, every intact block is kept. */
export async function recoverFile(bytes: Uint8Array): Promise<FileRepair> {
	if ((await detectFormat(bytes)) !== 'reel') return { ...repairBytes(bytes), format: 'bin' };
	const { recoverReel } = await import('@handreel/core/reel');
	const { recording, blockCount, issues, isComplete } = recoverReel(bytes);
	const damage = issues.map((issue) => ({ ...issue, how: 'skipped the damaged bytes', confidence: null }));
	if (recording === null || (blockCount === 0 && !isComplete)) {
		const remaining = issues.map((issue) => ({ ...issue, reason: 'no block is intact' }));
		return { recording: null, repaired: [], remaining, kept: null, format: 'reel' };
	}
	const repair = repairRecording(recording);
	return { ...repair, repaired: [...damage, ...repair.repaired], format: 'reel' };
}
