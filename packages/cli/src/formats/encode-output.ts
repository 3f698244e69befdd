import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
	decodeRecording,
	encodeRecording,
	FORMATS,
	type WritableFormatName,
	type WriteOptions,
} from '@handreel/convert';
import type { HandMeshes } from '@handreel/convert/gltf';
import { type Issue, isRecordingError, type LayoutName, type Recording, readRecording } from '@handreel/core';
import { findBinLayout } from './find-format.ts';

/** How to write results. */
export interface OutputOptions {
	readonly to: WritableFormatName;
	/** The options of the format, apart from those below. */
	readonly options: WriteOptions;
	/** Whether to add the hand meshes beside the command. */
	readonly meshes?: boolean | undefined;
	/** The name of the recording in files that may hold several. */
	readonly name?: string;
	readonly force: boolean;
	/** Whether to read each file back and compare it with what was written. */
	readonly verify?: boolean | undefined;
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
	const { to, options: given, meshes = false, name } = options;
	const { bytes, issues, layout } = await encodeRecording(recording, to, {
		...given,
		name,
		meshes: meshes ? await loadBundledMeshes() : undefined,
	});
	return { bytes, format: to, issues, layout: findBinLayout(layout)?.name ?? null };
}

/**
 * Reads an encoded recording back: what the file holds, not what it was made from. Returns the recording itself for JSON,
 * which loses nothing, and `null` for files that cannot be read back, such as animation clips and tables without columns.
 */
export async function decodeOutput(encoded: EncodedOutput, recording: Recording): Promise<Recording | null> {
	return encoded.format === 'json' ? recording : readOutput(encoded);
}

/** Reads an encoded recording back; `null` for files that cannot be read. */
export async function readOutput({ bytes, layout }: EncodedOutput): Promise<Recording | null> {
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
export function holdsOnlySimpleKeys({ to, options }: Pick<OutputOptions, 'to' | 'options'>): boolean {
	if (to === 'bin') return findBinLayout(options.layout)?.layout.keys === 'simple';
	return FORMATS.some(({ name, losses }) => name === to && losses.tangents === 'all');
}

// The hand meshes next to the built command.
async function loadBundledMeshes(): Promise<HandMeshes> {
	const { loadHandMeshes } = await import('@handreel/hands');
	return loadHandMeshes({ base: pathToFileURL(`${join(__dirname, 'hands')}/`) });
}
