import type { Recording, Span, SpanTrack } from '@handreel/core';

/** The start of the names of columns with labels. The name of the track follows. */
export const LABEL_PREFIX = 'label_';

/** The tracks of a recording that have labels. */
export function listLabelTracks({ tracks }: Pick<Recording, 'tracks'>): SpanTrack[] {
	return tracks.filter((track) => track.kind === 'spans');
}

/** The column of a track. */
export function nameLabelColumn({ name }: Pick<SpanTrack, 'name'>): string {
	return `${LABEL_PREFIX}${name}`;
}

/**
 * The label at each time: that of the span which began last. `null` outside of all spans. A span ends before its end, unless that is
 * in the last row.
 */
export function labelRows(spans: readonly Span[], times: ArrayLike<number>): (string | null)[] {
	const sorted = spans.toSorted((a, b) => a.start - b.start);
	/** Those that have begun, without those that ended while they were the last. */
	const open: Span[] = [];
	let next = 0;
	return Array.from(times, (time, row) => {
		for (; next < sorted.length && sorted[next]!.start <= time; next++) open.push(sorted[next]!);
		const isLast = row === times.length - 1;
		while (open.length > 0 && !(open.at(-1)!.end > time || (isLast && open.at(-1)!.end === time))) open.pop();
		return open.at(-1)?.label ?? null;
	});
}

/** The spans of the labels of rows, which are empty outside: from the first row of a label to the row after its last. */
export function findSpans(labels: readonly string[], times: ArrayLike<number>): Span[] {
	const spans: Span[] = [];
	for (let row = 0, next = 0; row < labels.length; row = next) {
		const label = labels[row]!;
		while (next < labels.length && labels[next] === label) next++;
		if (label === '') continue;
		const [last, after] = [times[next - 1]!, times[Math.min(next, labels.length - 1)]!];
		// A span that ends with the last row would include it.
		const isOutside = next === labels.length - 1 && labels[next] === '';
		spans.push({ start: times[row]!, end: isOutside ? (last + after) / 2 : after, label });
	}
	return spans;
}
