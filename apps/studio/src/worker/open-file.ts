import { decodeRecording, detectFormat } from '@handreel/convert';
import { isRecordingError, iterateCurves } from '@handreel/core';
import { prepareBin, prepareRecording } from './prepare-recording.ts';
import type { OpenedRecording, Progress, RefusedRecording, Salvage } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** Reads a file of any format and bakes the recording. */
export async function openFile(
	{ name, blob }: { name: string; blob: Blob },
	report: (progress: Progress) => void,
): Promise<OpenedRecording | RefusedRecording> {
	const bytes = await readBlob(blob, (share) => report({ phase: 'reading', share }));
	// A file on disk may change later, so its bytes are kept.
	const kept = blob instanceof File ? new Blob([bytes]) : blob;
	try {
		const format = await detectFormat(bytes);
		if (format === 'bin') return prepareBin({ name, bytes, file: kept }, report);
		report({ phase: 'decoding', share: 0 });
		const { recording, issues, ...found } = await decodeRecording(bytes, { format, keep: true });
		return prepareRecording(
			{ name, recording, format: found.format, fileSize: bytes.length, readIssues: issues },
			report,
		);
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { name, file: kept, issue: error.issue, salvage: await measureSalvage(bytes) };
	}
}

// Counts what a repair would keep, or returns `null` when it would keep nothing.
async function measureSalvage(bytes: Uint8Array): Promise<Salvage | null> {
	const { recoverFile } = await import('./repair-file.ts');
	const { recording, kept } = await recoverFile(bytes);
	if (recording === null) return null;
	let curves = 0;
	let keys = 0;
	for (const [, curve] of iterateCurves(recording)) {
		if (curve.count > 0) curves++;
		keys += curve.count;
	}
	const markers = recording.markers.length;
	return curves === 0 && markers === 0 ? null : { curves, keys, markers, duration: recording.duration, kept };
}
