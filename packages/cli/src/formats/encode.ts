import type { GltfOptions } from '@handreel/convert/gltf';
import {
	describeLayout,
	type Issue,
	type LayoutName,
	type Recording,
	readOutline,
	writeRecording,
} from '@handreel/core';
import type { OutputOptions } from '../batch/job.ts';

/** A recording as the bytes of a file. */
export interface Encoded {
	readonly bytes: Uint8Array;
	/** What the format or layout could not hold. */
	readonly losses: readonly Issue[];
	/** The layout of a .bin file. */
	readonly layout: LayoutName | null;
}

/** Writes a recording in the wanted format. */
export async function encodeRecording(recording: Recording, options: OutputOptions): Promise<Encoded> {
	switch (options.to) {
		case 'json': {
			const { recordingToJson } = await import('@handreel/convert/json');
			const { json, issues: losses } = recordingToJson(recording);
			return { bytes: new TextEncoder().encode(json), losses, layout: null };
		}
		case 'csv': {
			const { recordingToCsv } = await import('@handreel/convert/csv');
			const { rate, space = 'unity' } = options;
			const { csv, issues: losses } = recordingToCsv(recording, {
				space,
				...(rate === undefined ? {} : { frameRate: rate }),
			});
			return { bytes: new TextEncoder().encode(csv), losses, layout: null };
		}
		case 'glb': {
			const { recordingToGlb } = await import('@handreel/convert/gltf');
			const { glb, issues: losses } = recordingToGlb(recording, await chooseMeshes(options));
			return { bytes: glb, losses, layout: null };
		}
		case 'gltf': {
			const { recordingToGltf } = await import('@handreel/convert/gltf');
			const { gltf, issues: losses } = recordingToGltf(recording, await chooseMeshes(options));
			return { bytes: new TextEncoder().encode(gltf), losses, layout: null };
		}
		default:
			return encodeBin(recording, options.layout);
	}
}

async function chooseMeshes({ meshes }: OutputOptions): Promise<GltfOptions> {
	return meshes ? { meshes: (await import('./hand-meshes.ts')).readHandMeshes() } : {};
}

function encodeBin(recording: Recording, layout: LayoutName | undefined): Encoded {
	const losses: Issue[] = [];
	const onIssue = (issue: Issue): void => {
		losses.push(issue);
	};
	const bytes = writeRecording(recording, layout === undefined ? { onIssue } : { layout, onIssue });
	const written = readOutline(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)).layout;
	return { bytes, losses, layout: layout ?? describeLayout(written).name };
}
