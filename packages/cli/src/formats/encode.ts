import type { GltfOptions } from '@handreel/convert/gltf';
import {
	describeLayout,
	type Issue,
	type LayoutName,
	type Recording,
	readOutline,
	writeRecording,
} from '@handreel/core';
import type { FormatName } from './formats.ts';

/** How to write results. */
export interface OutputOptions {
	readonly to: FormatName;
	readonly layout?: LayoutName;
	/** Frames per second in formats that sample frames. */
	readonly frameRate?: number;
	readonly space?: 'unity' | 'webxr';
	readonly meshes?: boolean;
	readonly force: boolean;
}

/** A recording as the bytes of a file. */
export interface Encoded {
	readonly bytes: Uint8Array;
	/** Data that the format or layout cannot hold. */
	readonly issues: readonly Issue[];
	/** The layout of a .bin file. */
	readonly layout: LayoutName | null;
}

/** Encodes a recording. */
export async function encodeRecording(recording: Recording, options: OutputOptions): Promise<Encoded> {
	switch (options.to) {
		case 'json': {
			const { recordingToJson } = await import('@handreel/convert/json');
			const { json, issues } = recordingToJson(recording);
			return { bytes: new TextEncoder().encode(json), issues, layout: null };
		}
		case 'csv': {
			const { recordingToCsv } = await import('@handreel/convert/csv');
			const { frameRate, space = 'unity' } = options;
			const { csv, issues } = recordingToCsv(recording, {
				space,
				at: frameRate === undefined ? 'keys' : { rate: frameRate },
			});
			return { bytes: new TextEncoder().encode(csv), issues, layout: null };
		}
		case 'glb': {
			const { recordingToGlb } = await import('@handreel/convert/gltf');
			const { glb, issues } = recordingToGlb(recording, await chooseMeshes(options));
			return { bytes: glb, issues, layout: null };
		}
		case 'gltf': {
			const { recordingToGltf } = await import('@handreel/convert/gltf');
			const { gltf, issues } = recordingToGltf(recording, await chooseMeshes(options));
			return { bytes: new TextEncoder().encode(gltf), issues, layout: null };
		}
		default:
			return encodeBin(recording, options.layout);
	}
}

async function chooseMeshes({ meshes }: OutputOptions): Promise<GltfOptions> {
	return meshes ? { meshes: (await import('./hand-meshes.ts')).readHandMeshes() } : {};
}

function encodeBin(recording: Recording, layout: LayoutName | undefined): Encoded {
	const issues: Issue[] = [];
	const onIssue = (issue: Issue): void => {
		issues.push(issue);
	};
	const bytes = writeRecording(recording, layout === undefined ? { onIssue } : { layout, onIssue });
	const written = readOutline(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)).layout;
	return { bytes, issues, layout: layout ?? describeLayout(written).name };
}
