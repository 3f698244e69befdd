import { encodeRecording, FORMATS, type WritableFormatName } from '@handreel/convert';
import { createFrameSample, type Recording, sampleFrame } from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import { findFixture } from './fixture-recordings.ts';

/** The formats that can be written. */
export const WRITABLE: readonly WritableFormatName[] = FORMATS.filter(({ writes }) => writes).map(
	({ name }) => name as WritableFormatName,
);

/** Whether files of a format can be read. */
export function isReadable(format: WritableFormatName): boolean {
	return FORMATS.some(({ name, reads }) => name === format && reads !== 'no');
}

/** A recording in every format that can be written and read. */
export async function encodeAll(recording: Recording): Promise<Map<WritableFormatName, Uint8Array>> {
	const files = new Map<WritableFormatName, Uint8Array>();
	for (const { name } of FORMATS.filter(({ reads, writes }) => reads !== 'no' && writes)) {
		const format = name as WritableFormatName;
		files.set(format, (await encodeRecording(recording, format)).bytes);
	}
	return files;
}

/** A journal of three frames, 0.2 s long. */
export function createJournal(): Uint8Array {
	const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
	const pieces: Uint8Array[] = [];
	const recorder = new Recorder({ journal: { write: (piece: Uint8Array) => void pieces.push(piece.slice()) } });
	recorder.start();
	for (const time of [0, 0.1, 0.2]) recorder.capture(sampleFrame(recording, time, createFrameSample()));
	recorder.stop();
	return new Uint8Array(Buffer.concat(pieces));
}
