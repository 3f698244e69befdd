import { detectFormat } from '@handreel/convert';
import type { Issue, Recording } from '@handreel/core';
import { recoverReel } from '@handreel/core/reel';
import { formatPlural, formatSeconds } from '@handreel/text';

/** What is left of a reel. */
export interface RecoveredReel {
	/** `null` if no block is intact. */
	readonly recording: Recording | null;
	/** Damage is an error here, although the rest was read. */
	readonly issues: readonly Issue[];
	/** Lines that say what is lost. Empty for a complete reel. */
	readonly notes: readonly string[];
}

/** Reads the intact blocks of a reel, which may be damaged. Returns `null` for files of other formats. */
export async function recoverIfReel(bytes: Uint8Array): Promise<RecoveredReel | null> {
	if ((await detectFormat(bytes)) !== 'reel') return null;
	const { recording, blockCount, gaps, isComplete, issues: found } = recoverReel(bytes);
	const issues = found.map((issue): Issue => (issue.code === 'reel-unknown' ? issue : { ...issue, severity: 'error' }));
	if (isComplete) return { recording, issues, notes: [] };
	if (recording === null || blockCount === 0) return { recording: null, issues, notes: [] };
	const spans = gaps.map(({ start, end }) => {
		return end === Number.POSITIVE_INFINITY
			? `after ${formatSeconds(start)}`
			: `${formatSeconds(start)} to ${formatSeconds(end)}`;
	});
	const lost = spans.length === 0 ? '' : `; the keys are lost ${spans.join(', ')}`;
	return { recording, issues, notes: [`recovered: ${formatPlural(blockCount, 'intact block')}${lost}`] };
}
