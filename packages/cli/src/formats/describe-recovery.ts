import type { RecoverResult } from '@handreel/convert';
import { formatPlural, formatSeconds } from '@handreel/text';

/**
 * A line that describes what is left of a damaged file and what is lost; `null` for complete files, files without pieces, and
 * journals.
 */
export function describeRecovery({ format, isComplete, pieces, gaps }: RecoverResult): string | null {
	// The warnings of a journal say it already.
	if (isComplete || pieces === null || format === 'journal') return null;
	const spans = gaps.map(({ start, end }) => {
		if (start === Number.NEGATIVE_INFINITY) return `before ${formatSeconds(end)}`;
		if (end === Number.POSITIVE_INFINITY) return `after ${formatSeconds(start)}`;
		return `from ${formatSeconds(start)} to ${formatSeconds(end)}`;
	});
	const [piece, data] = pieces.kind === 'block' ? ['intact block', 'keys'] : ['complete frame', 'frames'];
	const lost = spans.length === 0 ? '' : `; the ${data} are lost ${spans.join(', ')}`;
	return `recovered: ${formatPlural(pieces.count, piece)}${lost}`;
}
