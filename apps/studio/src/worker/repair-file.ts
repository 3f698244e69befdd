import { detectFormat, type FormatName, recoverRecording } from '@handreel/convert';
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

/** Repairs a file. Of a damaged reel every intact block is kept, of a damaged capture every complete frame. */
export async function recoverFile(bytes: Uint8Array): Promise<FileRepair> {
	const format = await detectFormat(bytes);
	// Its bytes tell more about damage than what can be read.
	if (format === 'bin' || format === null) return { ...repairBytes(bytes), format: 'bin' };
	const { recording, issues, isComplete } = await recoverRecording(bytes, { format });
	if (recording === null) {
		const remaining = issues.map((issue) => ({ ...issue, reason: 'nothing of the file is intact' }));
		return { recording: null, repaired: [], remaining, kept: null, format };
	}
	const repair = repairRecording(recording);
	const damage = isComplete ? [] : issues.filter(({ severity }) => severity === 'error');
	const skipped = damage.map((issue) => ({ ...issue, how: 'skipped the damaged bytes', confidence: null }));
	return { ...repair, repaired: [...skipped, ...repair.repaired], format };
}
