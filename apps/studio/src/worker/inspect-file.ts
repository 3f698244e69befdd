import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { listKeyTimes } from '@handreel/core/internal';
import type { Inspection, InspectRequest } from './protocol.ts';
import { readBlob } from './read-blob.ts';
import { loadStored } from './stored-recording.ts';

/** Finds the problems of a recording and lists its key times. Problems of a .bin file have byte offsets. */
export async function inspectFile({ bin, stored }: InspectRequest): Promise<Inspection> {
	if (bin !== null) {
		const { issues, recording } = diagnoseBytes(await readBlob(bin));
		return { issues, keyTimes: recording === null ? new Float32Array() : listKeyTimes(recording) };
	}
	const { recording } = await loadStored(stored);
	return { issues: diagnoseRecording(recording), keyTimes: listKeyTimes(recording) };
}
