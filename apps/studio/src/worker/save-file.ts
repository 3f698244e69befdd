import { encodeRecording, findFormat, type WritableFormatName } from '@handreel/convert';
import { LAYOUTS } from '@handreel/core';
import { loadHandMeshes } from '@handreel/hands';
import type { SavedFile, SaveRequest } from './protocol.ts';
import { loadStored } from './stored-recording.ts';

/** Writes a recording in a format. Data that the format cannot store is listed in `issues`. */
export async function saveFile({ stored, format, name: recordingName }: SaveRequest): Promise<SavedFile> {
	const { recording } = await loadStored(stored);
	const layout = LAYOUTS.find(({ name }) => name === format);
	const name = layout === undefined ? (format as WritableFormatName) : 'bin';
	const { extensions, mediaType, options } = findFormat(name)!;
	const { bytes, issues } = await encodeRecording(recording, name, {
		layout: layout?.name,
		// Viewers do not show bare joints.
		meshes: 'meshes' in options ? await loadHandMeshes() : undefined,
		name: recordingName || undefined,
	});
	return { bytes, extension: extensions[0]!.slice(1), type: mediaType, issues };
}
