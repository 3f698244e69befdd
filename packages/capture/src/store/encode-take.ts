import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { encodeRecording, findFormat, type WritableFormatName } from '@handreel/convert';
import type { Issue } from '@handreel/core';
import { recoverJournal } from '@handreel/core/record';
import { encodeReelInSteps } from '@handreel/core/reel';

/** A take as the bytes of a file. */
export interface EncodedTake {
	readonly bytes: Uint8Array;
	readonly frames: number;
	readonly duration: number;
	/** Data that the format cannot hold. */
	readonly issues: readonly Issue[];
}

/** The usual extension of a format, with the dot. */
export function extensionOf(format: WritableFormatName): string {
	return findFormat(format)?.extensions[0] ?? `.${format}`;
}

/**
 * Turns a journal into a recording that keeps every frame. `name` is that of the take. Returns `null` if the journal has no frame. Reels are made in
 * steps, so that other headsets are served meanwhile.
 */
export async function encodeTake(
	journal: Uint8Array,
	format: WritableFormatName,
	name: string,
): Promise<EncodedTake | null> {
	const { recording, frameCount } = recoverJournal(journal);
	if (recording === null) return null;
	const { duration } = recording;
	if (format !== 'reel') {
		const { bytes, issues } = await encodeRecording(recording, format, { name });
		return { bytes, frames: frameCount, duration, issues };
	}
	const pieces: Uint8Array[] = [];
	for (const _ of encodeReelInSteps(recording, (piece) => pieces.push(piece))) await yieldToOthers();
	return { bytes: Buffer.concat(pieces), frames: frameCount, duration, issues: [] };
}
