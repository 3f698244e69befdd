import { type Issue, isRecording, type Recording, writeRecording } from '@handreel/core';
import { recoverJournal } from '@handreel/core/record';

const GLB_MAGIC = [0x67, 0x6c, 0x54, 0x46];

/** A file as the .bin file that it is or would become. */
export interface Imported {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** What could not be read. */
	readonly losses: readonly Issue[];
}

interface Converted {
	readonly recording: Recording | null;
	readonly losses: readonly Issue[];
}

/**
 * The bytes of a recording: those given, or what a converter makes of JSON, CSV and glTF that handreel wrote, or what is
 * in a journal. Converters are loaded when they are needed. Rejects with `RecordingError` as they throw.
 */
export async function importBytes(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Imported> {
	const { recording, losses } = await convert(name.toLowerCase(), bytes);
	return recording === null ? { bytes, losses: [] } : { bytes: writeRecording(recording), losses };
}

async function convert(name: string, bytes: Uint8Array): Promise<Converted> {
	if (GLB_MAGIC.every((byte, i) => bytes[i] === byte)) {
		const { recordingFromGlb } = await import('@handreel/convert/gltf');
		return toConverted(recordingFromGlb(bytes));
	}
	const text = (): string => new TextDecoder().decode(bytes);
	if (name.endsWith('.json')) {
		const { recordingFromJson } = await import('@handreel/convert/json');
		return toConverted(recordingFromJson(text()));
	}
	if (name.endsWith('.csv')) {
		const { recordingFromCsv } = await import('@handreel/convert/csv');
		return toConverted(recordingFromCsv(text()));
	}
	if (name.endsWith('.gltf')) {
		const { recordingFromGltf } = await import('@handreel/convert/gltf');
		return toConverted(recordingFromGltf(text()));
	}
	if (isRecording(bytes)) return { recording: null, losses: [] };
	const { recording, issues } = recoverJournal(bytes);
	return { recording, losses: issues };
}

function toConverted({ recording, issues }: { recording: Recording; issues: readonly Issue[] }): Converted {
	return { recording, losses: issues };
}
