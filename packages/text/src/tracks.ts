import type { TrackSummary } from '@handreel/core';
import { formatPlural } from './numbers.ts';

/** What a track holds: `3 spans`, `pose, 120 keys`. */
export function formatTrack({ kind, count }: TrackSummary): string {
	if (kind === 'events') return formatPlural(count, 'event');
	return kind === 'spans' ? formatPlural(count, 'label') : `${kind}, ${formatPlural(count, 'key')}`;
}
