import { isRecordingError } from '@handreel/core';
import { repairBytes } from '@handreel/core/diagnose';
import { mapCurves } from '@handreel/core/edit';
import { importBytes } from './import-bytes.ts';
import { prepareRecording } from './prepare-file.ts';
import type { OpenedRecording, Progress, RefusedRecording, Salvage } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** Reads a file and bakes it. */
export async function openRecording(
	{ name, blob }: { name: string; blob: Blob },
	report: (progress: Progress) => void,
): Promise<OpenedRecording | RefusedRecording> {
	const bytes = await readBlob(blob, (share) => report({ phase: 'reading', share }));
	// What lies on a disk may change there.
	const kept = blob instanceof File ? new Blob([bytes]) : blob;
	try {
		const imported = await importBytes(name, bytes);
		const file = imported.bytes === bytes ? kept : new Blob([imported.bytes]);
		return prepareRecording({ name, file, ...imported }, report);
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { name, file: kept, issue: error.issue, salvage: measureSalvage(bytes) };
	}
}

// Counts what a repair would keep, or gives `null` when it would keep nothing.
function measureSalvage(bytes: Uint8Array): Salvage | null {
	const { recording } = repairBytes(bytes);
	if (recording === null) return null;
	let curves = 0;
	let keys = 0;
	mapCurves(recording, (curve) => {
		if (curve.count > 0) curves++;
		keys += curve.count;
		return curve;
	});
	const markers = recording.markers.length;
	return curves === 0 && markers === 0 ? null : { curves, keys, markers, duration: recording.duration };
}
