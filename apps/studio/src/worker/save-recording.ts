import { type Issue, LAYOUTS, type Recording, readRecording, writeRecording } from '@handreel/core';
import type { SavedFile, SaveFormat } from './protocol.ts';
import { readBlob } from './read-blob.ts';

/** Writes a recording in a format. What the format cannot hold is listed, not thrown. */
export async function saveRecording(file: Blob, format: SaveFormat, base: string): Promise<SavedFile> {
	const recording = readRecording(await readBlob(file), { keep: true });
	if (format === 'json') {
		const { recordingToJson } = await import('@handreel/convert/json');
		const { json, issues: losses } = recordingToJson(recording);
		return toFile(json, 'json', 'application/json', losses);
	}
	if (format === 'csv') {
		const { recordingToCsv } = await import('@handreel/convert/csv');
		const { csv, issues: losses } = recordingToCsv(recording);
		return toFile(csv, 'csv', 'text/csv', losses);
	}
	return format === 'glb' || format === 'gltf' ? saveGltf(recording, format, base) : saveLayout(recording, format);
}

function saveLayout(recording: Recording, format: SaveFormat): SavedFile {
	const losses: Issue[] = [];
	const info = LAYOUTS.find(({ name }) => name === format);
	if (info === undefined) throw new Error(`${format} is no format`);
	const bytes = writeRecording(recording, { layout: info.layout, onIssue: (issue) => losses.push(issue) });
	return { bytes, extension: 'bin', type: 'application/octet-stream', losses };
}

// With skinned hands, since viewers show nothing of bare joints.
async function saveGltf(recording: Recording, format: 'glb' | 'gltf', base: string): Promise<SavedFile> {
	const load = async (side: string): Promise<Uint8Array> => {
		const response = await fetch(new URL(`hands/${side}.glb`, base));
		if (!response.ok) throw new Error(`the model of the ${side} hand could not be loaded: ${response.status}`);
		return new Uint8Array(await response.arrayBuffer());
	};
	const [{ recordingToGlb, recordingToGltf }, left, right] = await Promise.all([
		import('@handreel/convert/gltf'),
		load('left'),
		load('right'),
	]);
	const meshes = { left, right };
	if (format === 'gltf') {
		const { gltf, issues: losses } = recordingToGltf(recording, { meshes });
		return toFile(gltf, 'gltf', 'model/gltf+json', losses);
	}
	const { glb, issues: losses } = recordingToGlb(recording, { meshes });
	return { bytes: new Uint8Array(glb), extension: 'glb', type: 'model/gltf-binary', losses };
}

function toFile(text: string, extension: string, type: string, losses: readonly Issue[]): SavedFile {
	return { bytes: new TextEncoder().encode(text), extension, type, losses };
}
