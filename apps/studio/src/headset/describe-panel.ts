import type { PanelModel } from '@handreel/immersive';

/** The buttons of the panel in the headset. */
export type HeadsetButton = 'play' | 'previous' | 'next' | 'mark' | 'place' | 'exit';

/** What the panel in the headset shows. */
export interface HeadsetState {
	readonly label: string;
	readonly start: number;
	readonly end: number;
	/** The position of the playhead in seconds. */
	readonly time: number;
	readonly isPlaying: boolean;
	readonly markers: readonly { readonly time: number; readonly name: string }[];
	/** Whether the person stands where the recorded person stood. */
	readonly isInside: boolean;
}

/** Meters from the eyes down to the panel: low, so that it does not hide the recording. */
export const PANEL_DROP = 0.36;
/** Markers this close to the playhead, in seconds, are the marker at the playhead. */
const NEAR = 1e-3;
const MAX_LABEL = 34;

/** Describes a state in words, slider and buttons. */
export function describePanel(state: HeadsetState): PanelModel<HeadsetButton> {
	const { label, start, end, time, isPlaying, markers, isInside } = state;
	const span = Math.max(end - start, NEAR);
	const here = markers.findLast((marker) => marker.time <= time + NEAR);
	return {
		title: label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label,
		tone: 'calm',
		lines: [`${time.toFixed(1)} of ${end.toFixed(1)} s${here === undefined ? '' : ` · ${here.name}`}`],
		slider: { value: (time - start) / span, marks: markers.map((marker) => (marker.time - start) / span) },
		buttons: [
			{ id: 'play', label: isPlaying ? 'Pause' : 'Play', tone: 'primary' },
			{ id: 'previous', label: 'Previous', tone: 'plain' },
			{ id: 'next', label: 'Next', tone: 'plain' },
			{ id: 'mark', label: 'Add marker', tone: 'plain' },
			{ id: 'place', label: isInside ? 'Step out' : 'Step in', tone: 'plain' },
			{ id: 'exit', label: 'Exit', tone: 'plain' },
		],
	};
}

/** The time of the next (1) or previous (−1) marker; the end or start of the recording without a marker there. */
export function findMarkerTime({ markers, time, start, end }: HeadsetState, step: 1 | -1): number {
	const times = markers.map((marker) => marker.time).toSorted((a, b) => a - b);
	if (step > 0) return times.find((entry) => entry > time + NEAR) ?? end;
	return times.findLast((entry) => entry < time - NEAR) ?? start;
}
