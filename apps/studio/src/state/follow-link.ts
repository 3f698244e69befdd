import { formatLink, type LinkedOverlay, parseLink } from './link.ts';
import type { LinkedData } from './link-data.ts';
import type { OpenDocument } from './recording-state.ts';
import type { Studio } from './studio.svelte.ts';

/** The current recordings, time and view as the part of an address after `#`. */
export function createLink(studio: Studio, data: LinkedData | null = null, dataStart = 0): string {
	const { active, playback, plot, scene, timeline } = studio;
	if (active === null) return '';
	const linked = studio.documents.filter(
		(entry): entry is OpenDocument & { address: string } => entry.address !== null,
	);
	const { state: comparison } = studio.comparing;
	const overlaid = linked.findIndex(({ id }) => id === comparison?.b);
	return formatLink({
		open: data !== null ? [] : linked.map(({ address }) => address),
		data,
		front: data !== null ? 0 : linked.findIndex(({ id }) => id === active.id),
		time: Math.max(0, playback.time - dataStart),
		channels: plot.channels,
		showsSpeed: plot.showsSpeed,
		range: timeline.isWhole || data !== null ? null : timeline.range,
		view: scene.view,
		hasOwnScales: plot.hasOwnScales,
		picked: [studio.picking.first, studio.picking.second].filter((point) => point !== null),
		overlay: comparison === null || overlaid < 0 || data !== null ? null : { index: overlaid, ...comparison.settings },
	});
}

/** Opens the recordings of a link and restores its time and view. */
export async function followLink(studio: Studio, hash: string): Promise<void> {
	const { playback, plot, scene, timeline } = studio;
	const link = parseLink(hash);
	const before = studio.activeId;
	const isOpen = (path: string): boolean => studio.documents.some(({ address }) => address === path);
	// The first picture is drawn before the rest of the link is followed. Without this it would load meshes that are not shown.
	if (before === null && link.view.handStyle !== undefined) scene.change({ handStyle: link.view.handStyle });
	for (const address of link.open) if (!isOpen(address)) await studio.openAddress(address);
	if (link.data !== null) await openData(studio, link.data);
	const front = studio.documents.find(({ address }) => address !== null && address === link.open[link.front]);
	if (front !== undefined) studio.activate(front.id);
	else if (link.data === null && link.front < 0 && before !== null) studio.activate(before);
	// A copied link has a camera position and describes the whole view. A typed link may have a time only.
	const isWhole = link.view.target !== undefined;
	if (isWhole) scene.restore(link.view);
	else scene.change(link.view);
	plot.showsSpeed = link.showsSpeed;
	plot.hasOwnScales = link.hasOwnScales;
	if (isWhole || link.channels.length > 0) plot.select(link.channels);
	const [first = null, second = null] = link.picked;
	if (isWhole || first !== null) studio.picking.set(first, second);
	if (link.overlay !== null) startOverlay(studio, link.open[link.overlay.index], link.overlay);
	if (link.range !== null) timeline.setRange(...link.range);
	if (link.time !== null) playback.seek(link.time);
}

// After a reload, the session has it already.
async function openData(studio: Studio, { name, bytes }: LinkedData): Promise<void> {
	const open = studio.documents.find((entry) => entry.name === name && entry.fileSize === bytes.length);
	if (open !== undefined) studio.activate(open.id);
	else await studio.openFiles([new File([bytes], name)]);
}

function startOverlay(studio: Studio, address: string | undefined, { offset, isAligned }: LinkedOverlay): void {
	const other = studio.documents.find((entry) => entry.address !== null && entry.address === address);
	if (other === undefined || other.id === studio.activeId || studio.comparing.state?.b === other.id) return;
	void studio.comparing.start(other.id, { offset, isAligned });
}
