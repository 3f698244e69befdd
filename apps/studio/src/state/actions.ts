import type { Studio } from './studio.svelte.ts';

/** Adds a marker at the playhead. */
export function addMarker({ active, editing, playback }: Studio): void {
	if (active === null) return;
	const { time } = playback;
	// Markers may be added while another is still being added.
	void editing.applyPlan(async ({ stored }) => {
		const taken = new Set(stored.skeleton.markers.map(({ name }) => name));
		let number = taken.size + 1;
		while (taken.has(`Marker ${number}`)) number++;
		return { title: 'Add marker', edit: { kind: 'add-marker', time, name: `Marker ${number}` } };
	});
}

/** Keeps the range of the loop. */
export function trimToLoop(studio: Studio): void {
	const { active, editing, playback } = studio;
	const { loop } = playback;
	if (active === null) return;
	if (loop === null) studio.say('Select a range first: Shift-drag on the timeline, or press [ and ]');
	else
		void editing.apply('Trim', { kind: 'trim', ...loop }).then((isChanged) => {
			if (isChanged && studio.activeId === active.id) playback.clearLoop();
		});
}

/** Opens the parts before and after the playhead as new recordings. */
export function splitAtPlayhead(studio: Studio): void {
	const { active, editing, playback } = studio;
	if (active === null) return;
	const isInside = playback.time > active.start && playback.time < active.end;
	if (isInside) void editing.split([playback.time]);
	else studio.say('Move the playhead to where the recording should be split');
}
