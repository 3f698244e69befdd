import { isRecording, type Recording, recoverJournal, writeRecording } from '@handreel/core';

const GLB_MAGIC = [0x67, 0x6c, 0x54, 0x46];

/**
 * The bytes of a recording: those given, or what a converter makes of JSON, CSV and glTF that handreel wrote, or what is
 * in a journal. Converters are loaded when they are needed. Rejects with `RecordingError` as they throw.
 */
export async function importBytes(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const recording = await importRecording(name.toLowerCase(), bytes);
	return recording === null ? bytes : writeRecording(recording);
}

async function importRecording(name: string, bytes: Uint8Array): Promise<Recording | null> {
	if (GLB_MAGIC.every((byte, i) => bytes[i] === byte)) {
		const { recordingFromGlb } = await import('@handreel/convert/gltf');
		return recordingFromGlb(bytes).recording;
	}
	const text = (): string => new TextDecoder().decode(bytes);
	if (name.endsWith('.json')) {
		const { recordingFromJson } = await import('@handreel/convert/json');
		return recordingFromJson(text()).recording;
	}
	if (name.endsWith('.csv')) {
		const { recordingFromCsv } = await import('@handreel/convert/csv');
		return recordingFromCsv(text()).recording;
	}
	if (name.endsWith('.gltf')) {
		const { recordingFromGltf } = await import('@handreel/convert/gltf');
		return recordingFromGltf(text()).recording;
	}
	return isRecording(bytes) ? null : recoverJournal(bytes).recording;
}
