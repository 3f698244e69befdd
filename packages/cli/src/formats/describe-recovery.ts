import { detectFormat } from '@handreel/convert';
import { recoverHandsbin } from '@handreel/convert/handsbin';
import type { Issue, Recording } from '@handreel/core';
import { recoverReel } from '@handreel/core/reel';
import { formatPlural, formatSeconds } from '@handreel/text';

/** What is left of a damaged file. */
export interface RecoveredInput {
	/** `null` if nothing is intact. */
	readonly recording: Recording | null;
	/** Damage is an error here, although the rest was read. */
	readonly issues: readonly Issue[];
	/** Lines that say what is lost. Empty for a complete file. */
	readonly notes: readonly string[];
}

/**
 * Reads a file that may be damaged: the intact blocks of a reel, the complete frames of a Unity XR Hands capture. Returns `null`
 * for files of other formats.
 */
export async function recoverInput(bytes: Uint8Array): Promise<RecoveredInput | null> {
	const format = await detectFormat(bytes);
	if (format === 'reel') return recoverBlocks(bytes);
	return format === 'handsbin' ? recoverFrames(bytes) : null;
}

function recoverFrames(bytes: Uint8Array): RecoveredInput {
	const { recording, frameCount, isComplete, issues } = recoverHandsbin(bytes);
	if (isComplete || recording === null) return { recording, issues, notes: [] };
	const lost = `the frames are lost after ${formatSeconds(recording.duration)}`;
	return { recording, issues, notes: [`recovered: ${formatPlural(frameCount, 'complete frame')}; ${lost}`] };
}

function recoverBlocks(bytes: Uint8Array): RecoveredInput {
	const { recording, blockCount, gaps, isComplete, issues: found } = recoverReel(bytes);
	const issues = found.map((issue): Issue => (issue.code === 'reel-unknown' ? issue : { ...issue, severity: 'error' }));
	if (isComplete) return { recording, issues, notes: [] };
	if (recording === null || blockCount === 0) return { recording: null, issues, notes: [] };
	const spans = gaps.map(({ start, end }) => {
		if (start === Number.NEGATIVE_INFINITY) return `before ${formatSeconds(end)}`;
		if (end === Number.POSITIVE_INFINITY) return `after ${formatSeconds(start)}`;
		return `from ${formatSeconds(start)} to ${formatSeconds(end)}`;
	});
	const lost = spans.length === 0 ? '' : `; the keys are lost ${spans.join(', ')}`;
	return { recording, issues, notes: [`recovered: ${formatPlural(blockCount, 'intact block')}${lost}`] };
}
