import { encodeRecording, type WritableFormatName } from '@handreel/convert';
import { describeLayout, type Issue, type LayoutName, type Recording, readOutline } from '@handreel/core';

/** How to write results. */
export interface OutputOptions {
	readonly to: WritableFormatName;
	readonly layout?: LayoutName;
	/** Frames per second in formats that sample frames. */
	readonly frameRate?: number;
	readonly space?: 'unity' | 'webxr';
	/** Whether formats that sample frames keep stored components. */
	readonly raw?: boolean;
	readonly meshes?: boolean;
	readonly force: boolean;
}

/** A recording as the bytes of a file. */
export interface EncodedOutput {
	readonly bytes: Uint8Array;
	/** Data that the format or layout cannot hold. */
	readonly issues: readonly Issue[];
	/** The layout of a .bin file. */
	readonly layout: LayoutName | null;
}

/** Encodes a recording for an output file. */
export async function encodeOutput(recording: Recording, options: OutputOptions): Promise<EncodedOutput> {
	const { to, layout, frameRate, space, raw, meshes = false } = options;
	const { bytes, issues } = await encodeRecording(recording, to, {
		...(layout === undefined ? {} : { layout }),
		...(frameRate === undefined ? {} : { frameRate }),
		...(space === undefined ? {} : { space }),
		...(raw === undefined ? {} : { raw }),
		...(meshes ? { meshes: await (await import('./hand-meshes.ts')).loadBundledMeshes() } : {}),
	});
	return { bytes, issues, layout: to === 'bin' ? describeLayout(readOutline(bytes).layout).name : null };
}
