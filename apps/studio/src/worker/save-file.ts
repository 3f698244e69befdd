import { encodeRecording, FORMATS, type WritableFormatName } from '@handreel/convert';
import { loadHandMeshes } from '@handreel/convert/hands';
import { LAYOUTS } from '@handreel/core';
import type { SavedFile, SaveRequest } from './protocol.ts';
import { loadStored } from './stored-recording.ts';

/** Writes a recording in a format. Data that the format cannot store is listed in `issues`. */
export async function saveFile({ stored, format, name: recordingName }: SaveRequest): Promise<SavedFile> {
	const { recording } = await loadStored(stored);
	const layout = LAYOUTS.find(({ name }) => name === format);
	const name = layout === undefined ? (format as WritableFormatName) : 'bin';
	// Viewers do not show bare joints, so glTF gets skinned hands.
	const isGltf = name === 'glb' || name === 'gltf';
	const { bytes, issues } = await encodeRecording(recording, name, {
		...(layout && { layout: layout.layout }),
		...(isGltf && { meshes: await loadHandMeshes() }),
		...(recordingName !== '' && { name: recordingName }),
	});
	const { extensions, mediaType } = FORMATS.find((info) => info.name === name)!;
	return { bytes, extension: extensions[0]!.slice(1), type: mediaType, issues };
}
