import type { RoomSummary, TrackSummary } from '@handreel/core';
import { formatPlural } from './numbers.ts';

/** What a track holds: `3 spans`, `pose, 120 keys`. */
export function formatTrack({ kind, count }: TrackSummary): string {
	if (kind === 'events') return formatPlural(count, 'event');
	return kind === 'spans' ? formatPlural(count, 'label') : `${kind}, ${formatPlural(count, 'key')}`;
}

/** What a room holds: `8 planes, 2 meshes of 1,204 triangles, 1 anchor: floor, table, wall`. */
export function formatRoom({ labels, planes, meshes, triangles, anchors, lights }: RoomSummary): string {
	const parts = [
		planes > 0 ? formatPlural(planes, 'plane') : '',
		meshes > 0 ? `${meshes === 1 ? '1 mesh' : `${meshes} meshes`} of ${formatPlural(triangles, 'triangle')}` : '',
		anchors > 0 ? formatPlural(anchors, 'anchor') : '',
		lights > 0 ? formatPlural(lights, 'light estimate') : '',
	].filter((part) => part !== '');
	return `${parts.join(', ') || 'bounds'}${labels.length > 0 ? `: ${labels.join(', ')}` : ''}`;
}
