import { listKeyTimes } from '@handreel/core';
import { diagnoseBytes } from '@handreel/core/diagnose';
import type { Inspection } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** Finds the problems of a recording and lists its key times. */
export async function inspectFile(file: Blob): Promise<Inspection> {
	const { issues, recording } = diagnoseBytes(await readBlob(file));
	return { issues, keyTimes: recording === null ? new Float32Array() : listKeyTimes(recording) };
}
