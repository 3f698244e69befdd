import { formatLink, parseLink } from './link.ts';
import type { OpenDocument } from './recording-state.ts';
import type { Studio } from './studio.svelte.ts';

/** The current recordings, time and view as the part of an address after `#`. */
export function createLink(studio: Studio): string {
	const { active, playback, plot, scene, timeline } = studio;
	if (active === null) return '';
	const linked = studio.documents.filter(
		(entry): entry is OpenDocument & { address: string } => entry.address !== null,
	);
	const isWhole = timeline.range[0] <= active.start && timeline.range[1] >= active.end;
	return formatLink({
		open: linked.map(({ address }) => address),
		front: linked.findIndex(({ id }) => id === active.id),
		time: playback.time,
		channels: plot.channels,
		showsSpeed: plot.showsSpeed,
		range: isWhole ? null : timeline.range,
		view: scene.view,
	});
}

/** Opens the recordings of a link and restores its time and view. */
export async function followLink(studio: Studio, hash: string): Promise<void> {
	const { playback, plot, scene, timeline } = studio;
	const link = parseLink(hash);
	const before = studio.activeId;
	for (const address of link.open) await studio.openAddress(address);
	const front = studio.documents.find(({ address }) => address !== null && address === link.open[link.front]);
	if (front !== undefined) studio.activate(front.id);
	else if (link.front < 0 && before !== null) studio.activate(before);
	// A copied link has a camera position and describes the whole view. A typed link may have a time only.
	const isWhole = link.view.target !== undefined;
	if (isWhole) scene.restore(link.view);
	else scene.change(link.view);
	plot.showsSpeed = link.showsSpeed;
	if (isWhole || link.channels.length > 0) plot.select(link.channels);
	if (link.range !== null) timeline.setRange(...link.range);
	if (link.time !== null) playback.seek(link.time);
}
