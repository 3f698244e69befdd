import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
	type BvhTarget,
	decodeRecording,
	encodeRecording,
	type FileLayoutName,
	FORMATS,
	type WritableFormatName,
} from '@handreel/convert';
import type { HandMeshes } from '@handreel/convert/hands';
import {
	describeLayout,
	type Issue,
	isRecordingError,
	type LayoutName,
	type Recording,
	readOutline,
	readRecording,
	type SpaceName,
} from '@handreel/core';
import type { Tolerances } from '@handreel/core/edit';
import { findBinLayout } from './find-format.ts';

/** How to write results. */
export interface OutputOptions {
	readonly to: WritableFormatName;
	readonly layout?: FileLayoutName;
	/** Frames per second in formats that sample frames. */
	readonly frameRate?: number;
	readonly space?: SpaceName;
	/** Whether formats that sample frames keep stored components. */
	readonly raw?: boolean;
	readonly meshes?: boolean;
	/** The program that reads the positions of all joints of a BVH file. */
	readonly exact?: BvhTarget;
	/** Paths of the objects that an animation clip moves. */
	readonly paths?: Readonly<Record<string, string>>;
	/** How far reels may deviate from the recording. Default: not at all. */
	readonly tolerances?: Tolerances;
	/** The name of the recording in files that may hold several. */
	readonly name?: string;
	readonly force: boolean;
}

/** A recording as the bytes of a file. */
export interface EncodedOutput {
	readonly bytes: Uint8Array;
	readonly format: WritableFormatName;
	/** Data that the format or layout cannot hold. */
	readonly issues: readonly Issue[];
	/** The layout of a .bin file. */
	readonly layout: LayoutName | null;
}

/** Encodes a recording for an output file. */
export async function encodeOutput(recording: Recording, options: OutputOptions): Promise<EncodedOutput> {
	const { to, layout, frameRate, space, raw, meshes = false, exact, paths, tolerances, name } = options;
	const { bytes, issues } = await encodeRecording(recording, to, {
		...(layout === undefined ? {} : { layout }),
		...(frameRate === undefined ? {} : { frameRate }),
		...(space === undefined ? {} : { space }),
		...(raw === undefined ? {} : { raw }),
		...(exact === undefined ? {} : { exact }),
		...(paths === undefined ? {} : { paths }),
		...(tolerances === undefined ? {} : { tolerances }),
		...(name === undefined ? {} : { name }),
		...(meshes ? { meshes: await loadBundledMeshes() } : {}),
	});
	return { bytes, format: to, issues, layout: to === 'bin' ? describeLayout(readOutline(bytes).layout).name : null };
}

/**
 * Reads an encoded recording back: what the file holds, not what it was made from. Returns the recording itself for JSON,
 * which loses nothing, and `null` for files that cannot be read back, such as animation clips and tables without columns.
 */
export async function decodeOutput(
	{ bytes, format, layout }: EncodedOutput,
	recording: Recording,
): Promise<Recording | null> {
	if (format === 'json') return recording;
	// The layout is known. Detecting it cannot tell all files without keys apart.
	if (layout !== null) return readRecording(bytes, { keep: true, layout });
	try {
		return (await decodeRecording(bytes, { keep: true })).recording;
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return null;
	}
}

/** Whether a file can hold only simple keys, which are joined by straight lines. */
export function holdsOnlySimpleKeys({ to, layout }: Pick<OutputOptions, 'to' | 'layout'>): boolean {
	if (to === 'bin') return findBinLayout(layout)?.layout.keys === 'simple';
	return FORMATS.some(({ name, losses }) => name === to && losses.tangents === 'all');
}

// The hand meshes next to the built command.
async function loadBundledMeshes(): Promise<HandMeshes> {
	const { loadHandMeshes } = await import('@handreel/convert/hands');
	return loadHandMeshes({ base: pathToFileURL(`${join(__dirname, 'hands')}/`) });
}
